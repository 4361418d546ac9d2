import { useMemo } from "preact/hooks";
import type { PlayEdge } from "../../house/types";
import { sentence } from "../../house/words";
import { colour, Plot } from "../Plot";
import { percentText } from "../rules/Figures";
import type { Run } from "./run";
import { CONFIDENT } from "./sums";

export function shortNumber(value: number): string {
  return value.toLocaleString("en-US", { notation: "compact", maximumFractionDigits: 1 });
}

/** The edge so far with its 95% band, against the exact line. */
export function RunningEdge({ run, edge, cut, trouble }: { run: Run; edge: PlayEdge | null; cut: boolean; trouble: string }) {
  const last = run.points.at(-1);
  const data = useMemo((): [number[], ...number[][]] => {
    const part = (of: (point: { houseEdge: number; error: number }) => number): number[] => run.points.map((point) => 100 * of(point));
    const bands = [part((one) => one.houseEdge + CONFIDENT * one.error), part((one) => one.houseEdge - CONFIDENT * one.error)];
    return [run.points.map((one) => one.rounds), part((one) => one.houseEdge), ...bands, ...(edge ? [run.points.map(() => 100 * edge.house_edge)] : [])];
  }, [run.points, edge]);
  const [gold, blue, grey] = ["#b8860b", "#3b8ad9", colour("--ink-2")];
  const series = [
    { label: "Rounds", value: (_: unknown, value: number | null) => (value === null ? "" : value.toLocaleString("en-US")) },
    { label: "House edge, %", stroke: gold, width: 2 },
    { label: "95% above", stroke: grey, width: 1 },
    { label: "95% below", stroke: grey, width: 1 },
    ...(edge ? [{ label: "Exact", stroke: blue, width: 2, dash: [8, 5] }] : []),
  ];
  const inside = last && edge && Math.abs(last.houseEdge - edge.house_edge) <= CONFIDENT * last.error;
  return (
    <section class="simulator-edge" aria-label="House edge">
      <dl class="bet-totals">
        <div><dt>House edge, simulated</dt><dd data-figure="simulated" data-value={last?.houseEdge ?? ""}>{last ? `${percentText(last.houseEdge)} ± ${percentText(CONFIDENT * last.error)}` : "–"}</dd></div>
        <div><dt>{cut ? "Exact, for a fresh shoe" : "Exact"}</dt><dd data-figure="exact" data-value={edge?.house_edge ?? ""}>{edge ? percentText(edge.house_edge) : trouble ? "–" : "…"}</dd></div>
        <div><dt>Standard deviation</dt><dd data-figure="sd" data-value={last?.sd ?? ""}>{last ? last.sd.toFixed(4) : "–"}</dd></div>
        <div><dt>Rounds</dt><dd data-figure="rounds">{last ? last.rounds.toLocaleString("en-US") : "0"}</dd></div>
      </dl>
      {trouble && <p class="trouble">{sentence(trouble)}</p>}
      <p class="hint" role="status">
        {run.going ? `Dealing: ${run.sums ? Math.round((100 * run.sums.next) / run.sums.chunks) : 0}%` : run.done ? "Done." : run.sums ? "Paused." : "Nothing has been dealt yet."}
        {last && edge && !cut && !run.going ? ` The exact edge lies ${inside ? "within" : "outside"} the 95% interval.` : ""}
      </p>
      {run.sums && run.sums.voids > 0 && <p class="hint">{`${run.sums.voids.toLocaleString("en-US")} rounds were void: the shoe ran out of cards.`}</p>}
      {last && <Plot label={`The simulated house edge after ${last.rounds} rounds is ${percentText(last.houseEdge)}${edge ? `; the exact edge is ${percentText(edge.house_edge)}` : ""}`} series={series} bands={[{ series: [2, 3], fill: "rgba(140,140,140,.18)" }]} data={data} x={shortNumber} y={(value) => `${value.toFixed(2)}%`} />}
    </section>
  );
}
