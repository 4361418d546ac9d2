/** Keyboard shortcuts of the table. They are off while somebody types or a dialog is open. */
import { useLayoutEffect, useRef } from "preact/hooks";

export function useKeys(press: (key: string) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  // A layout effect listens as soon as the buttons are visible; an ordinary effect would miss keys until the next frame.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target instanceof Element ? event.target : document.body;
      if (at.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
      // Enter and Space belong to the button they are pressed on.
      if ((event.key === "Enter" || event.key === " ") && at.closest("button, a, summary")) return;
      if (latest.current(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** After a click with a pointer the focus goes back to the table, so that Enter deals instead of pressing the chip again.
 * A button pressed by keyboard keeps the focus: its click has no pointer, which `detail` tells. */
export function backToTheTable(event: MouseEvent): void {
  if (event.detail > 0) document.querySelector<HTMLElement>(".bet-controls")?.focus({ preventScroll: true });
}
