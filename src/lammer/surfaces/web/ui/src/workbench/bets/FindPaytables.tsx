import { useId, useState } from "preact/hooks";
import type { PaytableFigures, PaytableSearch } from "../../house/types";
import { sentence } from "../../house/words";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { percentText } from "../rules/Figures";
import { type PaytableValue, setPaytable } from "./paytable";

interface Wish {
  from: string;
  to: string;
  hit: string;
  pays: string;
  leaveOut: boolean;
}

/** `5.5` percent → `0.055`, digit by digit: a number would add some of its own. Null when it is no number. */
export function partOf(percent: string): string | null {
  const read = /^\s*(-?)(\d{1,5})(?:[.,](\d{1,8}))?\s*$/.exec(percent);
  if (!read) return null;
  const whole = (read[2] ?? "0").padStart(3, "0");
  return `${read[1] ?? ""}${Number(whole.slice(0, -2))}.${whole.slice(-2)}${read[3] ?? ""}`;
}

function payList(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  return words.every((word) => /^-?\d{1,7}$/.test(word)) ? words.map(Number) : null;
}

/** The other way round: which pays give the edge and the hit rate that are wanted? */
export function FindPaytables({ bench, table }: { bench: Bench; table: PaytableFigures }) {
  const id = useId();
  const pays = [...new Set(table.rows.flatMap((row) => (row.pays === null ? [] : [row.pays])))].sort((a, b) => a - b);
  const [wish, setWish] = useState<Wish>({ from: "5", to: "6", hit: "0", pays: pays.join(", "), leaveOut: false });
  const [asked, setAsked] = useState<Record<string, unknown> | null>(null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const { answer, fresh, refused } = useAnswer<PaytableSearch>("/api/workbench/paytables/search", asked && { ...bench.rules, ...asked });
  const find = (event: Event): void => {
    event.preventDefault();
    const [from, to, hit] = [partOf(wish.from), partOf(wish.to), partOf(wish.hit)];
    const list = payList(wish.pays);
    const faults: Record<string, string> = {};
    if (from === null || to === null) faults["edge"] = "write a percentage, like 5.5";
    if (hit === null) faults["hit"] = "write a percentage, like 15";
    if (list === null) faults["pays"] = "write whole numbers, like 3, 10, 30";
    setWrong(faults);
    if (Object.keys(faults).length === 0) setAsked({ bet: table.bet, paytable: table.paytable, edge_from: from, edge_to: to, hit_from: hit, pays: list, leave_out: wish.leaveOut });
  };
  const keys = { ...(refused?.keys ?? {}), ...wrong };
  const field = (name: keyof Omit<Wish, "leaveOut">, label: string, about: string) => (
    <label>
      {label}{" "}
      <input type="text" inputMode={name === "pays" ? "text" : "decimal"} class={name === "pays" ? "long" : "short"} value={wish[name]} aria-invalid={keys[about] !== undefined} aria-describedby={`${id}-${about}`} onInput={(event) => setWish({ ...wish, [name]: event.currentTarget.value })} />
    </label>
  );
  const trouble = (about: string) => (
    <p class="trouble" role="alert" id={`${id}-${about}`}>
      {keys[about] && <>{sentence(keys[about])} {refused?.clause && refused.clause !== "house" && <span class="clause">{refused.clause}</span>}</>}
    </p>
  );
  return (
    <details class="find">
      <summary>Find paytables</summary>
      <form onSubmit={find} noValidate>
        <div class="row">{field("from", "House edge from", "edge")}{field("to", "to", "edge")} <span>%</span></div>
        {trouble("edge")}
        <div class="row">{field("hit", "Hit rate of at least", "hit")} <span>%</span></div>
        {trouble("hit")}
        {field("pays", `Pays ${table.basis} to choose from`, "pays")}
        {trouble("pays")}
        <label class="row"><input type="checkbox" checked={wish.leaveOut} onChange={(event) => setWish({ ...wish, leaveOut: event.currentTarget.checked })} /> The lowest rows may be left out</label>
        <button type="submit" class="quiet">Find</button>
      </form>
      {refused && Object.keys(refused.keys).length === 0 && <p class="trouble" role="alert">{sentence(refused.text)}</p>}
      {asked && !fresh && !refused && <p class="hint" role="status">Searching …</p>}
      {answer && <Found found={answer} use={(value) => setPaytable(bench, table, value)} />}
    </details>
  );
}

function Found({ found, use }: { found: PaytableSearch; use: (value: PaytableValue) => void }) {
  const more = found.number > found.tables.length ? ` The ${found.tables.length} nearest to the middle of the range are listed.` : "";
  const early = found.stopped ? " The search stopped early, so there may be more: narrow the range or the list of pays." : "";
  return (
    <>
      <p role="status" class="found" data-number={found.number} data-stopped={found.stopped}>{`${found.number === 0 ? "No paytable fits" : found.number === 1 ? "One paytable fits" : `${found.number.toLocaleString("en-US")} paytables fit`}.${more}${early}`}</p>
      {found.tables.length > 0 && (
        <div class="found-tables" role="region" aria-label="Paytables that fit" tabIndex={0}>
          <table class="bet-table">
            <thead><tr><td /><th scope="col">Edge</th><th scope="col">Hit rate</th><th scope="col">Sd</th>{found.rows.map((row) => <th key={row} scope="col">{row}</th>)}</tr></thead>
            <tbody>
              {found.tables.map((one) => (
                <tr key={one.override} data-edge={one.house_edge}>
                  <td><button type="button" class="control-reset" onClick={() => use(one.value as PaytableValue)}>Use<span class="sr">{` the paytable ${one.pays.map((pays) => pays ?? "none").join(", ")}`}</span></button></td>
                  <td>{percentText(one.house_edge)}</td>
                  <td>{percentText(one.hit_rate)}</td>
                  <td>{one.sd.toFixed(2)}</td>
                  {one.pays.map((pays, at) => <td key={found.rows[at]}>{pays ?? "–"}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
