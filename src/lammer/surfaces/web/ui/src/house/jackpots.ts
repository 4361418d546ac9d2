/** What the server tells of jackpots. Money is in minor units. */

/** A jackpot, and the games whose tables can belong to it. */
export interface JackpotLink {
  link: string;
  name: string;
  status: "closed" | "open" | "discontinued";
  games: string[];
  meters: Record<string, number>;
}

export interface Jackpots {
  links: JackpotLink[];
  terms: string[];
}

/** A progressive wager of the hand on show; `won` is all that was paid for it. */
export interface SensorSpot {
  box: number;
  player: string;
  amount: number;
  outcome: string;
  won: number;
  stage: "" | "selected" | "frozen" | "paid";
  level: string;
  percent: number;
  award: number;
}

export interface Progressive {
  link: string;
  name: string;
  status: "closed" | "open" | "discontinued";
  bet: string;
  stakes: number[];
  meters: Record<string, number>;
  dealer: string;
  under_way: boolean;
  spots: SensorSpot[];
  next: { role: "dealer" | "supervisor" | "executive"; kind: "select" | "confirm" | "swipe" | "end"; spot: number; outcome: string; undo: boolean } | null;
}
