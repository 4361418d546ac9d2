/** The input that fits a value. Whatever it holds is applied at once; the server says whether it is allowed. */
import { useState } from "preact/hooks";
import type { ControlView } from "../../house/types";
import { listEntries, tomlText } from "../overrides";

export interface InputProps {
  control: ControlView;
  /** The value as it is written after `key=`. */
  text: string;
  apply: (text: string) => void;
  /** Ids of what names and what explains the input. */
  labelled: string;
  described: string;
  wrong: boolean;
}

/** Choices shown side by side; longer ones are put into a list. */
const SHORT = 34;
const ODDS = /^\s*\d+\s*:\s*[1-9]\d*\s*$/;

export function ControlInput(props: InputProps) {
  switch (props.control.kind) {
    case "yes-no":
      return <YesNo {...props} />;
    case "choice":
      return <ChoiceInput {...props} />;
    case "list":
      return <ListInput {...props} />;
    case "number":
      return <TypedInput {...props} type="number" ready={(text) => text !== ""} />;
    case "odds":
      return <TypedInput {...props} type="text" ready={(text) => ODDS.test(text)} />;
    case "paytable":
    case "amounts":
      return <TableInput {...props} />;
    default:
      return <TypedInput {...props} type="text" ready={() => false} />;
  }
}

function YesNo({ text, apply, labelled, described, wrong }: InputProps) {
  return <input type="checkbox" role="switch" checked={text === "true"} aria-labelledby={labelled} aria-describedby={described} aria-invalid={wrong} onChange={(event) => apply(String(event.currentTarget.checked))} />;
}

function ChoiceInput({ control, text, apply, labelled, described, wrong }: InputProps) {
  const known = control.choices.some((choice) => choice.text === text);
  const choices = known ? control.choices : [...control.choices, { text, label: text }];
  const long = choices.reduce((sum, choice) => sum + choice.label.length + 4, 0) > SHORT;
  if (long) {
    return (
      <select value={text} aria-labelledby={labelled} aria-describedby={described} aria-invalid={wrong} onChange={(event) => apply(event.currentTarget.value)}>
        {choices.map((choice) => <option key={choice.text} value={choice.text}>{choice.label}</option>)}
      </select>
    );
  }
  return (
    <div class="picks" role="radiogroup" aria-labelledby={labelled} aria-describedby={described} aria-invalid={wrong}>
      {choices.map((choice) => (
        <label key={choice.text} class={choice.text === text ? "chosen" : ""}>
          <input type="radio" name={control.key} value={choice.text} checked={choice.text === text} onChange={() => apply(choice.text)} />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

function ListInput({ control, text, apply, labelled, described }: InputProps) {
  const entries = listEntries(text);
  const toggle = (one: string): void => {
    const chosen = control.choices.map((choice) => choice.text).filter((choice) => entries.includes(choice) !== (choice === one));
    apply(`[${chosen.join(",")}]`);
  };
  return (
    <div class="picks small" role="group" aria-labelledby={labelled} aria-describedby={described}>
      {control.choices.map((choice) => (
        <label key={choice.text} class={entries.includes(choice.text) ? "chosen" : ""}>
          <input type="checkbox" checked={entries.includes(choice.text)} onChange={() => toggle(choice.text)} />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

/** While somebody types, what is typed is shown; it is applied as soon as it can be meant, or when the field is left. */
function TypedInput({ control, text, apply, labelled, described, wrong, type, ready }: InputProps & { type: "number" | "text"; ready: (text: string) => boolean }) {
  const [draft, setDraft] = useState<string | null>(null);
  const typed = (now: string): void => {
    setDraft(now);
    if (ready(now) && now !== text) apply(now.trim());
  };
  const done = (): void => {
    if (draft !== null && draft.trim() !== "" && draft !== text) apply(draft.trim());
    setDraft(null);
  };
  const bound = (limit: number | null): number | undefined => limit ?? undefined;
  return (
    <input
      type={type}
      class={type === "number" ? "short" : control.kind === "odds" ? "short" : "long"}
      value={draft ?? text}
      min={bound(control.minimum)}
      max={bound(control.maximum)}
      step={bound(control.step)}
      spellcheck={false}
      autocomplete="off"
      aria-labelledby={labelled}
      aria-describedby={described}
      aria-invalid={wrong}
      onInput={(event) => typed(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === "Enter" && done()}
    />
  );
}

interface Table {
  basis?: string;
  rows: Record<string, number>;
}

/** A paytable by its rows, or a table of amounts. The whole table is one value of the sheet. */
function TableInput({ control, text, apply, labelled, described, wrong }: InputProps) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const whole = currentTable(control, text);
  const paytable = control.kind === "paytable";
  const rows = paytable ? (whole as unknown as Table).rows : (whole as Record<string, number>);
  const enter = (name: string, now: string): void => {
    setTyped({ ...typed, [name]: now });
    if (now.trim() === "" || Number.isNaN(Number(now))) return;
    const changed = { ...rows, [name]: Number(now) };
    const next = paytable ? { ...whole, rows: changed } : changed;
    apply(JSON.stringify(next) === JSON.stringify(control.value) ? control.default : tomlText(next));
  };
  return (
    <table class="pay-rows" aria-labelledby={labelled} aria-describedby={described}>
      <tbody>
        {Object.entries(rows).map(([name, pays]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <input type="number" class="short" min={control.minimum ?? undefined} step={1} value={typed[name] ?? String(pays)} aria-label={`${name}: ${paytable ? "pays" : "amount"}`} aria-invalid={wrong} onInput={(event) => enter(name, event.currentTarget.value)} onBlur={() => setTyped({})} />
              {paytable && <span class="hint">{(whole as unknown as Table).basis}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Inline TOML of a table that was written by `tomlText` reads as JSON with colons for its equals signs. */
function currentTable(control: ControlView, text: string): Record<string, unknown> {
  const own = control.value as Record<string, unknown>;
  if (text === control.default) return own;
  try {
    return JSON.parse(text.replace(/("(?:[^"\\]|\\.)*")\s*=\s*/g, "$1:")) as Record<string, unknown>;
  } catch {
    return own;
  }
}
