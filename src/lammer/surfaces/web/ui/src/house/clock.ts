/** Time by the server's clock. */
import { useEffect, useState } from "preact/hooks";
import { clockAhead } from "./api";

const TICK = 250;

/** Whole seconds until a time; 0 once it is over, or where there is none. */
export function useSecondsUntil(time: string): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!time) return undefined;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), TICK);
    return () => window.clearInterval(timer);
  }, [time]);
  return time ? Math.max(0, Math.ceil((Date.parse(time) - now - clockAhead) / 1000)) : 0;
}
