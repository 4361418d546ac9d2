/** An executive opens a jackpot with the terms of a paytable and, if wanted, other amounts. */
import { useState } from "preact/hooks";
import { ask, command } from "../house/api";
import { nameFault } from "../house/names";
import type { TermField, Terms } from "../house/types";
import { useRequest } from "../parts/useRequest";
import { TextField } from "../parts/TextField";
import { Trouble } from "../parts/Trouble";
import { fieldText, readField, type Value } from "./terms";

export function NewJackpot({ look }: { look: () => void }) {
  const [offered, setOffered] = useState<Terms[]>([]);
  const [link, setLink] = useState("");
  const [chosen, setChosen] = useState("");
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const request = useRequest();
  const terms = offered.find((one) => one.terms === chosen) ?? offered[0];
  const shown = (): void => {
    if (!offered.length) void request.run(async () => setOffered(await ask<Terms[]>("/api/terms")));
  };
  const open = (event: Event): void => {
    event.preventDefault();
    if (!terms) return;
    const { values, faults } = readAll(terms.values, texts);
    const fault = nameFault("jackpot", link);
    if (fault) faults["link"] = fault;
    setWrong(faults);
    if (Object.keys(faults).length) return;
    void request.run(() => command("/api/links", { link, terms: terms.terms, values })).then((done) => done && look());
  };
  const faults = { ...request.refused?.keys, ...wrong };
  const apart = Object.entries(faults).filter(([key]) => key !== "link" && !terms?.values.some((field) => field.key === key));
  return (
    <details class="hosting" onToggle={shown}>
      <summary>Open a jackpot</summary>
      <form class="host" onSubmit={open}>
        <TextField label="Name of the jackpot" value={link} required placeholder="sevens" maxLength={40} fault={faults["link"] ?? ""} write={(text) => { setWrong({}); setLink(text); }} />
        <label>Terms
          <select value={terms?.terms ?? ""} onChange={(event) => { setChosen(event.currentTarget.value); setTexts({}); setWrong({}); request.complain(null); }}>
            {offered.map((one) => <option key={one.terms} value={one.terms}>{`${one.paytable}: ${one.name}`}</option>)}
          </select>
        </label>
        <details class="host-more">
          <summary>Pays and amounts</summary>
          <ul class="hint">{terms?.pays.map((row) => <li key={row}>{row}</li>)}</ul>
          <div class="host">
            {terms?.values.map((field) => (
              <Field key={`${terms.terms} ${field.key}`} field={field} text={texts[field.key] ?? fieldText(field)} fault={faults[field.key] ?? ""} set={(text) => setTexts({ ...texts, [field.key]: text })} />
            ))}
          </div>
        </details>
        <button type="submit" class="strong" disabled={request.busy || !terms}>Open jackpot</button>
        {Object.keys(faults).length > 0
          ? <p class="trouble" role="alert">{["Some values are not accepted.", ...apart.map(([key, why]) => `${key}: ${why}.`)].join(" ")}</p>
          : <Trouble refused={request.refused} />}
      </form>
    </details>
  );
}

/** Values that were changed, and what is wrong with those that cannot be read. */
function readAll(fields: TermField[], texts: Record<string, string>): { values: Record<string, Value>; faults: Record<string, string> } {
  const values: Record<string, Value> = {};
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const text = texts[field.key];
    if (text === undefined || text === fieldText(field)) continue;
    const value = readField(field, text);
    if (value === null) faults[field.key] = `write it like ${fieldText(field)}`;
    else values[field.key] = value;
  }
  return { values, faults };
}

function Field({ field, text, fault, set }: { field: TermField; text: string; fault: string; set: (text: string) => void }) {
  const unit = field.kind === "rate" ? " (% of a wager)" : "";
  const about = { "aria-invalid": fault !== "", "data-key": field.key };
  return (
    <label>{`${field.label}${unit}`}
      {field.choices.length > 0 ? (
        <select {...about} value={text} onChange={(event) => set(event.currentTarget.value)}>
          {field.choices.map((choice) => <option key={choice} value={String(choice)}>{choice}</option>)}
        </select>
      ) : (
        <input {...about} value={text} placeholder={fieldText(field)} maxLength={60} onInput={(event) => set(event.currentTarget.value)} />
      )}
      {fault && <span class="trouble">{fault}</span>}
    </label>
  );
}
