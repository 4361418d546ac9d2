/** The game as it is set on paper: documents as PDF, pictures as SVG. */
import { useState } from "preact/hooks";
import style from "../../../style/papers.css?text";
import { PaperButton } from "../../parts/PaperButton";
import type { Bench } from "../bench";
import { useStyle } from "../useStyle";

interface Paper {
  kind: string;
  label: string;
  what: string;
}

const DOCUMENTS: Paper[] = [
  { kind: "par", label: "PAR sheet", what: "Rules with clauses, exact odds and edges of every wager, charts, worked examples, a simulation. It takes a while." },
  { kind: "rules", label: "Posted rules", what: "The sign with rules, limits and paytables that a table displays, on one page." },
  { kind: "card", label: "Pocket card", what: "Rules and pays on one side, the best chart on the other (A7)." },
  { kind: "felt", label: "Felt", what: "The layout of a table, drawn to scale (SVG)." },
];

const PICTURES: Paper[] = [
  { kind: "plot-chart", label: "Chart", what: "The best chart in colour." },
  { kind: "plot-results", label: "Net results", what: "The chance of every net result of a round." },
  { kind: "plot-edge-by-rule", label: "Edge by rule", what: "What each single change of a rule is worth." },
  { kind: "plot-bankroll", label: "Bankroll", what: "The winnings of a bankroll by percentile." },
  { kind: "plot-convergence", label: "Convergence", what: "A simulation that closes in on the exact edge." },
  { kind: "plot-meter", label: "Meter", what: "The return of a jackpot by its meter, if the game has one." },
];

export default function PapersTab({ bench }: { bench: Bench }) {
  useStyle(style);
  const [paper, setPaper] = useState("a4");
  const row = ({ kind, label, what }: Paper) => (
    <li key={kind} data-paper={kind}>
      <PaperButton label={label} path="/api/workbench/paper" progress="/api/workbench/paper/progress" body={{ ...bench.rules, kind, paper }} />
      <span class="hint">{what}</span>
    </li>
  );
  return (
    <div class="papers-tab">
      <label>Paper <select value={paper} onChange={(event) => setPaper(event.currentTarget.value)}><option value="a4">A4</option><option value="letter">Letter</option></select></label>
      <h2>Documents</h2>
      <ul class="papers">{DOCUMENTS.map(row)}</ul>
      <h2>Pictures</h2>
      <ul class="papers">{PICTURES.map(row)}</ul>
    </div>
  );
}
