/** Endless hands of one class. Hands answered wrongly come back. */
import { useEffect, useRef, useState } from "preact/hooks";
import { enter } from "../house/api";
import type { DrillAnswer, DrillHand, Me } from "../house/types";
import { totalText } from "../house/words";
import { useKeys } from "../parts/keys";
import { Preparing } from "../parts/Preparing";
import { useRequest } from "../parts/useRequest";
import { Trouble } from "../parts/Trouble";
import { DrillChoices, keyedPlay } from "./DrillChoices";
import { type DrillGame, remember, sentMemory } from "./memory";
import { MiniFelt } from "./MiniFelt";
import { Values } from "./Values";

interface Score {
  hands: number;
  right: number;
  streak: number;
  best: number;
  milliseconds: number;
}

const NONE: Score = { hands: 0, right: 0, streak: 0, best: 0, milliseconds: 0 };

export function HandDrill({ me, drill, drilled }: { me: Me; drill: string; drilled: DrillGame }) {
  const [hand, setHand] = useState<DrillHand | null>(null);
  const [answer, setAnswer] = useState<DrillAnswer | null>(null);
  const [score, setScore] = useState(NONE);
  const [toRepeat, setToRepeat] = useState(0);
  const shownAt = useRef(0);
  const request = useRequest();
  const next = (): void => {
    setHand(null);
    setAnswer(null);
    void request.run(async () => {
      const dealt = await enter<DrillHand>("/api/drills/next", { ...drilled, drill, ...sentMemory(me, drilled) });
      setHand(dealt);
      setToRepeat(dealt.to_repeat);
      shownAt.current = performance.now();
    });
  };
  const take = (action: string): void => {
    if (!hand || answer) return;
    const took = performance.now() - shownAt.current;
    void request.run(async () => {
      const graded = await enter<DrillAnswer>("/api/drills/answer", { line: hand.line, action, ...sentMemory(me, drilled) });
      remember(me, drilled, graded.memory);
      setToRepeat(Object.keys(graded.memory.cards).length);
      setAnswer(graded);
      setScore((now) => {
        const streak = graded.right ? now.streak + 1 : 0;
        return { hands: now.hands + 1, right: now.right + Number(graded.right), streak, best: Math.max(now.best, streak), milliseconds: now.milliseconds + took };
      });
    });
  };
  useEffect(next, []);
  const legal = hand?.play.legal ?? [];
  useKeys((key) => {
    if (answer && (key === "Enter" || key === " ")) {
      next();
      return true;
    }
    const play = keyedPlay(legal, key);
    if (play && !answer) take(play);
    return play !== undefined;
  });
  return (
    <>
      <p class="drill-score" role="status">
        {`Streak ${score.streak} (best ${score.best}) · ${score.right} of ${score.hands} right`}
        {score.hands > 0 && ` · ${(score.milliseconds / score.hands / 1000).toFixed(1)} s a hand`}
        {` · ${toRepeat} to repeat`}
      </p>
      <Trouble refused={request.refused} />
      <Preparing waiting={request.busy} />
      {hand && (
        <>
          <MiniFelt dealer={hand.play.dealer} boxes={hand.play.boxes} acts={{ box: hand.play.to_act?.box ?? 1, hand: hand.play.at_hand }} />
          {hand.again && !answer && <p class="hint">You got this one wrong before.</p>}
          {!answer && <DrillChoices legal={legal} label={`${totalText(hand.play.boxes[0]?.hands[hand.play.at_hand] ?? {})}: your move?`} take={take} />}
          {answer && (
            <div class="drill-answer" data-right={String(answer.right)}>
              <Values decision={answer.decision} />
              <button type="button" class="strong" onClick={next}>Next hand</button>
            </div>
          )}
        </>
      )}
    </>
  );
}
