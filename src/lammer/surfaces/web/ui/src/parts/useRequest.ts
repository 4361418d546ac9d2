/** A request to the server: running, done, or refused with a sentence to show beside its button. */
import { useRef, useState } from "preact/hooks";
import { asRefused, type Refused } from "../house/api";

export interface RequestState {
  busy: boolean;
  refused: Refused | null;
  /** `about` identifies the question, so that several clicks answer it once. */
  run: (task: () => Promise<unknown>, about?: string) => Promise<boolean>;
  complain: (refused: Refused | null) => void;
}

export function useRequest(): RequestState {
  const running = useRef(new Set<string>());
  const answered = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const run = async (task: () => Promise<unknown>, about = ""): Promise<boolean> => {
    if (running.current.has(about) || answered.current === about) return false;
    running.current.add(about);
    setBusy(true);
    setRefused(null);
    try {
      await task();
      if (about) answered.current = about;
      return true;
    } catch (fault) {
      setRefused(asRefused(fault));
      return false;
    } finally {
      running.current.delete(about);
      setBusy(running.current.size > 0);
    }
  };
  return { busy, refused, run, complain: setRefused };
}
