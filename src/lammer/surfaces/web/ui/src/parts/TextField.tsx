import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

interface Props extends Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "onInput"> {
  label: ComponentChildren;
  /** What is wrong with the value, as a sentence; empty when nothing is. */
  fault: string;
  write: (text: string) => void;
}

/** A text field with an error message beside it. */
export function TextField({ label, fault, write, ...input }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label>{label}
        <input {...input} aria-invalid={fault !== ""} aria-describedby={fault ? id : undefined} onInput={(event) => write(event.currentTarget.value)} />
      </label>
      {fault && <p class="trouble" role="alert" id={id}>{fault}</p>}
    </div>
  );
}
