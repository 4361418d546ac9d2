import { useState } from "preact/hooks";
import { capital, sentence } from "../../house/words";
import { Trouble } from "../../parts/Trouble";
import type { Bench } from "../bench";
import { keyOf, textOf, withSetting } from "../overrides";
import { percentText } from "../rules/Figures";
import { type Row, type Sort, SORTS, sorted, useEffects } from "./effects";

/** What every single change of a rule is worth from here. */
export default function EffectsTab({ bench }: { bench: Bench }) {
  const { rows, done, all, refused } = useEffects(bench);
  const [sort, setSort] = useState<Sort>("largest");
  const [without, setWithout] = useState(false);
  const shown = sorted(rows.filter((row) => without || matters(row)), sort);
  const widest = Math.max(...rows.map((row) => Math.abs(row.difference ?? 0)), 1e-9);
  const finished = done === all;
  return (
    <section class="effects" aria-label="Effects" data-done={finished ? "true" : undefined}>
      <div class="row effects-head">
        <label>Order <select value={sort} onChange={(event) => setSort(event.currentTarget.value as Sort)}>
          {Object.entries(SORTS).map(([id, name]) => <option key={id} value={id}>{name}</option>)}
        </select></label>
        <label class="switch"><input type="checkbox" role="switch" checked={without} onChange={(event) => setWithout(event.currentTarget.checked)} />Also changes without effect</label>
        <p class="hint" role="status">{finished ? `${shown.length} of ${rows.length} changes` : `Working them out: ${done} of ${all} values`}</p>
      </div>
      <Trouble refused={refused} />
      {!finished && <progress value={done} max={all} aria-label="Values worked out" />}
      <p class="hint">The difference to the house edge of this game as it is set, if only this is changed. Plus is good for the house. Press a change to make it.</p>
      <div class="effects-rows">
        <table>
          <thead><tr><th scope="col">rule</th><th scope="col">change</th><th scope="col">house edge</th><th scope="col"><span class="sr">size of the effect</span></th><th scope="col">side bets</th></tr></thead>
          <tbody>{shown.map((row) => <EffectRow key={row.override} row={row} widest={widest} bench={bench} />)}</tbody>
        </table>
      </div>
    </section>
  );
}

function matters(row: Row): boolean {
  return row.difference !== null && (row.difference !== 0 || row.side_bets.length > 0);
}

function EffectRow({ row, widest, bench }: { row: Row; widest: number; bench: Bench }) {
  const apply = (): void => bench.change({ set: withSetting(bench.setup.set, row.control, textOf(row.override)) });
  const side = row.difference === null || row.difference === 0 ? "" : row.difference > 0 ? "loss" : "win";
  return (
    <tr data-override={row.override}>
      <th scope="row"><span class="hint">{row.group}</span> {capital(row.control.label)}</th>
      <td><button type="button" class="quiet effect-apply" disabled={row.refused !== "" && row.house_edge === null} onClick={apply} aria-label={`${keyOf(row.override)}: ${row.label}`}>{row.label}</button></td>
      <td class={`number ${side}`} data-difference={row.difference ?? ""}>{row.difference === null ? <span class="trouble">{sentence(row.refused)}</span> : percentText(row.difference, true)}</td>
      <td class="effect-size" aria-hidden="true">{row.difference !== null && <span class={side} style={{ width: `${(Math.abs(row.difference) / widest) * 100}%` }} />}</td>
      <td class="hint">{row.side_bets.map((bet) => `${bet.name} ${bet.paytable} ${percentText(bet.difference, true)}`).join(", ")}</td>
    </tr>
  );
}
