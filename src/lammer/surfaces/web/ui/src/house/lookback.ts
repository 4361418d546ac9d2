/** What the server tells of rounds that are over, and of the books. */

export interface PastRound {
  round: number;
  notation: string;
}

export interface Entry {
  debit: string;
  credit: string;
  amount: number;
  reason: string;
}

export interface Step {
  number: number;
  at: string;
  kind: string;
  actor: string;
  said: Record<string, unknown>;
  hash?: string;
  entries?: Entry[];
}

export interface Recall {
  table: string;
  round: number;
  notation: string;
  /** Why it was interrupted, if it was. */
  void?: string;
  steps: Step[];
  /** For auditors: everybody's chips before the deal and after the last step. */
  balances?: Record<string, { before: number; after: number }>;
}

export interface Verdict {
  events: number;
  entries: number;
  signed: number;
  whole: boolean;
  faults: { code: string; event: number | null; text: string }[];
  warnings: string[];
  play: { rounds: number; right: boolean; faults: { text: string }[] };
}
