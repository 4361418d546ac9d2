import { useSecondsUntil } from "../house/clock";
import type { TableView } from "../house/types";

const HURRY = 10;

/** Seconds left to act or to bet. */
export function Clock({ view }: { view: TableView }) {
  const left = useSecondsUntil(view.deadline);
  if (!view.deadline) return null;
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
