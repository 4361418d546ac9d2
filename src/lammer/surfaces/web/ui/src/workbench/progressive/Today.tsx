import { useMemo } from "preact/hooks";
import { moneyText } from "../../house/money";
import type { JackpotFigures, ReturnCurve } from "../../house/types";
import { Plot } from "../Plot";
import { percentText } from "../rules/Figures";
import { shortNumber } from "../simulator/RunningEdge";

const COLOURS = ["#b8860b", "#3b8ad9", "#8a5cd0", "#2c9a5f"];

export function money(minor: number | null): string {
  return minor === null ? "–" : moneyText(Math.round(minor));
}

/** A wager at the meters as they stand, and the return by meter. */
export function Today({ found, stake }: { found: JackpotFigures; stake: number }) {
  const chosen = found.today.stakes.find((one) => one.stake === stake) ?? found.today.stakes[0];
  return (
    <section aria-label="Today">
      <h2>At these meters</h2>
      {chosen && (
        <dl class="bet-totals">
          <div><dt>{`Return of a wager of ${moneyText(chosen.stake)}`}</dt><dd data-figure="return" data-value={chosen.return}>{percentText(chosen.return)}</dd></div>
          <div><dt>House edge</dt><dd data-figure="house_edge" data-value={chosen.house_edge}>{percentText(chosen.house_edge)}</dd></div>
          <div><dt>From fixed pays</dt><dd>{percentText(chosen.return_from_fixed_pays)}</dd></div>
          {Object.entries(chosen.return_from_meters).map(([level, part]) => <div key={level}><dt>{`From ${level}`}</dt><dd>{percentText(part)}</dd></div>)}
          {chosen.envy_cost > 0 && <div><dt>Tip pool costs the house</dt><dd>{percentText(chosen.envy_cost)}</dd></div>}
        </dl>
      )}
      <div class="wide" role="region" aria-label="Break-even meters" tabIndex={0}>
        <table class="bet-table">
          <caption>Break-even meters, the others as they stand</caption>
          <thead><tr><th scope="col">Level</th><th scope="col">Stands at</th>{found.today.stakes.map((one) => <th key={one.stake} scope="col">{`For ${moneyText(one.stake)}`}</th>)}<th scope="col">Next award pays</th><th scope="col">Reserve covers the seed</th></tr></thead>
          <tbody>
            {found.today.levels.map((one) => (
              <tr key={one.level}>
                <th scope="row">{one.level}</th>
                <td>{money(one.meter)}</td>
                {found.today.stakes.map((each) => <td key={each.stake} data-break-even={`${one.level} ${each.stake}`} data-value={each.break_even_meters[one.level]}>{`${money(each.break_even_meters[one.level] ?? null)}${each.break_even_above_limit[one.level] === undefined ? "" : " (above its limit)"}`}</td>)}
                <td>{money(one.average_next_full_award)}</td>
                <td>{`${one.reserve_covers_seed.is === "exact" ? "" : "at least "}${percentText(one.reserve_covers_seed.chance)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.curves.map((curve) => <Curve key={curve.level} curve={curve} now={found.today.levels.find((one) => one.level === curve.level)?.meter ?? 0} />)}
    </section>
  );
}

function Curve({ curve, now }: { curve: ReturnCurve; now: number }) {
  const data = useMemo((): [number[], ...number[][]] => [curve.meters.map((meter) => meter / 100), ...curve.stakes.map((one) => one.returns.map((part) => 100 * part)), curve.meters.map(() => 100)], [curve]);
  const series = [
    { label: "Meter", value: (_: unknown, value: number | null) => (value === null ? "" : value.toLocaleString("en-US")) },
    ...curve.stakes.map((one, at) => ({ label: `Return for ${moneyText(one.stake)}, %`, stroke: COLOURS[at % COLOURS.length] ?? "gray", width: 2 })),
    { label: "Fair", stroke: "#808080", width: 1, dash: [6, 5] },
  ];
  return (
    <figure>
      <figcaption>{`Return by ${curve.level}; it stands at ${moneyText(now)}`}</figcaption>
      <Plot label={`Return of a wager by ${curve.level}, from ${moneyText(curve.meters[0] ?? 0)} to ${moneyText(curve.meters.at(-1) ?? 0)}`} series={series} data={data} x={shortNumber} y={(value) => `${value}%`} />
    </figure>
  );
}
