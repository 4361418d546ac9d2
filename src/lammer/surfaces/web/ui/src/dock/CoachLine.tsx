import { type CoachWhen, set, useSettings } from "../house/settings";
import { usePreparation } from "../parts/Preparing";
import type { Coaching } from "./coaching";

const MARKS: Record<string, string> = { good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };
const HINTS = { before: "tells what every choice is worth. 1 is your main bet.", after: "tells what your choice cost. 1 is your main bet." };

/** The best choice or the cost of the last one, and the total cost. */
export function CoachLine({ coaching, waiting }: { coaching: Coaching; waiting: boolean }) {
  const { advice, judged, tally, refused, forget } = coaching;
  const preparing = usePreparation(waiting);
  return (
    <div class="coach-line" data-grade={judged?.grade ?? ""}>
      <b class="coach-name">Coach</b>
      <CoachMode />
      <span class="coach-said" aria-live="polite">
        {refused ? refused.text : waiting ? (preparing && `is ${preparing}`) || "is working it out …" : judged ? <Judged coaching={coaching} /> : advice ? <>{advice.text} <span class="coach-sides">{advice.sides}</span></> : HINTS[coaching.when]}
      </span>
      <span class="coach-tally">
        {tally.decisions > 0 && `${tally.decisions === 1 ? "1 choice" : `${tally.decisions} choices`}, ${tally.mistakes} not good, cost ${tally.cost.toFixed(3)}`}
        {tally.decisions > 0 && <button type="button" class="quiet" onClick={forget}>Start over</button>}
      </span>
    </div>
  );
}

function Judged({ coaching }: { coaching: Coaching }) {
  const { judged } = coaching;
  if (!judged) return null;
  return (
    <>
      {judged.grade && <b class={`grade ${judged.grade}`} aria-hidden="true">{MARKS[judged.grade]}</b>} {judged.text}
    </>
  );
}

function CoachMode() {
  const { coachWhen } = useSettings();
  return (
    <select class="coach-when" aria-label="When the coach speaks" value={coachWhen} onChange={(event) => set({ coachWhen: event.currentTarget.value as CoachWhen })}>
      <option value="before">before</option>
      <option value="after">after</option>
    </select>
  );
}
