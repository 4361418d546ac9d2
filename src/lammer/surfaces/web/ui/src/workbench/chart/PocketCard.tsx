import type { ChartReport } from "../../house/types";
import type { Bench } from "../bench";
import type { Plays, Stake } from "./cells";
import { chartSvg, svgAddress } from "./picture";

/** Two sides to print on one sheet and fold. A game without lammers has its totals in front and its pairs behind. */
export function PocketCard({ bench, report, plays }: { bench: Bench; report: ChartReport; plays: Plays }) {
  const stakes = new Set(report.rows.map((row) => row.stake));
  const sides: [string, Stake, string[]][] = stakes.has("free")
    ? [["Own money", "own", ["hard", "soft", "pair"]], ["Lammer", "free", ["hard", "soft", "pair"]]]
    : [["Hard totals", "own", ["hard"]], ["Soft totals and pairs", "own", ["soft", "pair"]]];
  const { card: _, ...own } = bench.setup.own;
  return (
    <div class="pocket">
      <div class="row pocket-tools">
        <button type="button" class="strong" onClick={() => window.print()}>Print</button>
        <button type="button" class="quiet" onClick={() => bench.change({ own })}>Back to the chart</button>
        <p class="hint">Each side is 85 mm wide. Print, cut along the frame and fold along the middle line.</p>
      </div>
      <div class="pocket-sides">
        {sides.map(([title, stake, sections]) => (
          <figure key={title} class="pocket-side">
            <img src={svgAddress(chartSvg(report, plays, stake, sections))} alt={`Chart, ${title.toLowerCase()}; the chart tab has the same as text`} />
          </figure>
        ))}
      </div>
    </div>
  );
}
