/** What the server tells of jackpots. Money is in minor units. */

/** By petition a hand that comes more often wins the highest award too, until that is won. */
export interface Eased {
  outcome: string;
  reference: string;
}

/** A jackpot, and the games whose tables can belong to it. */
export interface JackpotLink {
  link: string;
  name: string;
  status: "closed" | "open" | "discontinued";
  paytable: string;
  eased: Eased | null;
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

/** A value of terms: amounts in minor units, rates in millionths of a wager. */
export interface TermField {
  key: string;
  label: string;
  kind: "amount" | "amounts" | "rate" | "number" | "text";
  value: number | number[] | string;
  choices: (number | string)[];
}

/** Terms that a new jackpot can have, with what they post. */
export interface Terms {
  terms: string;
  name: string;
  paytable: string;
  pays: string[];
  values: TermField[];
}

/** A progressive wager of the hand on show; `won` is all that was paid for it. */
export interface SensorSpot {
  box: number;
  player: string;
  amount: number;
  outcome: string;
  won: number;
  /** Lucky George: what the dealers' tip pool was paid for it. */
  envy: number;
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
  eased: Eased | null;
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
