/** What the tab asks about a bankroll, and the work: begun by a button, told how far it is, and stopped. */
import { useEffect, useRef, useState } from "preact/hooks";
import { asRefused, question, type Refused } from "../../house/api";
import type { BankrollFigures, PaperProgress } from "../../house/types";
import type { Bench } from "../bench";
import { wholeNumber } from "../options";

export const FIRST = {
  bank: "10000", unit: "10", goal: "", hours: "10", pace: "80", kelly: "1", seats: "1", play: "house", count: "", tags: "",
  bets: "ramp", ramp: "1,1=2,2=4,3=8,4=12", bound: "0.05", least: "1", most: "12", wong: "", cut: "", rounds: "1e7", seed: "1",
};

export type Options = typeof FIRST;
/** The choice of a count that is none of the published systems. */
export const OWN_TAGS = "tags";
const PATH = "/api/workbench/risk";
/** Milliseconds. */
const LOOK_AGAIN = 500;

export interface RiskQuestion {
  body: Record<string, unknown>;
  /** What need not be asked to be refused, by the server's name of the field. */
  wrong: Record<string, string>;
}

export function questionOf(bench: Bench, options: Options): RiskQuestion {
  const wrong: Record<string, string> = {};
  const whole = (name: string, text: string): number => {
    const found = wholeNumber(text);
    if (found === null) wrong[name] = "write a whole number";
    return found ?? 0;
  };
  const plain = (name: string, text: string): number => {
    const found = text.trim() === "" ? NaN : Number(text);
    if (Number.isNaN(found)) wrong[name] = "write a number, like 0.5";
    return found;
  };
  const count = options.count === OWN_TAGS ? options.tags.trim() : options.count;
  if (options.count === OWN_TAGS && count === "") wrong["count"] = "write ten whole numbers, aces first, ten-values last";
  const best = count !== "" && options.bets === "best";
  const body = {
    ...bench.rules, strategy: options.play, bet: options.unit.trim(), bankroll: options.bank.trim(), goal: options.goal.trim(),
    hours: plain("hours", options.hours), rounds_per_hour: whole("rounds_per_hour", options.pace), kelly: plain("kelly", options.kelly),
    seats: whole("seats", options.seats), count,
    ...(count !== "" && {
      ramp: best ? "1" : options.ramp.trim(), sit_out: options.wong !== "", rounds: whole("rounds", options.rounds), seed: options.seed.trim() || "1",
      cut_decks: options.cut.trim() === "" ? null : plain("cut_decks", options.cut),
    }),
    ...(best && { best: plain("best", options.bound), least: whole("least", options.least), most: whole("most", options.most) }),
  };
  return { body, wrong };
}

export interface Asking {
  /** The last answer, and whether it is that of the present options. */
  answer: BankrollFigures | null;
  fresh: boolean;
  busy: boolean;
  status: string;
  refused: Refused | null;
  compute: () => void;
  stop: () => void;
}

export function useRisk(body: Record<string, unknown>): Asking {
  const content = JSON.stringify(body);
  const working = useRef<AbortController | null>(null);
  const [found, setFound] = useState<{ content: string; answer: BankrollFigures } | null>(null);
  const [refused, setRefused] = useState<{ content: string; why: Refused } | null>(null);
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState("");
  useEffect(() => () => working.current?.abort(), []);
  const compute = async (): Promise<void> => {
    const stop = new AbortController();
    working.current = stop;
    setBusy(true);
    setStatus("Computing …");
    setRefused(null);
    const timer = window.setInterval(() => void look(stop.signal), LOOK_AGAIN);
    try {
      setFound({ content, answer: await question<BankrollFigures>(PATH, body, stop.signal) });
      setStatus("");
    } catch (fault) {
      setStatus(stop.signal.aborted ? "Stopped." : "");
      if (!stop.signal.aborted) setRefused({ content, why: asRefused(fault) });
    } finally {
      window.clearInterval(timer);
      working.current = null;
      setBusy(false);
    }
  };
  const look = async (signal: AbortSignal): Promise<void> => {
    const far = await question<PaperProgress>(`${PATH}/progress`, body, signal).catch(() => null);
    if (far && far.of > 0 && !signal.aborted && working.current) setStatus(`${far.done.toLocaleString("en-US")} of ${far.of.toLocaleString("en-US")} ${far.part} …`);
  };
  return {
    answer: found?.answer ?? null,
    fresh: found?.content === content,
    busy,
    status,
    refused: refused?.content === content ? refused.why : null,
    compute: () => {
      if (!busy) void compute();
    },
    stop: () => working.current?.abort(),
  };
}
