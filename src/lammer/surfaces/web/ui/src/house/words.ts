/** What things are called: the same words the terminal uses. */
import { moneyText } from "./money";
import type { FeltView, OptionView } from "./types";

export const HIDDEN = "??";
const RANKS: Record<string, string> = {
  A: "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
  "8": "eight", "9": "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const WHY: Record<string, string> = {
  "higher total": "the higher total",
  "lower total": "the dealer has more",
  tie: "equal totals",
  "dealer 22": "dealer 22",
  "dealer bust": "the dealer busts",
  bust: "over the limit",
  surrender: "half the bet comes back",
  void: "the round was interrupted",
  "original wager only": "only the original bet is lost",
  "first-card ace": "the first card is an ace",
  "dealer first-card ace": "the dealer's first card is an ace",
};

export function spokenCard(card: string): string {
  return card === HIDDEN ? "a card face down" : `${RANKS[card[0] ?? ""]} of ${SUITS[card[1] ?? ""]}`;
}

export function totalText(hand: { total?: number; soft?: boolean }): string {
  if (hand.total === undefined) return "";
  return hand.soft ? `soft ${hand.total}` : String(hand.total);
}

export function naturalWord(felt: FeltView): string {
  return felt.limit === 21 ? "blackjack" : `a two-card ${felt.limit}`;
}

export function whyText(felt: FeltView, why: string): string {
  const natural = naturalWord(felt);
  const said: Record<string, string> = {
    natural,
    "dealer natural": `the dealer has ${natural}`,
    "both natural": `both have ${natural}`,
  };
  return said[why] ?? WHY[why] ?? why;
}

export function interruptedText(reason: string): string {
  return reason ? sentence(`the round was interrupted: ${reason}`) : "The round was interrupted.";
}

export function outcomeText(hand: { result: string; net: number }): string {
  if (hand.result === "push") return "pushes";
  if (hand.net === 0) return "loses nothing of yours";
  return hand.net > 0 ? `wins ${moneyText(hand.net)}` : `loses ${moneyText(-hand.net)}`;
}

export const KEYS: Record<string, string> = {
  stand: "s", hit: "h", "free-double": "f", double: "d", "free-split": "p", split: "p", surrender: "r",
  insure: "i", "even-money": "e", pass: "n", follow: "y", decline: "n",
};
const OWN_SPLIT_KEY = "o";
const WORDS: Record<string, string> = {
  pass: "no", follow: "follow", decline: "do not follow", insure: "insure", "even-money": "even money",
};
export const ORDER = [
  "free-split", "free-double", "hit", "stand", "double", "split", "surrender",
  "insure", "even-money", "follow", "pass", "decline",
];

export interface Choice {
  kind: string;
  key: string;
  free: boolean;
  word: string;
  least: number;
  /** What the purse can put up of the option's amount. */
  most: number;
  step: number;
  /** Why it cannot be taken now; empty when it can. */
  refused: string;
}

export function choiceWord(kind: string): string {
  return WORDS[kind] ?? kind.replace("free-", "");
}

/** The legal choices for a purse with so much left, and those the table refuses with its reason. */
export function choicesFor(legal: OptionView[], refused: Record<string, string>, left: number, felt: FeltView): Choice[] {
  const both = legal.some((one) => one.kind === "split") && legal.some((one) => one.kind === "free-split");
  const open = legal.map((option): Choice => {
    const most = Math.min(option.most, left - (left % option.step));
    const short = most < option.least;
    return {
      kind: option.kind,
      key: both && option.kind === "split" ? OWN_SPLIT_KEY : (KEYS[option.kind] ?? ""),
      free: option.kind.startsWith("free"),
      word: choiceWord(option.kind),
      least: option.least,
      most: short ? option.most : most,
      step: option.step,
      refused: short ? `it takes ${moneyText(option.least)} of your own money, and you have ${moneyText(left)} left` : "",
    };
  });
  const shut = Object.entries(refused)
    .filter(([kind]) => kind !== "surrender" && (felt.free_bets || !kind.startsWith("free")))
    .map(([kind, why]): Choice => {
      const free = kind.startsWith("free");
      return { kind, key: "", free, word: choiceWord(kind), least: 0, most: 0, step: 1, refused: why };
    });
  return [...open, ...shut].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** `FREE double`, `double 10`, `hit`. */
export function choiceLabel(choice: Choice): string {
  if (choice.free) return `FREE ${choice.word}`;
  return choice.most > 0 ? `${choice.word} ${moneyText(choice.most)}` : choice.word;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function sentence(text: string): string {
  const told = capital(text);
  return /[.!?…\]]$/.test(told) ? told : `${told}.`;
}

export function easedText(eased: { outcome: string; reference: string }): string {
  return `${eased.outcome} wins the highest award too, until it is won (petition ${eased.reference})`;
}

export function listed(names: string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
