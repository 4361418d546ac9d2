import { useId, useState } from "preact/hooks";
import type { Refused } from "../../house/api";
import type { PaytableFigures } from "../../house/types";
import type { Bench } from "../bench";
import { withSetting } from "../overrides";
import { percentText } from "../rules/Figures";
import { FindPaytables } from "./FindPaytables";
import { JointPlayWarning } from "./JointPlayWarning";
import { PaytableEditor } from "./PaytableEditor";
import { controlOf } from "./paytable";

interface Props {
  bench: Bench;
  /** The paytables of one bet. */
  tables: PaytableFigures[];
  /** Those of the sheet without changes. */
  own: PaytableFigures[];
  refused: Refused | null;
}

/** One side bet: its paytables one at a time, the posted one first. */
export function Bet({ bench, tables, own, refused }: Props) {
  const id = useId();
  const [chosen, choose] = useState("");
  const shown = tables.find((one) => one.paytable === chosen) ?? tables.find((one) => one.posted) ?? tables[0];
  if (!shown) return null;
  const before = own.find((one) => one.bet === shown.bet && one.paytable === shown.paytable);
  const posting = shown.key === "" ? undefined : controlOf(bench, shown.key.replace(/\.paytables\..*$/, ".paytable"));
  const post = (): void => {
    const choice = posting?.choices.find((one) => one.label === shown.paytable || one.text === shown.paytable);
    if (posting && choice) bench.change({ set: withSetting(bench.setup.set, posting, choice.text) });
  };
  return (
    <section class="bet" aria-labelledby={`${id}-name`} data-bet={shown.bet}>
      <header>
        <h2 id={`${id}-name`}>{shown.name}</h2>
        <span class="control-clause">{shown.clause}</span>
        {tables.length > 1 && (
          <label>
            Paytable{" "}
            <select value={shown.paytable} onChange={(event) => choose(event.currentTarget.value)}>
              {tables.map((one) => <option key={one.paytable} value={one.paytable}>{one.posted && one.key ? `${one.paytable}, posted` : one.paytable}</option>)}
            </select>
          </label>
        )}
        {!shown.posted && posting && <button type="button" class="quiet" onClick={post}>Post this paytable</button>}
      </header>
      <Totals shown={shown} before={before} />
      <PaytableEditor key={`${shown.bet} ${shown.paytable}`} bench={bench} table={shown} refused={refused} />
      {shown.key === "" && <p class="hint">The odds of insurance are set on the Rules tab.</p>}
      {shown.up_cards.length > 0 && <UpCards table={shown} />}
      {shown.on_play && <JointPlayWarning bench={bench} bet={shown.bet} name={shown.name} />}
      {shown.key !== "" && shown.rows.some((row) => row.pays !== null) && <FindPaytables bench={bench} table={shown} />}
    </section>
  );
}

function Totals({ shown, before }: { shown: PaytableFigures; before: PaytableFigures | undefined }) {
  const change = before ? shown.house_edge - before.house_edge : 0;
  return (
    <dl class="bet-totals">
      <div>
        <dt>House edge</dt>
        <dd data-figure="house_edge" data-value={shown.house_edge}>{percentText(shown.house_edge)}</dd>
        {Math.abs(change) > 1e-12 && <dd class={change > 0 ? "hint loss" : "hint win"}>{`${percentText(change, true)} against the sheet`}</dd>}
      </div>
      <div><dt>Hit rate</dt><dd data-figure="hit_rate" data-value={shown.hit_rate}>{percentText(shown.hit_rate)}</dd></div>
      <div><dt>Standard deviation</dt><dd data-figure="sd" data-value={shown.sd}>{`${shown.sd.toFixed(4)} wagers`}</dd></div>
    </dl>
  );
}

function UpCards({ table }: { table: PaytableFigures }) {
  return (
    <details>
      <summary>House edge by up card</summary>
      <table class="bet-table">
        <thead><tr><th scope="col">Up card</th><th scope="col">Shown</th><th scope="col">House edge</th></tr></thead>
        <tbody>{table.up_cards.map((one) => <tr key={one.up}><th scope="row">{one.up}</th><td>{percentText(one.offered)}</td><td>{percentText(one.house_edge)}</td></tr>)}</tbody>
      </table>
    </details>
  );
}
