/** This player's contribution to a shoe and the commitment seen at that time. They are kept on this device as evidence. */
import { useEffect, useState } from "preact/hooks";
import { keep, kept } from "./settings";
import type { TableView } from "./types";

export interface Memory {
  commitment: string;
  player: string;
  text?: string;
  /** Where this player cut the shoe. */
  cut?: number;
}

const KEPT = "lammer contributions";
const MOST = 200;
const LONGEST = 64;

function nameOf(table: string, shoe: number): string {
  return `${table} ${shoe}`;
}

export function remembered(table: string, shoe: number): Memory | undefined {
  return kept<Record<string, Memory>>(KEPT, {})[nameOf(table, shoe)];
}

/** The first commitment seen for a shoe stays: another one later would be a fault. */
export function remember(view: TableView, player: string, more: { text?: string; cut?: number }): void {
  if (!view.shoe) return;
  const all = kept<Record<string, Memory>>(KEPT, {});
  const name = nameOf(view.table, view.shoe.number);
  const { commitment } = all[name] ?? view.shoe;
  const { [name]: before, ...others } = all;
  const entries = [...Object.entries(others), [name, { ...before, commitment, player, ...more }] as const];
  keep(KEPT, Object.fromEntries(entries.slice(-MOST)));
}

export function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface Contribution {
  /** Whether this player can still contribute to the shoe. */
  open: boolean;
  text: string;
  write: (text: string) => void;
  /** What to send along with a bet or a cut: nothing once it was made. */
  sent: { contribution?: string };
  /** The server has accepted it. */
  taken: () => void;
}

/** A random text for every shoe, unless the player types another. */
export function useContribution(view: TableView, player: string): Contribution {
  const shoe = view.shoe;
  const [text, setText] = useState(randomText);
  const made = shoe?.contributions.find(([name]) => name === player)?.[1];
  useEffect(() => setText(randomText()), [shoe?.commitment]);
  const sends = shoe?.contribute && made === undefined && text.trim() !== "";
  return {
    open: Boolean(shoe?.contribute) && made === undefined,
    text: made ?? text,
    write: (typed) => setText(typed.slice(0, LONGEST)),
    sent: sends ? { contribution: text } : {},
    taken: () => {
      if (sends) remember(view, player, { text });
    },
  };
}
