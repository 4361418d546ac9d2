/** The player's turn: legal choices with their keys, the others with the reason they are shut. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Refused } from "../house/api";
import { moneyText } from "../house/money";
import { AMOUNT_KEY } from "../house/phrases";
import type { TableView } from "../house/types";
import { capital, type Choice, choiceLabel, choicesFor, sentence } from "../house/words";
import type { RequestState } from "../parts/useRequest";
import { useKeys } from "../parts/keys";
import { AmountForm } from "./AmountForm";
import type { Coaching } from "./coaching";
import { Clock } from "./Clock";
import { questionOf } from "./question";

interface Props {
  view: TableView;
  request: RequestState;
  coaching: Coaching | null;
  act: (action: string, amount: number) => void;
}

export function Turn({ view, request, coaching, act }: Props) {
  const play = view.play;
  const group = useRef<HTMLDivElement>(null);
  const [naming, setNaming] = useState<Choice | null>(null);
  const choices = choicesFor(play?.legal ?? [], play?.waits === "play" ? play.refused : {}, view.chips ?? 0, view.felt);
  const ranged = choices.find((choice) => !choice.refused && choice.least < choice.most);
  const asked = JSON.stringify([view.round, play?.to_act, play?.at_hand, play?.boxes]);
  useLayoutEffect(() => {
    setNaming(null);
    if (!document.querySelector("dialog[open]")) group.current?.focus({ preventScroll: true });
  }, [asked]);

  const take = (choice: Choice): void => {
    if (choice.refused) return request.complain(new Refused(0, "shut", choice.refused, ""));
    act(choice.kind, choice.least > 0 && choice.least < choice.most ? choice.most : 0);
  };
  useKeys((key) => {
    if (key === AMOUNT_KEY && ranged) {
      setNaming(ranged);
      return true;
    }
    const choice = choices.find((one) => one.key === key);
    if (choice) take(choice);
    return choice !== undefined;
  });
  const question = questionOf(view);
  return (
    <div class="turn-controls" ref={group} tabIndex={-1} role="group" aria-label={question}>
      <p class="question">
        {question} <Clock view={view} />
      </p>
      <div class="choices">
        {choices.map((choice) => (
          <ChoiceButton key={choice.kind} choice={choice} coaching={coaching} take={take} />
        ))}
        {ranged && !naming && (
          <button type="button" class="choice shy" onClick={() => setNaming(ranged)}>
            <span class="choice-word">{`${capital(ranged.word)} for less`}</span>
            <kbd aria-hidden="true">{AMOUNT_KEY}</kbd>
          </button>
        )}
      </div>
      {naming && <AmountForm choice={naming} close={() => setNaming(null)} take={(amount) => act(naming.kind, amount)} />}
    </div>
  );
}

interface ButtonAsked {
  choice: Choice;
  coaching: Coaching | null;
  take: (choice: Choice) => void;
}

function ChoiceButton({ choice, coaching, take }: ButtonAsked) {
  const worth = coaching?.advice?.values.find((one) => one.action === choice.kind)?.worth;
  const best = coaching?.advice?.best === choice.kind;
  const why = choice.refused ? `why-${choice.kind}` : undefined;
  const look = `choice${choice.free ? " free" : ""}${choice.refused ? " shut" : ""}${best ? " best" : ""}`;
  return (
    <button
      type="button"
      class={look}
      data-kind={choice.kind}
      aria-disabled={choice.refused ? "true" : undefined}
      aria-describedby={why}
      title={choice.refused ? sentence(choice.refused) : undefined}
      aria-label={`${choiceLabel(choice)}${worth === undefined ? "" : `, worth ${worth.toFixed(3)} bets${best ? ", best" : ""}`}`}
      onClick={() => take(choice)}
    >
      <span class="choice-word">
        {choice.free && <span class="free-mark">FREE</span>}
        {capital(choice.word)}
        {choice.most > 0 && !choice.free && <span class="choice-amount">{moneyText(choice.most)}</span>}
      </span>
      {choice.key && <kbd aria-hidden="true">{choice.key}</kbd>}
      {worth !== undefined && <Worth worth={worth} best={best} />}
      {why && <span class="sr" id={why}>{sentence(choice.refused)}</span>}
    </button>
  );
}

const WIDEST = 2;

function Worth({ worth, best }: { worth: number; best: boolean }) {
  const share = Math.min(1, Math.abs(worth) / WIDEST) * 50;
  return (
    <span class={`worth ${worth < 0 ? "less" : "more"}`} aria-hidden="true">
      <span class="worth-bar"><i style={{ width: `${share}%`, left: worth < 0 ? `${50 - share}%` : "50%" }} /></span>
      <span class="worth-text">{`${best ? "★ " : ""}${worth < 0 ? "−" : "+"}${Math.abs(worth).toFixed(3)}`}</span>
    </span>
  );
}
