/** What the server answers. Made from its OpenAPI document by tools/page_types.py: do not edit. */

export type ActionKind = "hit" | "stand" | "double" | "free-double" | "split" | "free-split" | "surrender" | "insure" | "even-money" | "pass" | "follow" | "decline" | "place" | "bet" | "deal" | "absent" | "void" | "burn" | "card";

/** What an action is worth, in original wagers: for the greatest amount that may be named, and for the least. */
export interface ActionValue {
  action: string;
  worth: number;
  minimum_worth: number;
}

/** Legal actions by value, best first; `unvalued` are those that the coach cannot value. `text` says what is best, `sides` which side bets are included. */
export interface Advice {
  values: ActionValue[];
  best: string | null;
  unvalued: string[];
  text: string;
  sides: string;
}

export interface Alive {
  status: "ok";
  version: string;
}

/** `by` is who approved it; empty for a shipped sheet that nobody decided on. `game` and `overrides` are what a decision about it names. */
export interface ApprovedSheet {
  sheet: string;
  by: string;
  game: string;
  overrides: string[];
}

export interface ApprovedSheets {
  training: boolean;
  sheets: ApprovedSheet[];
}

/** What is asked; `tip` when it is the bet for the dealers that follows or not. `bet` is a side bet that is offered, and `text` the question about it. */
export interface AskView {
  about: Question;
  how: string;
  tip: boolean;
  bet: string;
  text: string;
}

/** A player's chips before they bet on a round and after its last payment. `net` is what the round won or lost them, `elsewhere` what moved meanwhile at the cage or at another table: before + net + elsewhere = after. */
export interface BeforeAndAfter {
  before: number;
  net: number;
  elsewhere: number;
  after: number;
}

/** `side_paid` is, by side bet, what it won and was paid already. */
export interface BettorView {
  bettor: number;
  tip: boolean;
  main: number;
  side: Record<string, number>;
  side_paid: Record<string, number>;
  insurance: number;
  absent: boolean;
}

/** The books read again. Events after `signed` are not yet vouched for by a signature. */
export interface BooksVerdictView {
  events: number;
  entries: number;
  signed: number;
  last_hash: string;
  faults: FaultView[];
  warnings: string[];
  whole: boolean;
  play: PlayVerdictView;
}

export interface BoxView {
  box: number;
  bettors: BettorView[];
  hands: HandView[];
}

/** The supervisor was called to an absent player. */
export interface CallView {
  role: "supervisor";
  box: number;
  bettor: number;
  player: string;
  by: string;
}

/** ``pair`` is the pair that was split to get a hand on a lammer, else empty. ``cost`` is what the chart gives away with this hand. */
export interface CellHand {
  cards: string;
  pair: string;
  frequency: number;
  play: string;
  best: string;
  cost: number;
  plays: PlayValue[];
}

/** ``count`` hands are in the cell, ``different`` of them are better played otherwise. The most frequent of both are listed. ``play`` is what the chart says. */
export interface CellHands {
  sheet: string;
  cell: string;
  play: string;
  count: number;
  different: number;
  hands: CellHand[];
  refused: string[];
}

/** ``why`` is edited, locked, or solved: the best play once other cells are locked. */
export interface ChangedCell {
  cell: string;
  play: string;
  best: string;
  why: string;
}

/** ``play`` is the chart's, empty where the chart has no such cell. ``frequency`` is how often in a round the cell decides, ``margin`` what the best other action is worth less, ``cost`` is margin times frequency. ``plays`` are the best plays that begin with each action, best first. */
export interface ChartCell {
  up: string;
  play: string;
  frequency: number;
  value: number | null;
  margin: number | null;
  cost: number | null;
  plays: PlayValue[];
}

/** ``optimal_edge`` is the house edge when every hand is played best, ``chart_edge`` when the chart is followed. ``csv`` is the chart as ``lammer strategy --csv`` writes it. */
export interface ChartReport {
  sheet: string;
  shoe: string;
  optimal_edge: number | null;
  chart_edge: number | null;
  rows: ChartRow[];
  csv: string;
  refused: string[];
  seconds: number;
}

export interface ChartRow {
  stake: string;
  section: string;
  hand: string;
  cells: ChartCell[];
}

/** `text` is what is written after `key=`. */
export interface ChoiceView {
  text: string;
  label: string;
}

/** `lost` in bets. */
export interface ClassReport {
  hand_class: string;
  decisions: number;
  good: number;
  lost: number;
}

/** `procedure` when no figure depends on these controls. */
export interface ControlGroup {
  title: string;
  side_bet: string;
  procedure: boolean;
  controls: ControlView[];
}

/** A value that can be set. `default` is the sheet's own, as it is written after `key=`, and `value` as JSON. */
export interface ControlView {
  key: string;
  label: string;
  clause: string;
  note: string;
  kind: "yes-no" | "choice" | "number" | "list" | "odds" | "paytable" | "amounts" | "text";
  default: string;
  value: unknown;
  choices: ChoiceView[];
  minimum: number | null;
  maximum: number | null;
  step: number | null;
  effects: number;
}

export interface CostlyDecision {
  table: string;
  round: number;
  game: string;
  notation: string;
  key: string;
  decision: ReviewedDecision;
}

/** A player is asked to cut the new shoe. */
export interface CutView {
  box: number;
  player: string;
  minimum: number;
  maximum: number;
}

/** ``end`` is a total, ``bust`` or ``natural``. */
export interface DealerEnd {
  end: string;
  chance: number;
}

/** `checked` when the dealer has looked at the hole card and found no natural. */
export interface DealerView {
  cards: string[];
  total: number;
  soft: boolean;
  checked: boolean;
}

/** How much more the house keeps than in another game; null where one of the two has no figure. */
export interface Difference {
  sheet: string;
  house_edge: number | null;
  side_bets: SideBetDifference[];
}

export interface DrillAnswer {
  decision: ReviewedDecision;
  right: boolean;
  memory: DrillMemory;
}

/** A hand to be played. `again` when it was got wrong before. `line` is sent back with the answer. */
export interface DrillHand {
  key: string;
  line: string;
  again: boolean;
  table: FixedView;
  play: PlayView;
}

/** What was got wrong: by key, right answers since and when it is due, counted in answers. */
export interface DrillMemory {
  answered: number;
  cards: Record<string, number[]>;
}

/** By petition a hand that comes more often wins the highest award too, until that is won. */
export interface EasedView {
  outcome: string;
  reference: string;
  text: string;
}

/** `overrides` are those that change anything, as the server would write them. `default` is the difference to the sheet without overrides, `pin` that to the second game. */
export interface EdgeMeasured {
  sheet: string;
  house_edge: number | null;
  side_bets: SideBetMeasure[];
  refused: string[];
  seconds: number;
  overrides: string[];
  default: Difference;
  pin: Difference | null;
}

/** What a step that cannot be undone would do at a table now; empty where it cannot be taken. */
export interface Effects {
  close: string;
  void: string;
}

/** Money that moved from one account to another: a line of an event. */
export interface EntryView {
  event: number;
  line: number;
  debit: string;
  credit: string;
  amount: number;
  reason: string;
}

export interface FaultView {
  code: string;
  event: number | null;
  text: string;
}

/** What is printed on the layout. `natural` is what a natural is called in a sentence, `natural_name` by itself. */
export interface FeltView {
  limit: number;
  natural: string;
  natural_name: string;
  natural_pays: string;
  insurance_pays: string;
  soft_17: "hit" | "stand";
  stand_on_hard: number;
  pushes_on_22: boolean;
  free_bets: boolean;
  surrender: boolean;
  decks: number;
}

/** What is the same as long as the table stands. */
export interface FixedView {
  game: string;
  name: string;
  limits: LimitsView;
  boxes: number;
  bettors: number;
  felt: FeltView;
  pays: PaysView[];
  signals: SignalView[];
  posted: PostedRuleView[];
  guide: PostedRuleView[];
  side_bets: SideBetView[];
}

/** A game that a table can be opened for; no `house_edge` until it is worked out. */
export interface Game {
  game: string;
  name: string;
  summary: string;
  house_edge: number | null;
  side_bets: string[];
  minimum: number;
  maximum: number;
}

export type Grade = "good" | "inaccuracy" | "mistake" | "blunder";

export interface GradedRound {
  round: number;
  decisions: ReviewedDecision[];
}

/** A settled hand. `breakage` is what a pay could not express, as a fraction of a minor unit. */
export interface HandRecord {
  cards: string[];
  own: number;
  free: number;
  doubled: "free" | "paid" | null;
  split: "free" | "paid" | null;
  result: Result;
  net: number;
  why: Why;
  even_money?: boolean;
  breakage?: string;
  stands_on?: number;
}

/** ``given`` says what is known of the dealer's hole card. ``why`` explains a lammer that is played otherwise than own money. ``own`` are the values of the same hand with own money, where the stake is a lammer. */
export interface HandReport {
  sheet: string;
  hand: string;
  total: number;
  soft: boolean;
  given: string;
  values: ValuedAction[];
  own: ValuedAction[];
  why: string;
  dealer: DealerEnd[];
  next_cards: NextCard[];
  refused: string[];
}

/** A hand whose cards are hidden from this viewer has no total; `face_down` marks a busted hand turned over. */
export interface HandView {
  cards: string[];
  total?: number;
  soft?: boolean;
  status?: Status;
  face_down?: boolean;
  stakes: (StakeView | null)[];
}

/** `faults` are what keeps the floor from being played. */
export interface Health {
  status: "ok" | "unhealthy";
  version: string;
  faults: Record<string, string>;
  witness?: WitnessHealth;
}

/** A jackpot, the games whose tables can belong to it, and the tables that an executive has approved. */
export interface JackpotLink {
  link: string;
  name: string;
  status: "closed" | "open" | "discontinued";
  paytable: string;
  stakes: number[];
  pays: string[];
  eased: EasedView | null;
  games: string[];
  meters: Record<string, number>;
  frozen: Record<string, number>;
  tables: string[];
}

/** `frozen` is, by level, confirmed and not completed: the meter shows it until the card is swiped. `lit` while the sensors are lit and the cards not dealt: bets are closed. */
export interface JackpotView {
  link: string;
  name: string;
  status: "closed" | "open" | "discontinued";
  bet: string;
  paytable: string;
  stakes: number[];
  pays: string[];
  eased: EasedView | null;
  meters: Record<string, number>;
  frozen: Record<string, number>;
  approved: boolean;
  dealer: string;
  under_way: boolean;
  lit: boolean;
  spots: SpotView[];
  next: NextStep | null;
}

/** The jackpots, and the terms a new one can have. */
export interface Jackpots {
  links: JackpotLink[];
  terms: string[];
}

export interface LimitsView {
  minimum: number;
  maximum: number;
  apply_to: "bettor" | "box";
}

/** Who is logged in. `guests` on a training floor, where one person plays every part. */
export interface Me {
  name: string;
  roles: ("player" | "spectator" | "dealer" | "supervisor" | "executive" | "auditor" | "administrator")[];
  chips: number;
  guests: boolean;
}

export interface NetChance {
  net: number;
  probability: number;
}

/** A card that a hit may bring: its chance, the hand it makes, and what that is worth when played best. */
export interface NextCard {
  card: string;
  chance: number;
  total: number;
  soft: boolean;
  bust: boolean;
  best: string;
  value: number;
}

/** The step that the jackpot's hand waits for, and whose it is. */
export interface NextStep {
  role: "dealer" | "supervisor" | "executive";
  kind: "lights" | "take" | "deal" | "select" | "confirm" | "swipe" | "end";
  spot: number;
  outcome: string;
  undo: boolean;
}

/** It is done, and there is nothing to tell. */
export interface Nothing {
}

/** A table with its limits and exact edge (none until it is worked out), and its free boxes, the middle first. `dealer` is on duty there. `calls` is the role that the table calls, for an absent player or for its jackpot; empty for none. */
export interface OpenTable {
  table: string;
  game: string;
  name: string;
  status: "open" | "closed";
  players: string[];
  boxes: number;
  free: number[];
  minimum: number;
  maximum: number;
  house_edge: number | null;
  dealer: string;
  opened_by: string[];
  round: number;
  under_way: boolean;
  link: string;
  training: boolean;
  calls: "dealer" | "supervisor" | "executive" | "";
}

/** A legal action; an amount to be named lies in `minimum … maximum` by `step`. */
export interface OptionView {
  kind: ActionKind;
  minimum: number;
  maximum: number;
  step: number;
}

export interface OwnSeatEntry {
  box: number;
  bettor: number;
  player: string;
  bets: Record<string, number>;
  ready: boolean;
  maximum: number;
  mine: boolean;
}

export interface PastHand {
  cards: string[];
  total: number;
  net: number;
}

/** A finished round. `notation` replays it as the books have it; `shared` also has the jackpot's wagers and meters, which are not part of the round. */
export interface PastRound {
  round: number;
  at: string;
  notation: string;
  shared: string;
  dealer: string[];
  dealer_total: number;
  void: boolean;
  seats: PastSeat[];
}

/** `wager` is the main bet, `net` everything but the jackpot; `jackpot` is that wager, `jackpot_net` what it brought. */
export interface PastSeat {
  box: number;
  bettor: number;
  player: string;
  hands: PastHand[];
  wager: number;
  net: number;
  jackpot: number;
  jackpot_net: number;
}

/** A row of the main wager's pay schedule. */
export interface PaysView {
  hand: string;
  pays: string;
  at_once: boolean;
  clause: string;
}

/** A numbered form of the pit. What the books expected, and a count's own figures, are told once it is signed. */
export interface PitForm {
  form: string;
  kind: "fill" | "credit" | "inventory" | "count";
  table: string;
  status: "prepared" | "signed" | "void" | "differs";
  chips: Record<string, number>;
  total: number;
  prepared_by: string;
  prepared_at: string;
  signed_by: string;
  signed_at: string;
  expected: number | null;
  difference: number | null;
  win: number | null;
  reason: string;
  [more: string]: unknown;
}

/** What a table won in a period against what it should have won; see docs/pit.md. Money in minor units. */
export interface PitLine {
  table: string;
  period: string;
  begins: string;
  ends: string;
  rounds: number;
  void: number;
  handle: number;
  win: number;
  theory: number;
  low: number;
  high: number;
  hold: number | null;
  theoretical_hold: number | null;
  hours: number;
  rounds_an_hour: number | null;
  unvalued: number;
  alarm: "" | "open" | "closed";
  note: string;
  noted_by: string;
}

export interface PitNoted {
  event: number;
}

/** ``play`` is written like ``D/H``: the first legal action is played. ``value`` in original wagers. */
export interface PlayValue {
  play: string;
  value: number;
}

/** Every finished round dealt again, and every step of a jackpot taken again. */
export interface PlayVerdictView {
  rounds: number;
  steps: number;
  faults: FaultView[];
  warnings: string[];
  right: boolean;
}

/** The round under way as one viewer sees it. */
export interface PlayView {
  game: string;
  stage: Stage;
  waits: Waits;
  to_act: ToAct | null;
  dealer: DealerView;
  boxes: BoxView[];
  meters: Record<string, number>;
  at_hand: number;
  ask: AskView | null;
  my_turn: boolean;
  legal: OptionView[];
  refused: Record<string, string>;
}

/** ``price`` is what the house keeps more than against the best chart. */
export interface PlayedChart {
  sheet: string;
  house_edge: number | null;
  best_edge: number | null;
  price: number | null;
  changed: ChangedCell[];
  csv: string;
  refused: string[];
  seconds: number;
}

/** The round under way, as all who see the same cards see it. */
export interface PlayedRoundView {
  game: string;
  stage: Stage;
  waits: Waits;
  to_act: ToAct | null;
  dealer: DealerView;
  boxes: BoxView[];
  meters: Record<string, number>;
  at_hand: number;
  ask: AskView | null;
}

/** Money in minor units; `lost_bets` in bets. `curve` has rounds, net, expected net and half the width of the 95% band, each as a list. `rough` while there are too few rounds for the band. */
export interface PlayerReport {
  player: string;
  rounds: number;
  decisions: number;
  unvalued: number;
  net: number;
  main: number;
  sides: Record<string, number>;
  wagered: number;
  expected: number;
  luck: number;
  band: number;
  rough: boolean;
  lost: number;
  lost_bets: number;
  grades: Record<string, number>;
  classes: ClassReport[];
  costliest: CostlyDecision[];
  curve: number[][];
  grades_text: string;
}

/** A command that was carried out: the number and hash of its event, and what the step tells beside them. `repeated` when it was sent before under the same key and is done already. */
export interface Posted {
  event: number;
  hash: string;
  repeated: boolean;
  [more: string]: unknown;
}

/** A command that was carried out, with what the step tells beside its event. */
export interface PostedEvent {
  event: number;
  repeated: boolean;
  [more: string]: unknown;
}

export interface PostedRuleView {
  text: string;
  clause: string;
}

/** What a bettor is asked about. */
export type Question = "insurance" | "top-up" | "split" | "double" | "draw" | "side bet";

/** A finished round, step by step. `void` is why it was interrupted, `void_text` says so. `balances` are for auditors: everybody's chips before their bets and after the last step. */
export interface Recall {
  table: string;
  round: number;
  notation: string;
  steps: RecalledStep[];
  void?: string;
  void_text?: string;
  balances?: Record<string, BeforeAndAfter>;
}

/** An event of the books. `entries` and `saw` (what every seat saw afterwards) are for auditors. */
export interface RecalledStep {
  number: number;
  at: string;
  kind: string;
  actor: string;
  hash: string;
  said: Record<string, unknown>;
  answer: Record<string, unknown>;
  entries?: EntryView[];
  saw?: Record<string, SeatView>;
}

/** How a stake on a hand ended. */
export type Result = "win" | "lose" | "push" | "bust" | "blackjack";

/** A sentence, without its capital, about something that was won, lost or returned. */
export interface ResultLine {
  text: string;
  net: number;
}

/** The round that is over, every card shown. */
export interface ResultView {
  dealer: DealerView;
  boxes: BoxView[];
  seats: SeatResult[];
  notation: string;
  void: boolean;
  void_reason: string;
  void_text: string;
}

/** The round before a decision, as its player saw it. */
export interface ReviewStep {
  play: PlayedRoundView;
  decision: ReviewedDecision;
}

/** A decision that was made, and what it cost in original wagers; null where it has no exact value. `number` counts the decisions of the round from 0; `text` is the verdict, or why there is none. */
export interface ReviewedDecision {
  number: number;
  box: number;
  bettor: number;
  action: string;
  amount: number;
  hand: string;
  hand_class: string;
  wager: number;
  best: string | null;
  cost: number | null;
  grade: Grade | null;
  text: string;
  advice: Advice | null;
}

export interface ReviewedSeat {
  box: number;
  bettor: number;
  player: string;
}

/** A finished round to step through. `table` is what the layout shows. */
export interface RoundReview {
  table: FixedView;
  notation: string;
  seats: ReviewedSeat[];
  steps: ReviewStep[];
  result: ResultView;
}

/** A player's decisions in the round under way, or in the last. */
export interface RoundVerdicts {
  round: number;
  decisions: ReviewedDecision[];
}

/** What one change is worth to the house. `refused` says why the change cannot be made or has no figure. */
export interface RuleEffect {
  key: string;
  override: string;
  label: string;
  house_edge: number | null;
  difference: number | null;
  side_bets: SideBetDifference[];
  refused: string;
}

export interface RuleEffects {
  key: string;
  effects: RuleEffect[];
}

/** `player` sat there in that round; empty for rounds of earlier versions. `lines` say how it ended, `reasons` by hand what decided it. */
export interface SeatResult {
  seat: number;
  bettor: number;
  wagers: Record<string, number>;
  hands: HandRecord[];
  side: Record<string, SideRecord>;
  insurance: number;
  net: number;
  insurance_wager?: number;
  insurance_breakage?: string;
  tip?: TipRecord;
  absent?: boolean;
  player: string;
  lines: ResultLine[];
  reasons: string[];
}

/** A round as one box sees it, with what is open to it. */
export interface SeatView {
  game: string;
  stage: Stage;
  waits: Waits;
  to_act: ToAct | null;
  dealer: DealerView;
  boxes: BoxView[];
  meters: Record<string, number>;
  legal: OptionView[];
}

/** A security event of the books, with what it tells. `unwritten` failures came too fast before it. */
export interface SecurityEvent {
  event: number;
  at: string;
  user: string;
  by: string;
  what: string;
  unwritten?: number;
  [more: string]: unknown;
}

export interface SheetDecided {
  event: number;
  repeated: boolean;
  sheet: string;
  approved: boolean;
  remarks: string[];
  [more: string]: unknown;
}

/** The changed game as a TOML sheet of its own. */
export interface SheetFile {
  file: string;
  text: string;
}

/** `contributions` are pairs of player and text. `contribute` while more are taken. */
export interface ShoeView {
  number: number;
  commitment: string;
  left: number;
  cards: number;
  behind_cut_card: number;
  contributions: string[][];
  contribute: boolean;
}

export interface SideBetDifference {
  id: string;
  name: string;
  paytable: string;
  difference: number;
}

/** The exact house edge of a side bet, for best play of the main game on a fresh shoe; null where it has none. */
export interface SideBetEdge {
  id: string;
  house_edge: number | null;
}

/** A paytable of a side bet; ``posted`` is the one on the table. ``hit_rate`` is how often the bet wins. */
export interface SideBetMeasure {
  id: string;
  name: string;
  paytable: string;
  posted: boolean;
  house_edge: number;
  hit_rate: number;
}

export interface SideBetView {
  id: string;
  name: string;
  counts_lammers: boolean;
  minimum: number;
  maximum: number;
  paytable: string;
  pays: string[];
  placed_later: boolean;
}

/** A settled side bet. `award` came off the meter `level`; `envy` goes to the dealers' tip pool. */
export interface SideRecord {
  outcome: string;
  net: number;
  award?: number;
  level?: string;
  envy?: number;
  breakage?: number;
}

/** The hand signal for an action. */
export interface SignalView {
  action: string;
  sign: string;
  clause: string;
}

/** A progressive wager of the hand on show. `won` is all that was paid for it; `envy` (Lucky George) is what the dealers' tip pool was paid. `text` says what was won or lost so far. */
export interface SpotView {
  box: number;
  player: string;
  amount: number;
  outcome: string;
  won: number;
  envy: number;
  stage: "" | "selected" | "frozen" | "paid";
  level: string;
  percent: number;
  award: number;
  text: string;
}

/** ``sd`` in original wagers; ``at_risk`` is the own money put at risk on average. */
export interface Spread {
  sheet: string;
  sd: number | null;
  at_risk: number | null;
  house_edge_at_risk: number | null;
  results: NetChance[];
  method: string;
  results_method: string;
  refused: string[];
  seconds: number;
}

export interface StaffEnrolled {
  enrolled: string;
  role: string;
}

/** `here` when they are connected; `tables` are those where they are on duty. */
export interface StaffMember {
  name: string;
  roles: ("player" | "spectator" | "dealer" | "supervisor" | "executive" | "auditor" | "administrator")[];
  here: boolean;
  tables: string[];
}

export type Stage = "betting" | "dealing" | "insuring" | "offering" | "playing" | "dealer" | "done";

/** One bettor's money on a hand. `paid` is what it won and was paid already; 0 while it waits. `stands_on` is the total a bettor stood on instead of following a draw. */
export interface StakeView {
  own: number;
  free: number;
  doubled: "free" | "paid" | null;
  split: "free" | "paid" | null;
  paid: number;
  stands_on?: number;
}

/** Where a hand stands. An instant win or loss is settled in substance and waits only to be counted. */
export type Status = "open" | "stood" | "bust" | "natural" | "instant win" | "instant loss" | "surrendered";

export interface TableApproved {
  approved: string;
}

/** A table as one viewer sees it. */
export interface TableView {
  game: string;
  name: string;
  limits: LimitsView;
  boxes: number;
  bettors: number;
  felt: FeltView;
  pays: PaysView[];
  signals: SignalView[];
  posted: PostedRuleView[];
  guide: PostedRuleView[];
  side_bets: SideBetView[];
  table: string;
  status: "open" | "closed";
  round: number;
  under_way: boolean;
  deadline: string;
  turn_seconds: number;
  absent_from: string;
  training: boolean;
  idle_rounds: number;
  unseated: Unseated[];
  coach: boolean;
  cut: CutView | null;
  call: CallView | null;
  shoe: ShoeView | null;
  progressive: JackpotView | null;
  result: ResultView | null;
  seats: OwnSeatEntry[];
  chips: number | null;
  play: PlayView | null;
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

/** A bet for the dealers: what the owner added to it, and what an interruption gave back. */
export interface TipRecord {
  wager: number;
  net: number;
  added?: number;
  returned?: number;
}

export interface ToAct {
  box: number;
  bettor: number;
}

/** A seat that was freed because nobody bet there. */
export interface Unseated {
  box: number;
  player: string;
}

export interface UserView {
  name: string;
  roles: ("player" | "spectator" | "dealer" | "supervisor" | "executive" | "auditor" | "administrator")[];
}

export interface ValuedAction {
  action: string;
  word: string;
  value: number;
}

/** Who visits: nobody yet (`me` is null), and then whether they come as a guest, log in or make the first user. */
export interface Visit {
  me: Me | null;
  guests: boolean;
  no_users: boolean;
}

/** The input that the round waits for. */
export type Waits = "bets" | "card" | "answer" | "play" | "nothing";

/** What decided a stake on a hand. */
export type Why = "higher total" | "lower total" | "tie" | "bust" | "dealer bust" | "dealer 22" | "natural" | "both natural" | "dealer natural" | "original wager only" | "even money" | "surrender" | "first-card ace" | "dealer first-card ace" | "void";

export interface WitnessHealth {
  where: string;
  reached: boolean;
}

/** A game and everything about it that can be set. */
export interface WorkbenchGame {
  game: string;
  sheet: string;
  name: string;
  summary: string;
  groups: ControlGroup[];
}
