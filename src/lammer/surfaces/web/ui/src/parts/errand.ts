/** Something asked of the house: under way, done, or refused with a sentence to be shown where it was asked. */
import { useState } from "preact/hooks";
import { asRefused, type Refused } from "../house/api";

export interface Errand {
  busy: boolean;
  refused: Refused | null;
  run: (task: () => Promise<unknown>) => Promise<boolean>;
  complain: (refused: Refused | null) => void;
}

export function useErrand(): Errand {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const run = async (task: () => Promise<unknown>): Promise<boolean> => {
    // One errand at a time: a second click while the first is on its way is no second command.
    if (busy) return false;
    setBusy(true);
    setRefused(null);
    try {
      await task();
      return true;
    } catch (fault) {
      setRefused(asRefused(fault));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, run, complain: setRefused };
}
