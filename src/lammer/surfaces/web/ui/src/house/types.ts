/** What the server answers. Made from its OpenAPI document by tools/page_types.py: do not edit. */

export type ActionKind = "hit" | "stand" | "double" | "free-double" | "split" | "free-split" | "surrender" | "insure" | "even-money" | "pass" | "follow" | "decline" | "place" | "parlay" | "switch" | "trade" | "bet" | "deal" | "absent" | "void" | "burn" | "card" | "spin";

/** The value of an action in original wagers, for the maximum amount and for the minimum amount. */
export interface ActionValue {
  action: string;
  worth: number;
  minimum_worth: number;
}

/** Legal actions by value, best first; `unvalued` are actions that the coach cannot value. `text` names the best action, `sides` the side bets that are included. */
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

/** `by` is who approved the sheet; empty for a shipped sheet without a decision. `game` and `overrides` identify it in a decision. */
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

/** A question to a player; `tip` if it is about the bet for the dealers. `bet` is a side bet that is offered, and `text` the question about it. */
export interface AskView {
  about: Question;
  how: string;
  tip: boolean;
  bet: string;
  text: string;
}

/** A side bet that can be attached to a game: open the table for `game+id`. `origin` says where its rules come from. */
export interface AttachableBet {
  id: string;
  name: string;
  summary: string;
  origin: string;
}

/** An award of a jackpot that needed approval. It has an approval form and, once it is paid, a slip. */
export interface AwardPaper {
  table: string;
  hand: number;
  spot: number;
  outcome: string;
  amount: number;
  stage: "frozen" | "paid";
  at: string;
}

export interface AwardWait {
  wagers: number;
  hours: number;
  days: number;
}

export interface AwardWaits {
  average: AwardWait;
  median: AwardWait;
  ninety_percent: AwardWait;
}

export interface AwardsAhead {
  percent: number;
  number: SimulatedAverage;
  pays: SimulatedAverage | null;
}

/** After some rounds: the chance that the bankroll is lost, its mean and its standard deviation. */
export interface BankrollAfter {
  rounds: number;
  hours: number;
  ruined: number;
  mean: number;
  sd: number;
}

/** Winnings in wagers, by the percentiles of the reply. */
export interface BankrollFanPoint {
  rounds: number;
  winnings: number[];
}

/** `found` is what the command line prints. Everything else is in units of money. `kelly_bet` is the unit of Kelly's bets for the bankroll, times the fraction; 0 without an advantage, null if a round cannot lose. */
export interface BankrollFigures {
  found: RiskFound;
  command: string;
  rounds_per_hour: number;
  win_per_hour: number;
  sd_per_hour: number;
  kelly_bet: number | null;
  by_bank: RuinOfBankroll[];
  by_rounds: BankrollAfter[];
  winnings: WinningsBetween[];
}

/** ``basis`` is exact or simulated. ``n0`` is null without an edge. */
export interface BankrollProspects {
  bank: number;
  horizon: number;
  basis: string;
  house_edge: number;
  sd: number;
  ruin_within_horizon: number;
  ruin_ever: number;
  n0: number | null;
  percentiles: number[];
  fan: BankrollFanPoint[];
}

/** A player's chips before their bets on a round and after its last payment. `net` is the result of the round, `elsewhere` is what moved meanwhile at the cage or at another table: before + net + elsewhere = after. */
export interface BeforeAndAfter {
  before: number;
  net: number;
  elsewhere: number;
  after: number;
}

/** `side_paid` has the wins of side bets that have already been paid. `against`: `main` is bet against the hand. `carried` has the rounds won so far by bets from earlier rounds, `lights` the lights that are lit now. */
export interface BettorView {
  bettor: number;
  tip: boolean;
  main: number;
  side: Record<string, number>;
  side_paid: Record<string, number>;
  insurance: number;
  absent: boolean;
  against?: boolean;
  carried?: Record<string, number>;
  lights?: number;
}

/** The result of verifying the books. Events after `signed` are not covered by a signature yet. */
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

/** A bet from an earlier round that is still on the layout. `text` says how many rounds it has won so far. */
export interface CarriedView {
  bet: string;
  amount: number;
  wins: number;
  text: string;
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

/** `lost` is in bets. */
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

/** `error` is in `unit`, which is empty for plays; `text` tells the right answer and why. `cards` were shown. */
export interface CountAnswer {
  right: boolean;
  expected: string;
  error: number;
  unit: string;
  text: string;
  cards: number;
  progress: DrillProgress;
}

/** A question of a counting drill. `groups` are the cards to count, for the speed drill; `tray` is the picture of the deck drill; `table` and `play` are the hand of the index drill. `seed` and `line` are sent back with the answer. */
export interface CountQuestion {
  seed: string;
  line: string;
  text: string;
  groups: string[][];
  tray: TrayPicture | null;
  table: FixedView | null;
  play: PlayView | null;
  again: boolean;
}

export interface CountingSystem {
  id: string;
  name: string;
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

/** `checked` if the dealer has checked the hole card and has no natural. */
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

/** A hand to play. `again` if it was answered wrongly before; `to_repeat` counts the hands that come back. `line` is sent back with the answer. */
export interface DrillHand {
  key: string;
  line: string;
  again: boolean;
  to_repeat: number;
  table: FixedView;
  play: PlayView;
}

/** Hands answered wrongly, by key: right answers since then, and the number of answers after which it is due. */
export interface DrillMemory {
  answered: number;
  cards: Record<string, number[]>;
}

/** All your answers to one drill of a game: sums of errors, seconds and cards; `again` are hands that come back. */
export interface DrillProgress {
  answers: number;
  right: number;
  error: number;
  seconds: number;
  cards: number;
  again: Record<string, number[]>;
}

/** By petition, a more frequent hand also wins the highest award, until the award is won. */
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

/** The effects of irreversible steps at a table now; empty if a step is not possible. */
export interface Effects {
  close: string;
  void: string;
}

/** An entry of an event: money that moved from one account to another. */
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

/** The print on the layout. `natural` is the name of a natural in a sentence, `natural_name` its name by itself. With two `hands_per_box` the main bet lies on each of them. */
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
  hands_per_box: number;
}

/** The part of a view that never changes at a table. */
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
  against: boolean;
}

/** ``value`` is the paytable as JSON, ``override`` what sets it. */
export interface FoundPaytable {
  pays: (number | null)[];
  value: unknown;
  override: string;
  house_edge: number;
  hit_rate: number;
  sd: number;
}

/** A game that a table can be opened for; `house_edge` is null until it is computed. `origin` says where its rules come from; a `variant` is a game as another house deals it. `cards` are shown on its card in the lobby. */
export interface Game {
  game: string;
  name: string;
  summary: string;
  house_edge: number | null;
  side_bets: string[];
  attachable: AttachableBet[];
  origin: string;
  variant: boolean;
  free_bets: boolean;
  minimum: number;
  maximum: number;
  cards: string[];
}

export type Grade = "good" | "inaccuracy" | "mistake" | "blunder";

export interface GradedRound {
  round: number;
  decisions: ReviewedDecision[];
}

/** A settled hand. `breakage` is the unpaid fraction of a minor unit. `against`: the bet was against the hand. */
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
  against?: boolean;
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

/** A hand. If its cards are hidden from this viewer it has no total; `face_down` marks a busted hand turned over, `boxed` one that still wins if the dealer busts too. */
export interface HandView {
  cards: string[];
  total?: number;
  soft?: boolean;
  status?: Status;
  face_down?: boolean;
  boxed?: boolean;
  stakes: (StakeView | null)[];
}

/** `faults` are the reasons why the floor cannot be played. */
export interface Health {
  status: "ok" | "unhealthy";
  version: string;
  faults: Record<string, string>;
  witness?: WitnessHealth;
}

export interface JackpotAward {
  outcome: string;
  level: string;
  percent: number;
  chance: number;
  wagers_between: number;
}

/** As `lammer progressive analyze --json` tells it, with the return by meter. */
export interface JackpotFigures {
  today: JackpotToday;
  long_run: JackpotLongRun;
  curves: ReturnCurve[];
}

export interface JackpotGrowth {
  years: number;
  paths: number;
  seed: number;
  wagers: number;
  levels: LevelAhead[];
  fan: MetersAhead[];
}

export interface JackpotLevelRun {
  level: string;
  until_full_award: AwardWaits;
  average_meter_at_award: number;
  average_reserve_at_full_award: number;
  seed_collected: number;
  reserve_covers_seed: SeedCover;
}

export interface JackpotLevelToday {
  level: string;
  meter: number;
  reserve: number;
  average_next_full_award: number | null;
  reserve_covers_seed: SeedCover;
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

export interface JackpotLongRun {
  return: number;
  return_from_fixed_pays: number;
  return_from_increments: number;
  return_from_reserves: number;
  return_from_seeds: number;
  house_edge: number;
  envy_cost: number;
  awards: JackpotAward[];
  levels: JackpotLevelRun[];
}

/** What a jackpot's books can print, newest first. */
export interface JackpotPapers {
  awards: AwardPaper[];
  readings: ReadingPaper[];
  petitions: PetitionPaper[];
}

export interface JackpotStake {
  stake: number;
  return: number;
  return_from_fixed_pays: number;
  return_from_meters: Record<string, number>;
  house_edge: number;
  envy_cost: number;
  break_even_meters: Record<string, number>;
  break_even_above_limit: Record<string, number>;
}

export interface JackpotToday {
  stakes: JackpotStake[];
  levels: JackpotLevelToday[];
}

/** `frozen` is the amount by level that is confirmed but not completed; the meter shows it until the card is swiped. `lit` while the sensors are lit and the cards not dealt: bets are closed. */
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

/** The jackpots, and the shipped terms for a new one. */
export interface Jackpots {
  links: JackpotLink[];
  terms: string[];
}

/** House edges when the main game is played for itself (``alone``), and when it is played for both bets. ``gain`` is what the player gains by the latter in main wagers a round. ``changes`` are all up to any ratio. */
export interface JointPlay {
  bet: string;
  paytable: string;
  ratio: number;
  main_alone: number;
  main_joint: number;
  bet_alone: number;
  bet_joint: number;
  gain: number;
  changes: PlayChange[];
}

/** Over the simulated years. */
export interface LevelAhead {
  level: string;
  awards: AwardsAhead[];
  reserve_short_of_seeds: SimulatedAverage;
  above: number;
  ever_above: SimulatedAverage;
}

/** The lights of a player before the round, those lit in it, and those that are left; `prize` is part of `net`. */
export interface LightsRecord {
  before: number;
  lit: number;
  after: number;
  prize?: number;
}

/** The lights at a box, of those that win the prize. */
export interface LightsView {
  lit: number;
  needed: number;
  prize: number;
}

export interface LimitsView {
  minimum: number;
  maximum: number;
  apply_to: "bettor" | "box";
}

/** The user who is logged in. `guests` is true on a local floor, where one person has every role. */
export interface Me {
  name: string;
  roles: ("player" | "spectator" | "dealer" | "supervisor" | "executive" | "auditor" | "administrator")[];
  chips: number;
  guests: boolean;
}

/** Every meter on one day, by level and percentile. */
export interface MetersAhead {
  day: number;
  wagers: number;
  meters: Record<string, Record<string, number>>;
}

export interface NetChance {
  net: number;
  probability: number;
}

/** How many rounds of a seat ended with a net, in units. */
export interface NetCount {
  net: number;
  rounds: number;
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

/** The next step of the jackpot's hand, and the role that takes it. */
export interface NextStep {
  role: "dealer" | "supervisor" | "executive";
  kind: "lights" | "take" | "deal" | "select" | "confirm" | "swipe" | "end";
  spot: number;
  outcome: string;
  undo: boolean;
}

/** Success without further data. */
export interface Nothing {
}

/** A table with its limits and exact edge (null until it is computed), and its free boxes, the middle ones first. `dealer` is the dealer on duty. `calls` is the role that the table calls, for an absent player or its jackpot; empty for none. */
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

/** A legal action; its amount, if any, is in `minimum … maximum` by `step`. */
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
  carried: CarriedView[];
  lights: LightsView | null;
  mine: boolean;
}

/** A finished document or picture; `content` is in base64. */
export interface PaperFile {
  file: string;
  type: string;
  content: string;
}

/** How far a paper is: `done` of `of` parts, and the part that is being made. All are 0 before it begins. */
export interface PaperProgress {
  done: number;
  of: number;
  part: string;
}

export interface PastHand {
  cards: string[];
  total: number;
  net: number;
}

/** A finished round. `notation` is the round in the books; `shared` also has the jackpot's wagers and meters, which are not part of the round. */
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

/** `wager` is the main bet, `net` the result without the jackpot; `jackpot` is the progressive wager, `jackpot_net` its result. */
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

/** An outcome. ``pays`` is null where no fixed pay belongs to it: it loses, comes back or wins a meter. ``returned`` is what it adds to the return of a wager. ``break_even`` is the pay that makes the bet fair, other rows as they are; it may lie below 0, where the bet is the player's even without the row. */
export interface PayRow {
  outcome: string;
  chance: number;
  pays: number | null;
  net: number;
  returned: number;
  break_even: number | null;
}

/** A row of the main wager's pay schedule. */
export interface PaysView {
  hand: string;
  pays: string;
  at_once: boolean;
  clause: string;
}

/** ``key`` is that of the paytable in the sheet, ``value`` the paytable there. Insurance has no key: it is set by its odds. */
export interface PaytableFigures {
  rows: PayRow[];
  house_edge: number;
  hit_rate: number;
  sd: number;
  bet: string;
  name: string;
  paytable: string;
  posted: boolean;
  key: string;
  clause: string;
  basis: string;
  value: unknown;
  on_play: boolean;
  up_cards: UpCardEdge[];
}

/** ``number`` tables fit; those nearest to the middle of the range are listed. ``stopped`` is empty, or says by which bound the search ended before it had tried all. */
export interface PaytableSearch {
  rows: string[];
  tables: FoundPaytable[];
  number: number;
  stopped: string;
}

/** `done`: something was handed over by it. */
export interface PetitionPaper {
  reference: string;
  permits: string;
  done: boolean;
}

/** A numbered form of the pit. The expected amount and the figures of a count are included once it is signed. */
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

/** Actual and theoretical win of a table in a period; see docs/pit.md. Money in minor units. */
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

/** From ``ratio`` on, side wager to main wager, ``after`` is the better play of a first hand. */
export interface PlayChange {
  hand: string;
  up: string;
  ratio: number;
  before: string;
  after: string;
}

/** Exact figures of a strategy on a fresh shoe: the edge, and the chance of each number of lammers without a dealer natural. */
export interface PlayEdge {
  house_edge: number;
  lammers: number[];
  dealer_natural: number;
}

/** The exact distribution of a round's net, in original wagers. */
export interface PlayNets {
  sd: number;
  results: NetChance[];
}

/** ``play`` is written like ``D/H``: the first legal action is played. ``value`` in original wagers. */
export interface PlayValue {
  play: string;
  value: number;
}

/** The result of replaying every finished round and every step of a jackpot. */
export interface PlayVerdictView {
  rounds: number;
  steps: number;
  faults: FaultView[];
  warnings: string[];
  right: boolean;
}

/** The round in progress as one viewer sees it. */
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

/** The round in progress, for all viewers who see the same cards. */
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

/** Money is in minor units, `lost_bets` in bets. `curve` has rounds, net, expected net and half the width of the 95% band, each as a list. `rough` if there are too few rounds for the band. `left_out` are side bets without an exact expectation, which `expected` and `luck` leave out. */
export interface PlayerReport {
  player: string;
  rounds: number;
  decisions: number;
  unvalued: number;
  net: number;
  main: number;
  sides: Record<string, number>;
  left_out: string[];
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

/** The result of a command: the number and hash of its event, and further fields of the step. `repeated` if a command with the same key was already carried out. */
export interface Posted {
  event: number;
  hash: string;
  repeated: boolean;
  [more: string]: unknown;
}

/** The result of a command: its event and further fields of the step. */
export interface PostedEvent {
  event: number;
  repeated: boolean;
  [more: string]: unknown;
}

export interface PostedRuleView {
  text: string;
  clause: string;
}

/** Parts that are compiled, of how many, and the part that is being compiled. */
export interface PreparationState {
  ready: boolean;
  done: number;
  of: number;
  part: string;
}

/** The terms for a game; none where it has no progressive. `games` are those that have one. */
export interface ProgressiveChoices {
  terms: ProgressiveTerms[];
  games: string[];
}

/** Shipped terms of a progressive, as they can be set otherwise. */
export interface ProgressiveTerms {
  terms: string;
  name: string;
  paytable: string;
  stakes: number[];
  levels: string[];
  controls: TermControlView[];
}

/** The subject of a question to a bettor. */
export type Question = "insurance" | "top-up" | "split" | "double" | "draw" | "side bet" | "parlay" | "switch" | "trade";

/** ``sd`` in original wagers, closer to the exact one than ``tolerance``; ``at_risk`` is exact. */
export interface QuickSpread {
  sheet: string;
  sd: number | null;
  tolerance: number;
  at_risk: number | null;
  refused: string[];
  seconds: number;
}

/** A reading of the meters. */
export interface ReadingPaper {
  event: number;
  at: string;
  by: string;
  alarm: boolean;
}

/** A finished round, step by step. `void` is the reason for an interruption, `void_text` the sentence about it. `balances` are for auditors: everybody's chips before their bets and after the last step. */
export interface Recall {
  table: string;
  round: number;
  notation: string;
  steps: RecalledStep[];
  void?: string;
  void_text?: string;
  balances?: Record<string, BeforeAndAfter>;
}

/** An event in the books. `entries` and `saw` (the view of every seat afterwards) are for auditors. */
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

/** The result of a stake on a hand. */
export type Result = "win" | "lose" | "push" | "bust" | "blackjack";

/** A sentence about a win, a loss or a returned bet. It begins with a lower-case letter. */
export interface ResultLine {
  text: string;
  net: number;
}

/** The finished round, with every card. */
export interface ResultView {
  dealer: DealerView;
  boxes: BoxView[];
  seats: SeatResult[];
  notation: string;
  void: boolean;
  void_reason: string;
  void_text: string;
}

/** What a wager returns by the meter of one level, the other levels as they stand. */
export interface ReturnCurve {
  level: string;
  meters: number[];
  stakes: StakeReturns[];
}

/** The round before a decision, as its player saw it. */
export interface ReviewStep {
  play: PlayedRoundView;
  decision: ReviewedDecision;
}

/** A decision and its cost in original wagers, null if it has no exact value. `number` counts the decisions of the round from 0; `text` is the verdict, or the reason why there is none. */
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

/** The rounds at one true count: their share, the bet there, and the mean net of a unit with its error. */
export interface RiskAtCount {
  true_count: number;
  share: number;
  bet: number;
  value: number;
  sd: number;
  error: number;
}

/** What can be chosen. `cut_decks` is where the cut card lies unless told otherwise. */
export interface RiskChoices {
  systems: CountingSystem[];
  cut_decks: number;
  seats: number;
}

/** Winnings by percentile after some rounds. */
export interface RiskFanPoint {
  rounds: number;
  winnings: Record<string, number>;
}

/** What `lammer risk --json` prints. Amounts are in units of the ramp, `unit` is one in units of money. */
export interface RiskFound {
  sheet: string;
  strategy: string;
  seats: number;
  unit: number;
  simulated_rounds: number;
  stopped: boolean;
  count: string | null;
  ramp: string;
  bank: number;
  rounds: number;
  goal: number | null;
  win_per_100: number;
  win_per_100_interval_95: number[];
  sd_per_100: number;
  average_bet: number;
  rounds_played: number;
  n0: number | null;
  desirability_index: number;
  score: number;
  kelly_bank: number | null;
  kelly_fraction: number | null;
  growth_per_100: number | null;
  certainty_equivalent_per_100: number;
  ruin_ever: number;
  ruin_before_goal: number | null;
  ruin_within_rounds: number;
  ruin_before_goal_within_rounds: number | null;
  goal_within_rounds: number | null;
  chance_of_loss: number;
  mean_loss: number;
  fan: RiskFanPoint[];
  counts: RiskAtCount[];
}

/** A finished round to step through. `table` has the fixed values of the layout. */
export interface RoundReview {
  table: FixedView;
  notation: string;
  seats: ReviewedSeat[];
  steps: ReviewStep[];
  result: ResultView;
}

/** A player's decisions in the current round, or in the last one. */
export interface RoundVerdicts {
  round: number;
  decisions: ReviewedDecision[];
}

/** The chance to lose a bankroll within the trip, and ever. */
export interface RuinOfBankroll {
  bank: number;
  within: number;
  ever: number;
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

/** `player` sat there in that round; empty for rounds of earlier versions. `lines` are the results, `reasons` give the cause of each hand's result. */
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
  parlayed?: number;
  carried?: Record<string, number>;
  swapped?: boolean;
  lights?: LightsRecord;
  player: string;
  lines: ResultLine[];
  reasons: string[];
}

/** A round as one box sees it, with its legal actions. */
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

/** A security event of the books, with its further fields. `unwritten` is the number of earlier failures that came too fast to be written. */
export interface SecurityEvent {
  event: number;
  at: string;
  user: string;
  by: string;
  what: string;
  unwritten?: number;
  [more: string]: unknown;
}

export interface SeedCover {
  chance: number;
  is: string;
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

/** `contributions` are pairs of player and text. `contribute` while more are accepted. */
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

/** The exact house edge of a side bet, for the best play of the main game from a fresh shoe; null if there is none. */
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

export interface SideBetTables {
  sheet: string;
  tables: PaytableFigures[];
  refused: string[];
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
  origin: string;
}

/** A settled side bet. `award` is paid from the meter `level`; `envy` is paid to the dealers' tip pool. `stop` is that of its wheel, from 1; `from_others` is the part of `net` that the spins of other bettors paid. A bet with `carried` is not decided: it stays on the layout with so many wins. */
export interface SideRecord {
  outcome: string;
  net: number;
  award?: number;
  level?: string;
  envy?: number;
  breakage?: number;
  stop?: number;
  from_others?: number;
  carried?: number;
}

/** The hand signal for an action. */
export interface SignalView {
  action: string;
  sign: string;
  clause: string;
}

export interface SimulatedAverage {
  average: number;
  standard_error: number;
}

/** Sums of the chunks ``first`` to ``next`` − 1. ``unit`` and ``wager`` are minor units: a net of n units is n·unit / wager original wagers. ``squares`` is the sum of squares of what all seats of a round win together, in units; 0 with one seat. ``lammers`` counts rounds by number of lammers, rounds with a dealer natural apart. */
export interface SimulationSlice {
  first: number;
  next: number;
  chunks: number;
  seats: number;
  unit: number;
  wager: number;
  nets: NetCount[];
  lammers: number[];
  dealer_natural: number;
  squares: number;
  voids: number;
}

/** What can be chosen. ``cut_decks`` is where the cut card lies unless told otherwise. */
export interface SimulatorChoices {
  strategies: StrategyChoice[];
  cut_decks: number;
  decks: number;
  seats: number;
}

/** A progressive wager of the hand that is shown. `won` is everything paid for it; `envy` (Lucky George) is the amount paid to the dealers' tip pool. `text` says what was won or lost so far. `stop` is that of the `wheel`, and `from_others` the part of `won` from other bettors' spins. `announced`: the whole table is told. */
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
  stop: number;
  from_others: number;
  wheel: StopView[];
  announced: boolean;
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

/** `here` if they are connected; `tables` are the tables where they are on duty. */
export interface StaffMember {
  name: string;
  roles: ("player" | "spectator" | "dealer" | "supervisor" | "executive" | "auditor" | "administrator")[];
  here: boolean;
  tables: string[];
}

export type Stage = "betting" | "dealing" | "insuring" | "spinning" | "offering" | "playing" | "dealer" | "done" | "parlaying" | "switching";

/** The return of a wager of one stake at each meter of the curve. */
export interface StakeReturns {
  stake: number;
  returns: number[];
}

/** One bettor's money on a hand. `paid` is the win that has already been paid, else 0. `stands_on` is the total that a bettor stands on after declining a draw. */
export interface StakeView {
  own: number;
  free: number;
  doubled: "free" | "paid" | null;
  split: "free" | "paid" | null;
  paid: number;
  stands_on?: number;
}

/** The status of a hand. An instant win or loss is decided and only waits for settlement. */
export type Status = "open" | "stood" | "bust" | "natural" | "instant win" | "instant loss" | "surrendered";

/** A stop of a wheel: what it pays, and its weight. */
export interface StopView {
  text: string;
  weight: number;
}

export interface StrategyChoice {
  id: string;
  name: string;
}

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
  against: boolean;
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

/** A value of a level that can be set. `kind` is amount (minor units) or rate (millionths of a wager). */
export interface TermControlView {
  key: string;
  label: string;
  clause: string;
  kind: string;
  value: number;
}

/** A value of the terms: amounts in minor units, rates in millionths of a wager. */
export interface TermField {
  key: string;
  label: string;
  kind: "amount" | "amounts" | "rate" | "number" | "text";
  value: number | number[] | string;
  choices: (number | string)[];
}

/** Shipped terms for a new jackpot, with their posted pays. */
export interface Terms {
  terms: string;
  name: string;
  paytable: string;
  pays: string[];
  values: TermField[];
}

/** A tip bet, with the amounts that the owner added and that an interruption returned. */
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

/** A pile of cards: the discard tray or the shoe, `filled` as a part of the whole shoe of so many `decks`. */
export interface TrayPicture {
  shown: "tray" | "shoe";
  decks: number;
  filled: number;
}

/** A seat that was freed for lack of bets. */
export interface Unseated {
  box: number;
  player: string;
}

/** A bet that is placed after the up card: how often this up card is shown, and the edge under it. */
export interface UpCardEdge {
  up: string;
  offered: number;
  house_edge: number;
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

/** The current user, or null; and whether a visitor enters as a guest, or creates the first user. */
export interface Visit {
  me: Me | null;
  guests: boolean;
  no_users: boolean;
}

/** The input that the round waits for. */
export type Waits = "bets" | "card" | "answer" | "play" | "nothing" | "spin";

/** The reason for the result of a stake. */
export type Why = "higher total" | "lower total" | "tie" | "bust" | "dealer bust" | "dealer 22" | "natural" | "both natural" | "dealer natural" | "original wager only" | "even money" | "surrender" | "first-card ace" | "dealer first-card ace" | "void" | "both bust";

/** The chance of winnings from `low` to `high`, both included. */
export interface WinningsBetween {
  low: number;
  high: number;
  chance: number;
}

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
