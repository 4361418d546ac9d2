import type { QuickSpread, Spread } from "../../house/types";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { percentText } from "./Figures";

/** The second stage, which takes longer: how far the result of a round spreads. A close figure comes first. */
export function SpreadFigures({ bench, wait }: { bench: Bench; wait: boolean }) {
  const body = wait ? null : { ...bench.rules };
  const quick = useAnswer<QuickSpread>("/api/workbench/spread/quick", body);
  const { answer, fresh, slow } = useAnswer<Spread>("/api/workbench/spread", body);
  const exact = fresh ? answer : null;
  const close = !exact && quick.fresh ? quick.answer : null;
  const sd = exact?.sd ?? close?.sd;
  const atRisk = exact?.at_risk ?? close?.at_risk;
  const how = exact?.sd ? ", exact" : close?.sd ? `, within ${close.tolerance.toFixed(5)}` : "";
  return (
    <dl class="figure-spread" aria-busy={slow}>
      <div><dt>{`Standard deviation${how}`}</dt><dd data-sd={sd ?? ""}>{sd ? `${sd.toFixed(4)} wagers` : slow ? "working it out …" : "–"}</dd></div>
      <div><dt>Own money at risk</dt><dd>{atRisk ? `${atRisk.toFixed(4)} wagers` : "–"}</dd></div>
      <div><dt>Edge on money at risk</dt><dd>{exact ? percentText(exact.house_edge_at_risk) : "–"}</dd></div>
    </dl>
  );
}
