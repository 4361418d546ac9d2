import type { Spread } from "../../house/types";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { percentText } from "./Figures";

/** The second stage, which takes longer: how far the result of a round spreads. */
export function SpreadFigures({ bench, wait }: { bench: Bench; wait: boolean }) {
  const { answer, fresh, slow } = useAnswer<Spread>("/api/workbench/spread", wait ? null : { ...bench.rules });
  const shown = fresh ? answer : null;
  const state = slow ? "working it out …" : "";
  return (
    <dl class="figure-spread" aria-busy={slow}>
      <div><dt>Standard deviation{shown?.sd ? ", exact" : ""}</dt><dd data-sd={shown?.sd ?? ""}>{shown?.sd ? `${shown.sd.toFixed(4)} wagers` : state || "–"}</dd></div>
      <div><dt>Own money at risk</dt><dd>{shown?.at_risk ? `${shown.at_risk.toFixed(4)} wagers` : "–"}</dd></div>
      <div><dt>Edge on money at risk</dt><dd>{shown ? percentText(shown.house_edge_at_risk) : "–"}</dd></div>
    </dl>
  );
}
