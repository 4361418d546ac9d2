/** A finished round, decision by decision: what was seen, what was chosen, what it cost. */
import { useEffect, useState } from "preact/hooks";
import { signedMoney } from "../house/money";
import type { RoundReview } from "../house/types";
import { capital } from "../house/words";
import { Copy } from "../parts/Copy";
import { MiniFelt } from "./MiniFelt";
import { Mark, Values } from "./Values";

/** The round itself is in the link, so it opens for anybody. */
export function roundLink(notation: string): string {
  return `${location.origin}/r#${encodeURIComponent(notation)}`;
}

export function ReviewView({ review, shared }: { review: RoundReview; shared?: string | undefined }) {
  const [at, setAt] = useState(0);
  const { steps, result } = review;
  const last = steps.length;
  const step = steps[at];
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key === "ArrowRight") setAt((now) => Math.min(last, now + 1));
      if (event.key === "ArrowLeft") setAt((now) => Math.max(0, now - 1));
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [last]);
  const names = (box: number): string => review.seats.filter((seat) => seat.box === box).map((seat) => seat.player).filter(Boolean).join(", ");
  const line = shared || review.notation;
  return (
    <div class="review">
      {step ? (
        <MiniFelt dealer={step.play.dealer} boxes={step.play.boxes} acts={{ box: step.decision.box, hand: step.play.at_hand }} names={names} />
      ) : (
        <MiniFelt dealer={result.dealer} boxes={result.boxes} results={result.seats} names={names} />
      )}
      <nav class="review-steps" aria-label="Steps of the round">
        <button type="button" class="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>← Back</button>
        {steps.map((one, number) => (
          <button key={number} type="button" class={`quiet step-mark${number === at ? " here" : ""}`} aria-current={number === at ? "step" : undefined} aria-label={`Decision ${number + 1}${one.decision.grade ? `, ${one.decision.grade}` : ""}`} onClick={() => setAt(number)}>
            {number + 1} <Mark grade={one.decision.grade} />
          </button>
        ))}
        <button type="button" class={`quiet step-mark${at === last ? " here" : ""}`} onClick={() => setAt(last)}>Result</button>
        <button type="button" class="quiet" disabled={at === last} onClick={() => setAt(at + 1)}>Next →</button>
      </nav>
      {step ? <Values decision={step.decision} /> : <Ended review={review} />}
      <p class="row">
        <Copy text={line} label="Copy notation" what="the round in notation" />
        <Copy text={roundLink(line)} label="Copy link" what="a link to this round" />
      </p>
    </div>
  );
}

function Ended({ review }: { review: RoundReview }) {
  const { result } = review;
  return (
    <ul class="review-result">
      {result.void && <li>{result.void_text}</li>}
      {result.seats.map((seat) => seat.lines.map((line) => <li key={`${seat.seat} ${line.text}`}>{`${result.seats.length > 1 ? `Box ${seat.seat}: ` : ""}${capital(line.text)} (${signedMoney(line.net)})`}</li>))}
    </ul>
  );
}
