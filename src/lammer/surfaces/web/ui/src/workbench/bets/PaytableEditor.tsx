import { useId, useState } from "preact/hooks";
import type { Refused } from "../../house/api";
import type { PaytableFigures, PayRow } from "../../house/types";
import { sentence } from "../../house/words";
import type { Bench } from "../bench";
import { isSet, withSetting } from "../overrides";
import { percentText } from "../rules/Figures";
import { controlOf, currentPaytable, setPaytable } from "./paytable";

/** `0.0123` → `1 in 81.3`. */
export function oneIn(chance: number): string {
  if (chance <= 0) return "never";
  const times = 1 / chance;
  return `1 in ${times.toLocaleString("en-US", { maximumFractionDigits: times < 100 ? 2 : 0 })}`;
}

function chanceText(chance: number): string {
  return chance >= 0.0001 || chance === 0 ? percentText(chance) : `${(chance * 100).toPrecision(4)}%`;
}

function payText(pay: number): string {
  return pay.toLocaleString("en-US", { maximumFractionDigits: pay < 1000 ? 2 : 0 });
}

/** Outcomes with chance and pay; a pay that is typed is set at once, and the server says whether it is allowed. */
export function PaytableEditor({ bench, table, refused }: { bench: Bench; table: PaytableFigures; refused: Refused | null }) {
  const id = useId();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const control = controlOf(bench, table.key);
  const current = currentPaytable(bench, table);
  const trouble = refused?.keys[table.key] ?? "";
  const enter = (row: string, text: string): void => {
    setTyped({ ...typed, [row]: text });
    if (text.trim() === "" || Number.isNaN(Number(text))) return;
    setPaytable(bench, table, { ...current, rows: { ...current.rows, [row]: Number(text) } });
  };
  const pays = (row: PayRow) => row.pays === null
    ? <span class="hint">{row.net > 0 ? `meter: ${payText(row.net + 1)}` : row.net === 0 ? "returned" : "loses"}</span>
    : (
      <input
        type="number"
        class="short"
        min={0}
        step={1}
        value={typed[row.outcome] ?? String(current.rows[row.outcome] ?? row.pays)}
        aria-label={`${row.outcome}: pays ${table.basis}`}
        aria-describedby={`${id}-trouble`}
        aria-invalid={trouble !== "" && trouble.includes(row.outcome)}
        onInput={(event) => enter(row.outcome, event.currentTarget.value)}
        onBlur={() => setTyped({})}
      />
    );
  return (
    <>
      <table class="bet-table pays" data-paytable={table.paytable}>
        <caption class="sr">{`${table.name}, paytable ${table.paytable}`}</caption>
        <thead>
          <tr><th scope="col">Outcome</th><th scope="col">Chance</th><th scope="col">{table.key ? `Pays ${table.basis}` : "Pays"}</th><th scope="col">Return</th>{table.key && <th scope="col" title="The pay that makes the bet fair while the other rows stay">Fair pay</th>}</tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.outcome} data-outcome={row.outcome}>
              <th scope="row">{row.outcome}</th>
              <td data-chance={row.chance}>{chanceText(row.chance)}<span class="hint">{oneIn(row.chance)}</span></td>
              <td>{table.key || row.net <= 0 ? pays(row) : `${payText(row.net)} to 1`}</td>
              <td>{percentText(row.returned)}</td>
              {table.key && <td data-fair={row.break_even ?? ""}>{row.break_even === null ? "" : row.break_even < 0 ? "below 0" : payText(row.break_even)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="trouble" role="alert" id={`${id}-trouble`}>
        {trouble && <>{sentence(trouble.replace(/^rows\./, ""))} {table.clause !== "house" && <span class="clause">{table.clause}</span>}</>}
      </p>
      {control && isSet(control, bench.setup.set) && (
        <p><button type="button" class="quiet" onClick={() => bench.change({ set: withSetting(bench.setup.set, control, control.default) })}>Reset this paytable</button></p>
      )}
    </>
  );
}
