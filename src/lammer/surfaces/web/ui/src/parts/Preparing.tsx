/** A new installation compiles the exact analysis once, while tables are played. Whoever waits for a figure is told. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../house/api";
import type { PreparationState } from "../house/types";

/** Milliseconds. */
const PATIENCE = 700;
const AGAIN = 1_500;

/** Once ready, it stays so. */
let ready = false;

/** What is being prepared, in words; empty if nothing is, or while nobody waits. */
export function usePreparation(waiting: boolean): string {
  const [state, setState] = useState<PreparationState | null>(null);
  useEffect(() => {
    if (!waiting || ready) return undefined;
    let timer = 0;
    const look = (): void => {
      ask<PreparationState>("/api/preparation").then((found) => {
        ready = found.ready;
        setState(found);
        if (!ready && timer !== -1) timer = window.setTimeout(look, AGAIN);
      }, () => undefined);
    };
    timer = window.setTimeout(look, PATIENCE);
    return () => {
      window.clearTimeout(timer);
      timer = -1;
    };
  }, [waiting]);
  if (!waiting || !state || state.ready) return "";
  return `being prepared, once after an installation: part ${state.done + 1} of ${state.of}${state.part ? `, ${state.part}` : ""} …`;
}

export function Preparing({ waiting }: { waiting: boolean }) {
  const text = usePreparation(waiting);
  return text ? <p class="hint preparing" role="status">{`The exact analysis is ${text}`}</p> : null;
}
