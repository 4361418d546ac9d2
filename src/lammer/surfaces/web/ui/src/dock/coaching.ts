/** The coach: what each legal action is worth before deciding, what the choice cost afterwards. */
import { useEffect, useState } from "preact/hooks";
import { ask, asRefused, type Refused } from "../house/api";
import { keep, kept } from "../house/settings";
import type { Advice, TableView } from "../house/types";

const KEPT = "lammer coach";

export interface Tally {
  decisions: number;
  mistakes: number;
  /** In minor units; decisions are judged in fractions of them. */
  cost: number;
}

export interface Judged {
  action: string;
  best: string;
  cost: number;
}

export interface Coaching {
  advice: Advice | null;
  refused: Refused | null;
  judged: Judged | null;
  tally: Tally;
  judge: (action: string) => void;
  forget: () => void;
}

const NONE: Tally = { decisions: 0, mistakes: 0, cost: 0 };
const NOTHING = 1e-9;

export function useCoaching(view: TableView, on: boolean): Coaching {
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [judged, setJudged] = useState<Judged | null>(null);
  const [tally, setTally] = useState(() => kept(KEPT, NONE));
  const play = view.play;
  const asks = on && play?.my_turn && play.waits === "play";
  const hand = asks ? JSON.stringify([view.table, view.round, play.to_act, play.at_hand, play.boxes]) : "";
  useEffect(() => {
    setAdvice(null);
    setRefused(null);
    if (!hand) return undefined;
    let late = false;
    ask<Advice>(`/api/tables/${encodeURIComponent(view.table)}/coach`).then(
      (told) => late || setAdvice(told),
      (fault: unknown) => late || setRefused(asRefused(fault)),
    );
    return () => {
      late = true;
    };
  }, [hand]);
  useEffect(() => setJudged(null), [on, view.table]);

  const save = (next: Tally): void => {
    setTally(next);
    keep(KEPT, next);
  };
  const judge = (action: string): void => {
    const best = advice?.values[0];
    const chosen = advice?.values.find((one) => one.action === action);
    if (!best || !chosen || !play?.to_act) return setJudged(null);
    const bettor = play.boxes.find((box) => box.box === play.to_act?.box)?.bettors[0];
    const cost = Math.max(0, best.worth - chosen.worth) * (bettor?.main ?? 0);
    setJudged({ action, best: best.action, cost });
    const wrong = cost > NOTHING;
    save({ decisions: tally.decisions + 1, mistakes: tally.mistakes + Number(wrong), cost: tally.cost + cost });
  };
  return { advice, refused, judged, tally, judge, forget: () => save(NONE) };
}
