/** Numbered forms of the pit: fills, credits, inventories and counts, prepared by one person and signed by another. */
import { useEffect, useState } from "preact/hooks";
import { ask, command } from "../house/api";
import { CHIPS, moneyText, signedMoney } from "../house/money";
import type { Me, OpenTable, PitForm } from "../house/types";
import { capital } from "../house/words";
import { Danger } from "../parts/Danger";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";

type Kind = PitForm["kind"];
type Counted = Record<string, number>;

const LOOK_AGAIN = 5_000;
const PATH = "/api/pit/forms";
const NAMES: Record<Kind, string> = { fill: "Fill slip", credit: "Credit slip", inventory: "Table inventory", count: "Count" };
/** Who prepares and who signs each form. The server checks it again. */
const PREPARES: Record<Kind, string[]> = { fill: ["supervisor", "executive"], credit: ["dealer"], inventory: ["dealer"], count: ["supervisor", "executive", "auditor"] };
const SIGNS: Record<Kind, string[]> = { fill: ["dealer"], credit: ["supervisor", "executive"], inventory: ["supervisor", "executive"], count: PREPARES.count };
const KINDS = Object.keys(NAMES) as Kind[];

export function PitForms({ me, tables }: { me: Me; tables: OpenTable[] }) {
  const [forms, setForms] = useState<PitForm[]>([]);
  const [notice, setNotice] = useState("");
  const request = useRequest();
  const look = async (): Promise<void> => setForms(await ask<PitForm[]>(PATH));
  useEffect(() => {
    void request.run(look);
    const timer = window.setInterval(() => void look().catch(() => undefined), LOOK_AGAIN);
    return () => window.clearInterval(timer);
  }, []);
  const send = (path: string, body: Record<string, unknown>): void =>
    void request.run(async () => {
      const done = await command<PitForm>(path, body);
      setNotice(`${done.form} is ${done.status === "differs" ? "closed: the two counts differ, so count again" : done.status}.`);
      await look();
    });
  const kinds = KINDS.filter((kind) => PREPARES[kind].some((role) => me.roles.some((mine) => mine === role)));
  return (
    <section class="pit-forms" aria-label="Forms">
      <h2>Slips, inventories and counts</h2>
      {kinds.length > 0 && tables.length > 0 && <NewForm kinds={kinds} tables={tables} busy={request.busy} send={(body) => send(PATH, body)} />}
      <p class="hint" role="status">{notice}</p>
      <Trouble refused={request.refused} />
      <ul class="form-rows">
        {forms.map((one) => <FormRow key={one.form} one={one} me={me} busy={request.busy} send={send} />)}
      </ul>
    </section>
  );
}

function FormRow({ one, me, busy, send }: { one: PitForm; me: Me; busy: boolean; send: (path: string, body: Record<string, unknown>) => void }) {
  const waits = one.status === "prepared";
  const signs = waits && one.prepared_by !== me.name && SIGNS[one.kind].some((role) => me.roles.some((mine) => mine === role));
  const [recount, setRecount] = useState<Counted>({});
  const path = `${PATH}/${one.form}`;
  return (
    <li data-form={one.form} data-status={one.status}>
      <span class="open-name"><b>{`${one.form} ${NAMES[one.kind]}`}</b><span class="hint">{`Table ${one.table}, ${new Date(one.prepared_at).toLocaleString()}`}</span></span>
      <span>
        {one.kind === "count" && one.status !== "signed" ? "" : `${moneyText(one.total)} `}
        <span class="hint">{`${waits ? "waits for a second signature" : one.status}; prepared by ${one.prepared_by}${one.signed_by ? `, signed by ${one.signed_by}` : ""}${one.reason ? `: ${one.reason}` : ""}`}</span>
        {one.difference !== null && one.status === "signed" && one.expected !== null && <span class={one.difference ? "loss" : "hint"}>{` Against the books: ${signedMoney(one.difference)}.`}</span>}
        {one.win !== null && <span>{` Win: ${signedMoney(one.win)}.`}</span>}
      </span>
      <span class="row">
        {signs && one.kind === "count" && <Counting label={`Your own count for ${one.form}`} chips={recount} set={setRecount} />}
        {signs && <button type="button" class="strong" disabled={busy} onClick={() => send(`${path}/sign`, one.kind === "count" ? { chips: recount } : {})} aria-label={`Sign ${one.form}`}>Sign</button>}
        {waits && one.prepared_by === me.name && <Danger word="Void" label={`Void ${one.form}`} does={`Void ${one.form}`} effect={`${one.form} is marked VOID and moves no chips. Its number is not used again. Your reason is kept in the books.`} busy={busy} take={(reason) => send(`${path}/void`, { reason })} />}
      </span>
    </li>
  );
}

function NewForm({ kinds, tables, busy, send }: { kinds: Kind[]; tables: OpenTable[]; busy: boolean; send: (body: Record<string, unknown>) => void }) {
  const [kind, setKind] = useState<Kind>(kinds[0] ?? "fill");
  const [table, setTable] = useState(tables[0]?.table ?? "");
  const [chips, setChips] = useState<Counted>({});
  const prepare = (event: Event): void => {
    event.preventDefault();
    send({ kind, table, chips });
    setChips({});
  };
  return (
    <details class="hosting">
      <summary>Prepare a form</summary>
      <form class="host" onSubmit={prepare}>
        <label>Form
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>{kinds.map((one) => <option key={one} value={one}>{NAMES[one]}</option>)}</select>
        </label>
        <label>Table of the form
          <select value={table} onChange={(event) => setTable(event.currentTarget.value)}>{tables.map((one) => <option key={one.table} value={one.table}>{one.table}</option>)}</select>
        </label>
        <Counting label="Chips" chips={chips} set={setChips} />
        <button type="submit" class="strong" disabled={busy}>{`Prepare ${NAMES[kind].toLowerCase()}`}</button>
      </form>
    </details>
  );
}

/** Number of chips of each denomination; the field for one cent takes odd amounts. */
function Counting({ label, chips, set }: { label: string; chips: Counted; set: (chips: Counted) => void }) {
  const total = Object.entries(chips).reduce((sum, [value, pieces]) => sum + Number(value) * pieces, 0);
  return (
    <fieldset class="counting" aria-label={label}>
      <legend>{`${capital(label)}: ${moneyText(total)}`}</legend>
      {[...CHIPS, 1].sort((a, b) => b - a).map((value) => (
        <label key={value}>{`× ${moneyText(value)}`}
          <input type="number" inputMode="numeric" min={0} max={1_000_000} value={chips[value] ?? ""} onInput={(event) => set({ ...chips, [value]: Math.max(0, Math.floor(Number(event.currentTarget.value)) || 0) })} />
        </label>
      ))}
    </fieldset>
  );
}
