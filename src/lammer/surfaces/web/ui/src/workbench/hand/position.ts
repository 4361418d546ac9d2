/** A position of the hand tab, and where it stands in the address: `hand=88&up=6&removed=55&stake=free&hands=3`. */
import type { Setup } from "../setup";

export interface Position {
  cards: string;
  up: string;
  removed: string;
  stake: "own" | "free";
  hands: number;
}

export const LETTERS = [..."A23456789T"];
const SUITS = "cdhs";

/** Cards as values: `10`, faces and spaces are understood. What is no card stays, so that the server can say so. */
export function cardLetters(text: string): string {
  return text.toUpperCase().replaceAll("10", "T").replace(/[JQK]/g, "T").replace(/[\s,]/g, "");
}

export function positionOf({ own }: Setup): Position {
  const stake = own["stake"] === "free" ? "free" : "own";
  const hands = Number(own["hands"] ?? (stake === "free" ? 2 : 1));
  return {
    cards: own["hand"] ?? "88",
    up: own["up"] ?? "6",
    removed: own["removed"] ?? "",
    stake,
    hands: Number.isInteger(hands) && hands >= 1 && hands <= 8 ? hands : 1,
  };
}

export function withPosition(own: Record<string, string>, { cards, up, removed, stake, hands }: Position): Record<string, string> {
  return { ...own, hand: cards, up, removed, stake: stake === "free" ? stake : "", hands: hands > 1 ? String(hands) : "" };
}

/** A hand with a lammer comes from a split; one hand alone has own money. */
export function withStake(position: Position, stake: "own" | "free"): Position {
  return { ...position, stake, hands: stake === "free" ? Math.max(position.hands, 2) : position.hands };
}

export function withHands(position: Position, hands: number): Position {
  return { ...position, hands, stake: hands === 1 ? "own" : position.stake };
}

/** The same question to the command line, which takes cards with suits. */
export function evsCommand(game: string, set: string[], position: Position): string {
  const suited = (cards: string): string => [...cards].map((letter, at) => `${letter}${SUITS[at % SUITS.length] ?? "c"}`).join(" ");
  const parts = ["lammer", "evs", game, `"${suited(position.cards)}"`, "--up", position.up];
  if (position.hands > 1) parts.push(position.stake === "free" ? "--free" : "--split", "--hands", String(position.hands));
  if (position.removed) parts.push("--remove", `"${suited(position.removed)}"`);
  for (const one of set) parts.push("--set", `'${one.replaceAll("'", `'\\''`)}'`);
  return parts.join(" ");
}
