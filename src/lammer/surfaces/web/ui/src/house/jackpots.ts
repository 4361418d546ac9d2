/** What the server tells of jackpots. Money is in minor units. */

/** A jackpot, and the games whose tables can belong to it. */
export interface JackpotLink {
  link: string;
  name: string;
  status: "closed" | "open" | "discontinued";
  games: string[];
  meters: Record<string, number>;
  frozen: Record<string, number>;
  /** Tables that an executive has approved. */
  tables: string[];
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

/** The buttons of the dealer display, and what the supervisor and the card do between them. */
export type StepKind = "lights" | "take" | "deal" | "select" | "confirm" | "swipe" | "end";

export interface Progressive {
  link: string;
  name: string;
  status: "closed" | "open" | "discontinued";
  bet: string;
  stakes: number[];
  meters: Record<string, number>;
  /** By level: confirmed and not completed. The meter shows it until the card is swiped. */
  frozen: Record<string, number>;
  approved: boolean;
  dealer: string;
  under_way: boolean;
  /** The sensors are lit and the cards not dealt: bets are closed. */
  lit: boolean;
  spots: SensorSpot[];
  next: { role: "dealer" | "supervisor" | "executive"; kind: StepKind; spot: number; outcome: string; undo: boolean } | null;
}
