import type { ReviewedDecision } from "../house/types";
import { choiceWord } from "../house/words";

export const MARKS: Record<string, string> = { good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

export function actionName(kind: string, others: string[] = []): string {
  if (kind === "pass") return others.includes("switch") ? "keep the cards" : "no insurance";
  return kind.startsWith("free-") ? `FREE ${choiceWord(kind)}` : choiceWord(kind);
}

function signed(worth: number): string {
  return `${worth < 0 ? "−" : "+"}${Math.abs(worth).toFixed(3)}`;
}

export function Mark({ grade }: { grade: string | null }) {
  if (!grade) return null;
  return <b class={`grade ${grade}`} title={grade} role="img" aria-label={grade}>{MARKS[grade]}</b>;
}

/** What each choice was worth, with the one that was taken. */
export function Values({ decision }: { decision: ReviewedDecision }) {
  const { advice } = decision;
  return (
    <div class="values">
      <p class="verdict-text" role="status"><Mark grade={decision.grade} /> {decision.text}</p>
      {advice && advice.values.length > 0 && (
        <table>
          <thead><tr><th scope="col">Choice</th><th scope="col">Worth in bets</th><th scope="col"><span class="sr">Note</span></th></tr></thead>
          <tbody>
            {advice.values.map((one) => (
              <tr key={one.action} class={one.action === decision.action ? "chosen" : ""}>
                <td>{actionName(one.action, advice.values.map((other) => other.action))}</td>
                <td class="number">{signed(one.worth)}</td>
                <td>{[...(one.action === advice.best ? ["best"] : []), ...(one.action === decision.action ? ["your choice"] : [])].join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {advice?.sides && <p class="hint">{advice.sides}</p>}
    </div>
  );
}
