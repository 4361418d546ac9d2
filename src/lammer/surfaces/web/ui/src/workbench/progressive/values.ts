/** Amounts and rates as people write them, and as the server takes them: minor units, and millionths of a wager. */
import type { ProgressiveTerms, TermControlView } from "../../house/types";

export const FIRST = { stake: "", wagers: "300", hours: "12", years: "1", paths: "500", seed: "1" };

/** An amount of units in minor ones; below 0 too, so that the server can say what is wrong with it. */
export function minorUnits(text: string): number | null {
  const plain = text.trim().replace(/(\d),(?=\d{3}\b)/g, "$1");
  return /^-?\d{1,13}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/** Percent in millionths. */
export function millionths(text: string): number | null {
  return /^-?\d{1,4}(\.\d{1,4})?$/.test(text.trim()) ? Math.round(Number(text) * 10_000) : null;
}

export function shownValue(control: TermControlView): string {
  return String(control.value / (control.kind === "rate" ? 10_000 : 100));
}

/** What every option is at first: the terms' own values, each meter at its seed. */
export function firstValues(terms: ProgressiveTerms): Record<string, string> {
  const controls = Object.fromEntries(terms.controls.map((one) => [one.key, shownValue(one)]));
  const levels = terms.levels.flatMap((level) => [[`meter.${level}`, ""], [`reserve.${level}`, ""]]);
  return { ...FIRST, ...controls, ...(Object.fromEntries(levels) as Record<string, string>) };
}

export interface Question {
  /** What is asked; null while something is no number at all. */
  body: Record<string, unknown> | null;
  wrong: Record<string, string>;
}

export function questionOf(terms: ProgressiveTerms, options: Record<string, string>): Question {
  const wrong: Record<string, string> = {};
  const number = (key: string, read: (text: string) => number | null, about = key): number => {
    const found = read(options[key] ?? "");
    if (found === null) wrong[about] = "write a number, like 12.5";
    return found ?? 0;
  };
  const plain = (text: string): number | null => (text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text));
  const own = firstValues(terms);
  const changed = terms.controls.filter((one) => options[one.key] !== own[one.key]);
  const values = Object.fromEntries(changed.map((one) => [one.key, number(one.key, one.kind === "rate" ? millionths : minorUnits)]));
  const amounts = (what: string): Record<string, number> =>
    Object.fromEntries(terms.levels.filter((level) => (options[`${what}.${level}`] ?? "").trim() !== "").map((level) => [level, number(`${what}.${level}`, minorUnits, `${what}s.${level}`)]));
  const body = {
    terms: terms.terms,
    values,
    meters: amounts("meter"),
    reserves: amounts("reserve"),
    wagers_per_hour: number("wagers", plain),
    hours_per_day: number("hours", plain),
    stake: options["stake"] ? Number(options["stake"]) : (terms.stakes[0] ?? 100),
  };
  return { body: Object.keys(wrong).length === 0 ? body : null, wrong };
}
