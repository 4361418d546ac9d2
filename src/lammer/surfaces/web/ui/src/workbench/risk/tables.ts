/** The curves as tables: for those who do not see them, and as one CSV file. */
import type { BankrollFigures } from "../../house/types";

export interface CurveTable {
  id: string;
  columns: string[];
  rows: number[][];
}

export function tablesOf({ found, by_bank, by_rounds, winnings }: BankrollFigures): Record<"bank" | "time" | "winnings" | "counts", CurveTable> {
  return {
    bank: { id: "bank", columns: ["Bankroll", "Ruin within the trip", "Ruin ever"], rows: by_bank.map((one) => [one.bank, one.within, one.ever]) },
    time: { id: "time", columns: ["Hours", "Rounds", "Ruin by then", "Mean bankroll", "Standard deviation"], rows: by_rounds.map((one) => [one.hours, one.rounds, one.ruined, one.mean, one.sd]) },
    winnings: { id: "winnings", columns: ["Winnings from", "To", "Chance"], rows: winnings.map((one) => [one.low, one.high, one.chance]) },
    counts: { id: "counts", columns: ["True count", "Share of rounds", "Bet in units", "Advantage", "Standard error"], rows: found.counts.map((one) => [one.true_count, one.share, one.bet, one.value, one.error]) },
  };
}

/** One block for each table, with a blank line between them. */
export function csvOf(answer: BankrollFigures): string {
  return Object.values(tablesOf(answer)).map((one) => [one.columns.join(","), ...one.rows.map((row) => row.join(",")), ""].join("\n")).join("\n");
}
