/** Drills for card counters: running counts, decks left, true counts and index plays. */
import { useEffect, useRef, useState } from "preact/hooks";
import { enter } from "../house/api";
import { useKept } from "../house/settings";
import type { CountAnswer, CountQuestion, Me } from "../house/types";
import { useKeys } from "../parts/keys";
import { Preparing } from "../parts/Preparing";
import { Trouble } from "../parts/Trouble";
import { useRequest } from "../parts/useRequest";
import { Card } from "../table/Card";
import { DrillChoices, keyedPlay } from "./DrillChoices";
import { type DrillGame, keepProgress, sentProgress } from "./memory";
import { MiniFelt } from "./MiniFelt";
import { Tray } from "./Tray";

const SETTINGS = "lammer counting";
const ROUNDINGS = { floor: "Down", round: "To the nearest", truncate: "Towards zero" };
const GROUPS = { 1: "1", 2: "2", 3: "3", round: "A round" };

interface Settings {
  count: string;
  rounding: string;
  group: string;
  length: number;
}

interface Sums {
  answers: number;
  right: number;
  error: number;
  seconds: number;
  cards: number;
}

export function CountDrill({ me, drill, drilled }: { me: Me; drill: string; drilled: DrillGame }) {
  const [settings, setSettings] = useKept<Settings>(SETTINGS, { count: "hi-lo", rounding: "floor", group: "1", length: 52 });
  return (
    <>
      <Choices drill={drill} settings={settings} change={(changed) => setSettings((now) => ({ ...now, ...changed }))} />
      {/* Other settings begin anew, even while a question is on its way. */}
      <Questions key={JSON.stringify(settings)} me={me} drill={drill} drilled={drilled} settings={settings} />
    </>
  );
}

function Questions({ me, drill, drilled, settings }: { me: Me; drill: string; drilled: DrillGame; settings: Settings }) {
  const [question, setQuestion] = useState<CountQuestion | null>(null);
  const [at, setAt] = useState(0);
  const [answer, setAnswer] = useState<CountAnswer | null>(null);
  const [sums, setSums] = useState<Sums>({ answers: 0, right: 0, error: 0, seconds: 0, cards: 0 });
  const shownAt = useRef(0);
  const request = useRequest();
  const asked = { ...drilled, drill, ...settings, ...sentProgress(me, drilled, drill) };
  const next = (): void => {
    setQuestion(null);
    setAnswer(null);
    setAt(0);
    void request.run(async () => {
      setQuestion(await enter<CountQuestion>("/api/drills/count/next", asked));
      shownAt.current = performance.now();
    });
  };
  const give = (given: string): void => {
    if (!question || answer) return;
    const seconds = (performance.now() - shownAt.current) / 1000;
    void request.run(async () => {
      const graded = await enter<CountAnswer>("/api/drills/count/answer", { ...asked, seed: question.seed, line: question.line, answer: given, seconds });
      keepProgress(me, drilled, drill, graded.progress);
      setAnswer(graded);
      setSums((now) => ({ answers: now.answers + 1, right: now.right + Number(graded.right), error: now.error + graded.error, seconds: now.seconds + seconds, cards: now.cards + graded.cards }));
    });
  };
  useEffect(next, []);
  const groups = question?.groups ?? [];
  const counting = at < groups.length;
  const legal = question?.play?.legal ?? [];
  useKeys((key) => {
    const play = keyedPlay(legal, key);
    if (play && !answer) give(play);
    const on = key === "Enter" || key === " ";
    if (on && answer) next();
    if (on && counting) setAt(at + 1);
    return play !== undefined || (on && (answer !== null || counting));
  });
  return (
    <>
      <p class="drill-score" role="status">{scoreText(sums, answer)}</p>
      <Trouble refused={request.refused} />
      <Preparing waiting={request.busy} />
      {question && counting && (
        <div class="count-cards mini-felt">
          <span class="mini-cards" aria-live="assertive">{(groups[at] ?? []).map((card, place) => <Card key={`${at} ${place}`} card={card} />)}</span>
          <button type="button" class="choice" onClick={() => setAt(at + 1)}>{`Next (${at + 1} of ${groups.length})`} <kbd aria-hidden="true">Enter</kbd></button>
        </div>
      )}
      {question && !counting && (
        <>
          {question.tray && <Tray tray={question.tray} />}
          {question.play && <MiniFelt dealer={question.play.dealer} boxes={question.play.boxes} acts={{ box: question.play.to_act?.box ?? 1, hand: question.play.at_hand }} />}
          {question.again && !answer && <p class="hint">You got this one wrong before.</p>}
          <p class="count-question">{question.text}</p>
          {!answer && question.play && <DrillChoices legal={legal} label="Your play" take={give} />}
          {!answer && !question.play && <NumberForm key={question.seed} give={give} />}
          {answer && (
            <div class="drill-answer" data-right={String(answer.right)} role="status">
              <p><b class={`grade ${answer.right ? "good" : "blunder"}`}>{answer.right ? "Right" : "Wrong"}</b> {answer.text.replace(/^Right\. /, "")}</p>
              <button type="button" class="strong" ref={(button) => button?.focus()} onClick={next}>Next question</button>
            </div>
          )}
        </>
      )}
    </>
  );
}

function Choices({ drill, settings, change }: { drill: string; settings: Settings; change: (changed: Partial<Settings>) => void }) {
  return (
    <form class="drill-choice row" onSubmit={(event) => event.preventDefault()}>
      {drill !== "decks" && <label>Count <input value={settings.count} maxLength={120} placeholder="hi-lo" onChange={(event) => change({ count: event.currentTarget.value.trim() || "hi-lo" })} /></label>}
      {drill === "true-count" && <label>Round <select aria-label="Round" value={settings.rounding} onChange={(event) => change({ rounding: event.currentTarget.value })}>{Object.entries(ROUNDINGS).map(([id, name]) => <option key={id} value={id}>{name}</option>)}</select></label>}
      {drill === "speed" && (
        <>
          <label>Together <select aria-label="Together" value={settings.group} onChange={(event) => change({ group: event.currentTarget.value })}>{Object.entries(GROUPS).map(([id, name]) => <option key={id} value={id}>{name}</option>)}</select></label>
          <label>Cards <input type="number" min="5" max="416" value={settings.length} onChange={(event) => change({ length: Number(event.currentTarget.value) })} /></label>
        </>
      )}
    </form>
  );
}

function NumberForm({ give }: { give: (given: string) => void }) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form class="row" onSubmit={(event) => { event.preventDefault(); if (text.trim()) give(text.trim()); }}>
      <label>Your answer <input ref={field} value={text} maxLength={20} autocomplete="off" onInput={(event) => setText(event.currentTarget.value)} /></label>
      <button type="submit" class="strong">Answer</button>
    </form>
  );
}

function scoreText(sums: Sums, last: CountAnswer | null): string {
  if (!sums.answers) return "0 of 0 right";
  const pace = sums.cards ? `${(sums.seconds / sums.cards).toFixed(2)} s per card` : `${(sums.seconds / sums.answers).toFixed(1)} s per answer`;
  const unit = last?.unit;
  return `${sums.right} of ${sums.answers} right${unit ? ` · average error ${(sums.error / sums.answers).toFixed(2)} ${unit}` : ""} · ${pace}${last ? ` · ${last.progress.right} of ${last.progress.answers} in all` : ""}`;
}
