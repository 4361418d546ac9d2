import { moneyText } from "../house/money";
import { choiceWord } from "../house/words";
import type { Coaching } from "./coaching";

function name(kind: string): string {
  return kind.startsWith("free-") ? `FREE ${choiceWord(kind)}` : choiceWord(kind);
}

export function cents(cost: number): string {
  return cost > 0 && cost < 1 ? "less than 0.01" : moneyText(Math.round(cost));
}

/** What the last choice cost, and all of them together. */
export function CoachLine({ coaching, waiting }: { coaching: Coaching; waiting: boolean }) {
  const { judged, tally, refused, forget } = coaching;
  return (
    <div class="coach-line">
      <b class="coach-name">Coach</b>
      <span aria-live="polite">
        {refused ? refused.text : waiting ? "is working it out …" : judged ? verdict(judged) : "tells what every choice is worth, in bets."}
      </span>
      <span class="coach-tally">
        {tally.decisions > 0 && `${tally.mistakes} of ${tally.decisions} choices cost ${cents(tally.cost)} in all`}
        {tally.decisions > 0 && <button type="button" class="quiet" onClick={forget}>Start over</button>}
      </span>
    </div>
  );
}

function verdict({ action, best, cost }: { action: string; best: string; cost: number }): string {
  if (cost <= 0) return `${name(action)} was best.`;
  return `${name(action)} cost ${cents(cost)}; best was ${name(best)}.`;
}
