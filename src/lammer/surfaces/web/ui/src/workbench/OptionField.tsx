import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { sentence } from "../house/words";

interface Props {
  label: string;
  value: string;
  apply: (text: string) => void;
  /** What is wrong with it, and the clause that says so. */
  trouble?: string | undefined;
  clause?: string;
  hint?: string;
  numeric?: boolean;
  /** For a choice among some: its options. */
  children?: ComponentChildren;
}

/** One option of a tab, with what is wrong with it beside it. */
export function OptionField({ label, value, apply, trouble = "", clause = "", hint = "", numeric = true, children }: Props) {
  const id = useId();
  const about = { id, value, "aria-describedby": `${id}-trouble`, "aria-invalid": trouble !== "" };
  return (
    <div class="option" data-option={label}>
      <label for={id}>{label}{hint && <span class="hint">{` ${hint}`}</span>}</label>
      {children
        ? <select {...about} onChange={(event) => apply(event.currentTarget.value)}>{children}</select>
        : <input {...about} type="text" inputMode={numeric ? "decimal" : "text"} autocomplete="off" spellcheck={false} onInput={(event) => apply(event.currentTarget.value)} />}
      <p class="trouble" role="alert" id={`${id}-trouble`}>
        {trouble && <>{sentence(trouble)} {clause && clause !== "house" && <span class="clause">{clause}</span>}</>}
      </p>
    </div>
  );
}
