/** The legal plays of a drill's hand, by button or by the keys of the table. */
import type { OptionView } from "../house/types";
import { capital, choiceKey } from "../house/words";
import { actionName } from "./Values";

/** The play that a key stands for. */
export function keyedPlay(legal: OptionView[], key: string): string | undefined {
  return legal.find((one) => choiceKey(one.kind, legal) === key)?.kind;
}

export function DrillChoices({ legal, label, take }: { legal: OptionView[]; label: string; take: (play: string) => void }) {
  return (
    <div class="choices drill-choices" role="group" aria-label={label}>
      {legal.map(({ kind }) => (
        <button key={kind} type="button" class={`choice${kind.startsWith("free") ? " free" : ""}`} data-kind={kind} onClick={() => take(kind)}>
          {capital(actionName(kind))} <kbd aria-hidden="true">{choiceKey(kind, legal)}</kbd>
        </button>
      ))}
    </div>
  );
}
