/** Values of terms as people write them: amounts in currency units, rates in percent. */
import { moneyText, parseMoney } from "../house/money";
import type { TermField } from "../house/types";

export type Value = number | number[] | string;
const MILLIONTHS = 10_000;

export function fieldText({ kind, value }: TermField): string {
  if (Array.isArray(value)) return value.map(moneyText).join(" ");
  if (typeof value === "string") return value;
  if (kind === "amount") return moneyText(value);
  return String(kind === "rate" ? value / MILLIONTHS : value);
}

/** Null when it cannot be read. */
export function readField({ kind }: TermField, text: string): Value | null {
  if (kind === "amount") return parseMoney(text);
  if (kind === "amounts") return all(text.split(/\s+/).filter(Boolean).map(parseMoney));
  if (kind === "rate") return /^\d{1,3}(\.\d{1,4})?$/.test(text.trim()) ? Math.round(Number(text) * MILLIONTHS) : null;
  if (kind === "number") return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  return text;
}

function all(amounts: (number | null)[]): number[] | null {
  const known = amounts.filter((amount): amount is number => amount !== null);
  return known.length === amounts.length ? known : null;
}
