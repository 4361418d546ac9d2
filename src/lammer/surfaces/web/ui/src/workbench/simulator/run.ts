/** A run that asks for one slice after another while it is going. Pausing is not asking for the next one. */
import { useEffect, useRef, useState } from "preact/hooks";
import { asRefused, type Refused } from "../../house/api";
import type { SimulationSlice } from "../../house/types";
import { asked } from "../answers";
import { added, type Estimate, estimate, type Sums } from "./sums";

export interface Run {
  sums: Sums | null;
  /** An estimate after each slice. */
  points: Estimate[];
  going: boolean;
  done: boolean;
  refused: Refused | null;
  start: () => void;
  pause: () => void;
  reset: () => void;
}

const SLICE = "/api/workbench/simulator/slice";

/** `body` says what is dealt; null while an option is wrong. A changed one begins anew, and waits for the start. */
export function useRun(body: Record<string, unknown> | null): Run {
  const content = JSON.stringify(body);
  const [going, setGoing] = useState(false);
  const [, look] = useState(0);
  const kept = useRef<{ content: string; sums: Sums | null; points: Estimate[]; refused: Refused | null }>({ content, sums: null, points: [], refused: null });
  if (kept.current.content !== content && body !== null) kept.current = { content, sums: null, points: [], refused: null };
  useEffect(() => setGoing(false), [content]);
  useEffect(() => {
    if (!going || body === null) return undefined;
    const stop = new AbortController();
    const deal = async (): Promise<void> => {
      const run = kept.current;
      while (run.sums === null || run.sums.next < run.sums.chunks) {
        const slice = await asked<SimulationSlice>(SLICE, { ...body, first: run.sums?.next ?? 0 }, stop.signal);
        if (stop.signal.aborted) return;
        run.sums = added(run.sums, slice);
        run.points = [...run.points, estimate(run.sums)];
        run.refused = null;
        look((times) => times + 1);
      }
      setGoing(false);
    };
    deal().catch((why: unknown) => {
      if (stop.signal.aborted) return;
      kept.current.refused = asRefused(why);
      setGoing(false);
    });
    return () => stop.abort();
  }, [going, content]);
  const { sums, points, refused } = kept.current;
  return {
    sums,
    points,
    going: going && body !== null,
    done: sums !== null && sums.next >= sums.chunks,
    refused,
    start: () => {
      kept.current.refused = null;
      setGoing(true);
    },
    pause: () => setGoing(false),
    reset: () => {
      setGoing(false);
      kept.current = { content, sums: null, points: [], refused: null };
      look((times) => times + 1);
    },
  };
}
