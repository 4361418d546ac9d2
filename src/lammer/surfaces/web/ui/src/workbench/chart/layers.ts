/** What a chart can show in its cells. */
import type { ChartCell, ChartReport } from "../../house/types";

export type LayerId = "action" | "value" | "margin" | "frequency" | "cost";

export interface Layer {
  id: LayerId;
  title: string;
  /** What the numbers are. */
  note: string;
  of: (cell: ChartCell) => number | null;
  text: (value: number) => string;
}

const permille = (value: number): string => (value * 1000).toFixed(value < 0.00995 ? 2 : value < 0.0995 ? 1 : 0);

export const LAYERS: Layer[] = [
  { id: "action", title: "Action", note: "The first action that is legal is played: D/S doubles two cards and stands on more. A pair with - is played by its total.", of: () => null, text: () => "" },
  { id: "value", title: "Value", note: "Expected net of the best play, in original wagers.", of: (cell) => cell.value, text: (value) => `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}` },
  { id: "margin", title: "Margin", note: "What the best other action is worth less, in original wagers.", of: (cell) => cell.margin, text: (value) => value.toFixed(value < 0.0995 ? 3 : 2) },
  { id: "frequency", title: "Frequency", note: "How often the cell decides, in 1,000 rounds.", of: (cell) => cell.frequency, text: permille },
  { id: "cost", title: "Cost of a mistake", note: "Margin times frequency: what always taking the best other action costs, in wagers per 1,000 rounds.", of: (cell) => cell.cost, text: permille },
];

export const LETTERS: Record<string, string> = { H: "hit", S: "stand", D: "double", FD: "free double", P: "split", FP: "free split", R: "surrender" };

/** Okabe and Ito's colours, which people with any kind of colour vision can tell apart. */
export const COLOURS: Record<string, [ground: string, ink: string]> = {
  H: ["#56b4e9", "#111111"],
  S: ["#e69f00", "#111111"],
  D: ["#00a67a", "#111111"],
  FD: ["#f0e442", "#111111"],
  P: ["#d58bb3", "#111111"],
  FP: ["#005f99", "#ffffff"],
  R: ["#e8702a", "#111111"],
  "-": ["#d9d9d4", "#333333"],
};

export function colourOf(play: string): [ground: string, ink: string] {
  return COLOURS[play.split("/")[0] ?? ""] ?? COLOURS["-"] ?? ["#ffffff", "#111111"];
}

export function playWords(play: string): string {
  if (play === "-") return "play the total";
  return play.split("/").map((letter) => LETTERS[letter] ?? letter).join(", else ");
}

/** How strong a number is coloured, −1 … 1: frequencies and costs span several powers of ten. */
export function strength(value: number, most: number): number {
  if (most <= 0 || value === 0) return 0;
  const share = Math.min(Math.abs(value) / most, 1);
  return Math.sign(value) * Math.sqrt(share);
}

export function mostOf(layer: Layer, report: ChartReport): number {
  return Math.max(0, ...report.rows.flatMap((row) => row.cells.map((cell) => Math.abs(layer.of(cell) ?? 0))));
}
