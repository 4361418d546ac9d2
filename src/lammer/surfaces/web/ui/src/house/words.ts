/** Choices and sentences, made from words that the terminal shares. */
import { moneyText } from "./money";
import { CARD_NAMES, CHOICE_KEYS, CHOICE_ORDER, CHOICE_WORDS, OWN_SPLIT_KEY, SOFT_TOTAL } from "./phrases";
import type { FeltView, OptionView } from "./types";

export { HIDDEN } from "./phrases";

export function spokenCard(card: string): string {
  return CARD_NAMES[card] ?? card;
}

export function totalText(hand: { total?: number; soft?: boolean }): string {
  if (hand.total === undefined) return "";
  return hand.soft ? SOFT_TOTAL.replace("{total}", String(hand.total)) : String(hand.total);
}

export interface Choice {
  kind: string;
  key: string;
  free: boolean;
  word: string;
  minimum: number;
  /** The largest amount that the player can afford. */
  maximum: number;
  step: number;
  /** Why it cannot be taken now; empty when it can. */
  refused: string;
}

export function choiceWord(kind: string): string {
  return CHOICE_WORDS[kind] ?? kind;
}

/** Where a pair may be split free or with own money, the second has a key of its own. */
export function choiceKey(kind: string, legal: OptionView[]): string {
  const free = legal.some((one) => one.kind === "free-split");
  return kind === "split" && free ? OWN_SPLIT_KEY : (CHOICE_KEYS[kind] ?? "");
}

/** Legal choices that the player can afford, and the others with the reason against them. */
export function choicesFor(legal: OptionView[], refused: Record<string, string>, left: number, felt: FeltView): Choice[] {
  const open = legal.map((option): Choice => {
    const maximum = Math.min(option.maximum, left - (left % option.step));
    const short = maximum < option.minimum;
    return {
      kind: option.kind,
      key: choiceKey(option.kind, legal),
      free: option.kind.startsWith("free"),
      word: choiceWord(option.kind),
      minimum: option.minimum,
      maximum: short ? option.maximum : maximum,
      step: option.step,
      refused: short ? `it takes ${moneyText(option.minimum)} of your own money, and you have ${moneyText(left)} left` : "",
    };
  });
  const shut = Object.entries(refused)
    .filter(([kind]) => (felt.surrender || kind !== "surrender") && (felt.free_bets || !kind.startsWith("free")))
    .map(([kind, why]): Choice => {
      const free = kind.startsWith("free");
      return { kind, key: "", free, word: choiceWord(kind), minimum: 0, maximum: 0, step: 1, refused: why };
    });
  return [...open, ...shut].sort((a, b) => CHOICE_ORDER.indexOf(a.kind) - CHOICE_ORDER.indexOf(b.kind));
}

/** `FREE double`, `double 10`, `hit`. */
export function choiceLabel(choice: Choice): string {
  if (choice.free) return `FREE ${choice.word}`;
  if (choice.kind === "place") return choice.word;
  return choice.maximum > 0 ? `${choice.word} ${moneyText(choice.maximum)}` : choice.word;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function sentence(text: string): string {
  const words = capital(text);
  return /[.!?…\]]$/.test(words) ? words : `${words}.`;
}

export function listed(names: string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
