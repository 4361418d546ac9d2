import type { ControlGroup, EdgeMeasured } from "../../house/types";
import { useAnswer } from "../answers";
import type { Bench } from "../bench";
import { keyOf } from "../overrides";
import { ControlRow } from "./ControlRow";
import { Figures, percentText } from "./Figures";

/** Every value of the sheet with its clause, and beside it the exact figures that follow. */
export default function RulesTab({ bench }: { bench: Bench }) {
  const measured = useAnswer<EdgeMeasured>("/api/workbench/edge", { ...bench.rules, ...(bench.pinned && { pin: bench.pinned }) });
  const keys = measured.refused?.keys ?? {};
  const known = new Set(bench.sheet.groups.flatMap((group) => group.controls.map((control) => control.key)));
  // What is set and has no control here is shown all the same, or nobody could take it back.
  const strange = bench.setup.set.filter((one) => !known.has(keyOf(one)));
  return (
    <div class="rules-tab">
      <Figures bench={bench} measured={measured} />
      <div class="rules">
        {strange.length > 0 && (
          <section class="rules-group">
            <h2>Other values</h2>
            {strange.map((one) => (
              <p key={one} class="strange">
                <code>{one}</code>
                <button type="button" class="quiet" onClick={() => bench.change({ set: bench.setup.set.filter((other) => other !== one) })}>Reset<span class="sr">{` ${keyOf(one)}`}</span></button>
                {keys[keyOf(one)] && <span class="trouble" role="alert">{keys[keyOf(one)]}</span>}
              </p>
            ))}
          </section>
        )}
        {bench.sheet.groups.map((group) => <Group key={group.title} group={group} bench={bench} keys={keys} />)}
      </div>
      {measured.answer && (
        <p class="edge-bar" aria-hidden="true" data-fresh={measured.fresh}>
          House edge <b>{percentText(measured.answer.house_edge)}</b>
          {measured.answer.overrides.length > 0 && <span>{percentText(measured.answer.default.house_edge, true)}</span>}
        </p>
      )}
    </div>
  );
}

function Group({ group, bench, keys }: { group: ControlGroup; bench: Bench; keys: Record<string, string> }) {
  const rows = group.controls.map((control) => <ControlRow key={control.key} control={control} bench={bench} trouble={keys[control.key] ?? ""} />);
  if (!group.procedure) {
    return (
      <section class="rules-group" aria-label={group.title}>
        <h2>{group.title}</h2>
        {rows}
      </section>
    );
  }
  const open = group.controls.some(({ key }) => keys[key] !== undefined || bench.setup.set.some((one) => keyOf(one) === key));
  return (
    <details class="rules-group" open={open}>
      <summary>{group.title}</summary>
      {rows}
    </details>
  );
}
