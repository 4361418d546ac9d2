import { useEffect, useState } from "preact/hooks";
import { clockAhead } from "../house/api";
import type { View } from "../house/types";

const TICK = 250;
const HURRY = 10;

/** Seconds left to act or to bet, by the server's clock. */
export function Clock({ view }: { view: View }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!view.deadline) return undefined;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), TICK);
    return () => window.clearInterval(timer);
  }, [view.deadline]);
  if (!view.deadline) return null;
  const left = Math.max(0, Math.ceil((Date.parse(view.deadline) - now - clockAhead) / 1000));
  const share = view.turn_seconds && view.under_way ? Math.min(1, left / view.turn_seconds) : 1;
  return (
    <span class={`clock${left <= HURRY ? " hurry" : ""}`} role="timer" aria-label={`${left} seconds left`}>
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15.5" class="clock-back" />
        <circle cx="18" cy="18" r="15.5" class="clock-hand" pathLength={100} stroke-dasharray={`${share * 100} 100`} />
      </svg>
      <span aria-hidden="true">{left}</span>
    </span>
  );
}
