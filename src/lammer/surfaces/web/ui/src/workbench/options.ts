/** What a single tab has set: text by name, in the address under the tab's own prefix. What is as it was at first is
 * left out of the address. */
import type { Bench } from "./bench";

/** The address leaves out what is empty, so an emptied field is written as a blank. */
const EMPTY = " ";

export function tabOptions<T extends Record<string, string>>(bench: Bench, prefix: string, first: T): T {
  const found = Object.entries(first).map(([name, value]) => {
    const set = bench.setup.own[`${prefix}.${name}`];
    return [name, set === EMPTY ? "" : (set ?? value)];
  });
  return Object.fromEntries(found) as T;
}

export function setTabOption(bench: Bench, prefix: string, first: Record<string, string>, name: string, value: string): void {
  const key = `${prefix}.${name}`;
  const others = Object.entries(bench.setup.own).filter(([one]) => one !== key);
  const kept = value === first[name] ? others : [...others, [key, value || EMPTY]];
  bench.change({ own: Object.fromEntries(kept) as Record<string, string> }, key);
}

/** `1e6` and `1,000,000` are whole numbers too; null for anything else. */
export function wholeNumber(text: string): number | null {
  const plain = text.trim().replace(/(\d),(?=\d{3}\b)/g, "$1");
  const read = /^-?\d+(\.\d+)?(e\d{1,2})?$/i.test(plain) ? Number(plain) : NaN;
  return Number.isSafeInteger(read) ? read : null;
}
