import { useId } from "preact/hooks";
import type { ControlView } from "../../house/types";
import { capital } from "../../house/words";
import type { Bench } from "../bench";
import { isSet, settingOf, withSetting } from "../overrides";
import { ControlInput } from "./ControlInput";

/** One value: its name, its input, its clause, what is wrong with it, and the way back to the sheet's own. */
export function ControlRow({ control, bench, trouble }: { control: ControlView; bench: Bench; trouble: string }) {
  const id = useId();
  const { set } = bench.setup;
  const changed = isSet(control, set);
  const apply = (text: string): void => bench.change({ set: withSetting(set, control, text) }, control.key);
  return (
    <div class={changed ? "control changed" : "control"} data-key={control.key} data-kind={control.kind}>
      <span class="control-name">
        <span class="control-label" id={`${id}-label`}>{capital(control.label)}</span>
        {control.clause !== "house" && <span class="control-clause">{control.clause}</span>}
        {changed && (
          <button type="button" class="control-reset" title={`The sheet says ${control.default}`} onClick={() => apply(control.default)}>
            Reset<span class="sr">{` ${control.label}`}</span>
          </button>
        )}
      </span>
      <div class="control-input">
        <ControlInput control={control} text={settingOf(control, set)} apply={apply} labelled={`${id}-label`} described={`${id}-trouble`} wrong={trouble !== ""} />
      </div>
      <p class="trouble" role="alert" id={`${id}-trouble`}>
        {trouble && <>{capital(trouble)}. {control.clause !== "house" && <span class="clause">{control.clause}</span>}</>}
      </p>
    </div>
  );
}
