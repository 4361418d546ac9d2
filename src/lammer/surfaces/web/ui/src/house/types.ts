/** What the server tells a page, as its JSON has it. Money is in minor units. */
import type { Progressive } from "./jackpots";
import type { Call, CutOffer, PostedRule } from "./procedure";

export type { Eased, JackpotLink, Jackpots, Progressive, SensorSpot, StepKind, TermField, Terms } from "./jackpots";
export type { Entry, PastRound, Recall, Step, Verdict } from "./lookback";
export type { Call, CutOffer, PostedRule } from "./procedure";

export type Role = "player" | "spectator" | "dealer" | "supervisor" | "executive" | "auditor" | "administrator";

export interface Me {
  name: string;
  roles: Role[];
  chips: number;
  guests: boolean;
}

export interface Game {
  game: string;
  name: string;
  summary: string;
  house_edge: number | null;
  side_bets: string[];
  least: number;
  most: number;
}

export interface OpenTable {
  table: string;
  game: string;
  status: "open" | "closed";
  players: string[];
  link: string;
  training: boolean;
  /** The role it calls, for an absent player or for its jackpot; empty for none. */
  calls: Role | "";
}

export type Bets = Record<string, number>;

export interface Seat {
  box: number;
  bettor: number;
  player: string;
  bets: Bets;
  ready: boolean;
  /** The most it may bet on the main spot now. */
  most: number;
  mine: boolean;
}

export interface SideBet {
  id: string;
  name: string;
  least: number;
  most: number;
  paytable: string;
  pays: string[];
  counts_lammers: boolean;
}

export interface FeltPrint {
  limit: number;
  natural_pays: string;
  insurance_pays: string;
  soft_17: "hit" | "stand";
  stand_on_hard: number;
  pushes_on_22: boolean;
  free_bets: boolean;
  decks: number;
}

/** A row of the main wager's pay schedule. */
export interface Pays {
  hand: string;
  pays: string;
  at_once: boolean;
  clause: string;
}

export interface Signal {
  action: string;
  sign: string;
  clause: string;
}

export interface Stake {
  own: number;
  free: number;
  doubled: "free" | "paid" | null;
  split: "free" | "paid" | null;
  /** The total a bettor stood on instead of following a draw; 0 goes with the hand. */
  stands_on?: number;
  /** What it won and was paid already; 0 while it waits. */
  paid: number;
}

/** A hand whose cards are hidden from this viewer has no total; `face_down` marks a busted hand turned over. */
export interface Hand {
  cards: string[];
  total?: number;
  soft?: boolean;
  status?: "open" | "stood" | "bust" | "natural" | "instant win" | "instant loss" | "surrendered";
  face_down?: boolean;
  stakes: (Stake | null)[];
}

export interface Bettor {
  bettor: number;
  tip: boolean;
  main: number;
  side: Bets;
  /** By side bet: what it won and was paid already. */
  side_paid: Bets;
  insurance: number;
  absent: boolean;
}

export interface Box {
  box: number;
  bettors: Bettor[];
  hands: Hand[];
}

export interface DealerHand {
  cards: string[];
  total: number;
  soft: boolean;
  checked: boolean;
}

export interface Option {
  kind: string;
  least: number;
  most: number;
  step: number;
}

export interface Play {
  stage: "betting" | "dealing" | "insuring" | "playing" | "dealer" | "done";
  waits: "bets" | "card" | "answer" | "play" | "nothing";
  to_act: { box: number; bettor: number } | null;
  dealer: DealerHand;
  boxes: Box[];
  legal: Option[];
  meters: Record<string, number>;
  my_turn: boolean;
  refused: Record<string, string>;
  at_hand: number;
  /** `tip` when it is the bet for the dealers that follows or not. */
  ask: { about: string; how: string; tip: boolean } | null;
}

export interface HandResult {
  cards: string[];
  own: number;
  free: number;
  doubled: "free" | "paid" | null;
  split: "free" | "paid" | null;
  result: string;
  net: number;
  why: string;
  even_money?: boolean;
}

export interface SeatResult {
  seat: number;
  bettor: number;
  /** Who sat there in that round; unknown for rounds of earlier versions. */
  player: string;
  wagers: Bets;
  hands: HandResult[];
  side: Record<string, { outcome: string; net: number; award?: number }>;
  insurance: number;
  insurance_wager?: number;
  net: number;
  tip?: { wager: number; net: number; added?: number; returned?: number };
  absent?: boolean;
}

export interface Result {
  dealer: DealerHand;
  boxes: Box[];
  seats: SeatResult[];
  notation: string;
  void: boolean;
  void_reason: string;
}

export interface View {
  table: string;
  game: string;
  name: string;
  status: "open" | "closed";
  round: number;
  under_way: boolean;
  deadline: string;
  turn_seconds: number;
  /** When whoever is to act may be called absent; empty for at once. */
  absent_from: string;
  idle_rounds: number;
  /** Seats that were freed because nobody bet there. */
  unseated: { box: number; player: string }[];
  limits: { least: number; most: number; apply_to: "bettor" | "box" };
  boxes: number;
  bettors: number;
  felt: FeltPrint;
  pays: Pays[];
  signals: Signal[];
  side_bets: SideBet[];
  seats: Seat[];
  shoe: { number: number; commitment: string; left: number; cards: number; behind_cut_card: number; contributions: [string, string][]; contribute: boolean } | null;
  training: boolean;
  /** Whether the coach may speak here. */
  coach: boolean;
  cut: CutOffer | null;
  call: Call | null;
  posted: PostedRule[];
  result: Result | null;
  progressive: Progressive | null;
  chips: number | null;
  play: Play | null;
}

export interface Advice {
  values: { action: string; worth: number }[];
  best: string | null;
  unvalued: string[];
}
