/** A paytable as it is written after `key=`. */
import type { ControlView, PaytableFigures } from "../../house/types";
import type { Bench } from "../bench";
import { settingOf, tomlText, withSetting } from "../overrides";

export interface PaytableValue {
  basis: string;
  rows: Record<string, number>;
}

export function controlOf(bench: Bench, key: string): ControlView | undefined {
  return bench.sheet.groups.flatMap((group) => group.controls).find((control) => control.key === key);
}

/** The paytable that is set, also while the server refuses it; else that of the last answer. */
export function currentPaytable(bench: Bench, table: PaytableFigures): PaytableValue {
  const control = controlOf(bench, table.key);
  const text = control ? settingOf(control, bench.setup.set) : "";
  if (control && text === control.default) return control.value as PaytableValue;
  return readPaytable(text) ?? (table.value as PaytableValue);
}

/** Inline TOML with quoted keys is JSON but for its equals signs; anything else is read by the server alone. */
function readPaytable(text: string): PaytableValue | null {
  try {
    const read: unknown = JSON.parse(text.replace(/("(?:[^"\\]|\\.)*")\s*=/g, "$1:"));
    return typeof read === "object" && read !== null && "rows" in read ? (read as PaytableValue) : null;
  } catch {
    return null;
  }
}

export function setPaytable(bench: Bench, table: PaytableFigures, value: PaytableValue): void {
  const control = controlOf(bench, table.key);
  if (!control) return;
  const own = JSON.stringify(value) === JSON.stringify(control.value);
  bench.change({ set: withSetting(bench.setup.set, control, own ? control.default : tomlText(value)) }, table.key);
}
