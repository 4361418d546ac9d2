/** The coach: what each legal action is worth before deciding, or what the choice cost afterwards. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, asRefused, type Refused } from "../house/api";
import { type CoachWhen, useKept } from "../house/settings";
import type { Advice, ReviewedDecision, RoundVerdicts, TableView } from "../house/types";

const KEPT = "lammer coach in bets";

export interface Tally {
  decisions: number;
  mistakes: number;
  /** In bets. */
  cost: number;
}

export interface Coaching {
  when: CoachWhen;
  /** Values of the current decision; null until they are known, and in the mode that judges afterwards. */
  advice: Advice | null;
  refused: Refused | null;
  /** The last decision that was made, until the next one is. */
  judged: ReviewedDecision | null;
  tally: Tally;
  judge: (action: string) => void;
  forget: () => void;
}

const NONE: Tally = { decisions: 0, mistakes: 0, cost: 0 };

export function useCoaching(view: TableView, on: boolean, when: CoachWhen): Coaching {
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [judged, setJudged] = useState<ReviewedDecision | null>(null);
  const [tally, setTally] = useKept(KEPT, NONE);
  /** The number of the latest request for a verdict; answers to earlier ones are dropped. */
  const latest = useRef(0);
  const counted = useRef({ round: 0, number: -1 });
  const play = view.play;
  const path = `/api/tables/${encodeURIComponent(view.table)}`;
  const asks = on && when === "before" && play?.my_turn && (play.waits === "play" || play.waits === "answer");
  const hand = asks ? JSON.stringify([view.table, view.round, play.to_act, play.at_hand, play.ask, play.boxes]) : "";
  useEffect(() => {
    setAdvice(null);
    setRefused(null);
    if (!hand) return undefined;
    setJudged(null);
    let late = false;
    ask<Advice>(`${path}/coach`).then(
      (answer) => late || setAdvice(answer),
      (fault: unknown) => late || setRefused(asRefused(fault)),
    );
    return () => {
      late = true;
    };
  }, [hand]);
  const forgetVerdict = (): void => {
    latest.current += 1;
    setJudged(null);
  };
  useEffect(forgetVerdict, [on, when, view.table, view.round]);

  const judge = (action: string): void => {
    const { round } = view;
    latest.current += 1;
    const turn = latest.current;
    setJudged(null);
    ask<RoundVerdicts>(`${path}/verdicts`).then((answer) => {
      const last = answer.decisions[answer.decisions.length - 1];
      if (!last || answer.round !== round) return;
      if (turn === latest.current && last.action === action) setJudged(last);
      const before = counted.current.round === round ? counted.current.number : -1;
      const fresh = answer.decisions.filter((one) => one.number > before && one.cost !== null);
      counted.current = { round, number: last.number };
      setTally((now) => fresh.reduce(added, now));
    }, () => undefined);
  };
  return { when, advice, refused, judged, tally, judge, forget: () => setTally(NONE) };
}

function added(now: Tally, one: ReviewedDecision): Tally {
  return { decisions: now.decisions + 1, mistakes: now.mistakes + Number(one.grade !== "good"), cost: now.cost + (one.cost ?? 0) };
}
