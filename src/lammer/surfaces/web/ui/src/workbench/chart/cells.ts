/** Cells by their names, `hard16vT` or `free.pair8v6`, and the cells that the address holds: `edit` and `lock`, each a
 * list like `hard16vT:S,pair8v6:P`. */
import type { ChartCell, ChartReport, ChartRow, PlayedChart } from "../../house/types";
import type { Setup } from "../setup";

export type Stake = "own" | "free";
export type Plays = Map<string, string>;

export interface Cell {
  name: string;
  row: ChartRow;
  cell: ChartCell;
}

export interface Chosen {
  edits: Plays;
  locks: Plays;
}

export const SECTIONS: Record<string, string> = { hard: "Hard totals", soft: "Soft totals", pair: "Pairs" };

export function cellName(row: ChartRow, up: string): string {
  return `${row.stake === "free" ? "free." : ""}${row.section}${row.hand}v${up}`;
}

/** `Hard 16 against 10`, `Pair of aces against 6`. */
export function cellTitle({ row, cell }: Cell): string {
  const named = (letter: string): string => ({ A: "ace", T: "10" })[letter] ?? letter;
  const hand = row.section === "pair" ? `Pair of ${row.hand === "A" ? "aces" : `${named(row.hand)}s`}` : `${row.section === "soft" ? "Soft" : "Hard"} ${row.hand}`;
  return `${hand} against ${cell.up === "A" ? "an ace" : named(cell.up)}${row.stake === "free" ? ", with a lammer" : ""}`;
}

export function cellsOf(report: ChartReport): Map<string, Cell> {
  const found = new Map<string, Cell>();
  for (const row of report.rows) for (const cell of row.cells) found.set(cellName(row, cell.up), { name: cellName(row, cell.up), row, cell });
  return found;
}

export function readPlays(text: string | undefined): Plays {
  const pairs = (text ?? "").split(",").filter((one) => one !== "").map((one): [string, string] => {
    const colon = one.indexOf(":");
    return colon < 0 ? [one, ""] : [one.slice(0, colon), one.slice(colon + 1)];
  });
  return new Map(pairs);
}

function writePlays(plays: Plays): string {
  return [...plays].map(([name, play]) => (play ? `${name}:${play}` : name)).join(",");
}

export function playList(plays: Plays): string[] {
  return writePlays(plays).split(",").filter((one) => one !== "");
}

export function chosenOf(setup: Setup): Chosen {
  return { edits: readPlays(setup.own["edit"]), locks: readPlays(setup.own["lock"]) };
}

/** A cell that is edited to its own play is not edited; a cell is either edited or locked. */
export function withCell({ edits, locks }: Chosen, cell: Cell, play: string, locked: boolean): Chosen {
  const others = (plays: Plays): Plays => new Map([...plays].filter(([name]) => name !== cell.name));
  const next = { edits: others(edits), locks: others(locks) };
  if (locked) next.locks.set(cell.name, play);
  else if (play !== cell.cell.play) next.edits.set(cell.name, play);
  return next;
}

export function ownState(own: Record<string, string>, { edits, locks }: Chosen): Record<string, string> {
  return { ...own, edit: writePlays(edits), lock: writePlays(locks) };
}

/** What the chart on the screen says: the best chart, the solved cells, and what is edited or locked. */
export function shownPlays(report: ChartReport, chosen: Chosen, played: PlayedChart | null): Plays {
  const plays: Plays = new Map([...cellsOf(report)].map(([name, { cell }]) => [name, cell.play]));
  for (const one of played?.changed ?? []) plays.set(one.cell, one.play);
  for (const some of [chosen.edits, chosen.locks]) for (const [name, play] of some) if (plays.has(name) && play) plays.set(name, play);
  return plays;
}
