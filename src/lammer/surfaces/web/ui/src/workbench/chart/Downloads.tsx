import { useState } from "preact/hooks";
import type { ChartReport } from "../../house/types";
import { save } from "../../parts/save";
import type { Bench } from "../bench";
import type { Plays, Stake } from "./cells";
import { chartSvg, pngOf } from "./picture";

/** The chart on the screen as a file. The CSV holds both stakes, as `lammer edge --strategy FILE` reads it. */
export function Downloads({ bench, report, plays, stake, csv }: { bench: Bench; report: ChartReport; plays: Plays; stake: Stake; csv: string }) {
  const [trouble, setTrouble] = useState("");
  const name = `${bench.setup.game}-chart`;
  const png = async (): Promise<void> => {
    try {
      save(`${name}-${stake}.png`, await pngOf(chartSvg(report, plays, stake)));
    } catch (fault) {
      setTrouble(fault instanceof Error ? fault.message : String(fault));
    }
  };
  return (
    <div class="row chart-downloads">
      <button type="button" class="quiet" onClick={() => save(`${name}-${stake}.svg`, new Blob([chartSvg(report, plays, stake)], { type: "image/svg+xml" }))}>Download SVG</button>
      <button type="button" class="quiet" onClick={() => void png()}>Download PNG</button>
      <button type="button" class="quiet" onClick={() => save(`${name}.csv`, new Blob([csv], { type: "text/csv" }))}>Download CSV</button>
      <button type="button" class="quiet" onClick={() => bench.change({ own: { ...bench.setup.own, card: "1" } })}>Pocket card</button>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
    </div>
  );
}
