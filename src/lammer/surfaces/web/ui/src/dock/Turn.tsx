/** The player's turn: legal choices with their keys, and the others dimmed with a reason. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Refused } from "../house/api";
import { moneyText } from "../house/money";
import { AMOUNT_KEY, PLAY_KINDS } from "../house/phrases";
import type { FeltView, TableView } from "../house/types";
import { capital, type Choice, choiceLabel, choicesFor, choiceWord, sentence } from "../house/words";
import type { RequestState } from "../parts/useRequest";
import { AmountForm } from "./AmountForm";
import type { Coaching } from "./coaching";
import { Clock } from "./Clock";
import type { Early } from "./early";
import { questionOf } from "./question";

interface Props {
  view: TableView;
  request: RequestState;
  coaching: Coaching | null;
  /** All cards have arrived. Before that, the question and the legal choices would reveal them. */
  settled: boolean;
  early: Early;
  act: (action: string, amount: number) => void;
}

/** A side bet offered after the up card; it always needs an amount. */
const PLACE = "place";
const COMING = "the cards are being dealt";

export function Turn({ view, request, coaching, settled, early, act }: Props) {
  const play = view.play;
  const group = useRef<HTMLDivElement>(null);
  const [naming, setNaming] = useState<Choice | null>(null);
  const [reason, setReason] = useState("");
  const legal = settled ? (play?.legal ?? []) : [];
  const choices = inPlaces(choicesFor(legal, settled && play?.waits === "play" ? play.refused : {}, view.chips ?? 0, view.felt), view.felt, play?.waits !== "answer");
  const ranged = choices.find((choice) => !choice.refused && choice.kind !== PLACE && choice.minimum < choice.maximum);
  const decision = JSON.stringify([view.round, play?.to_act, play?.at_hand, play?.boxes]);
  useLayoutEffect(() => {
    setNaming(null);
    setReason("");
    if (!document.querySelector("dialog[open]")) group.current?.focus({ preventScroll: true });
  }, [decision]);

  const take = (choice: Choice): void => {
    if (choice.refused) return request.complain(new Refused(0, "shut", choice.refused, ""));
    if (choice.kind === PLACE) return setNaming(choice);
    act(choice.kind, choice.minimum > 0 && choice.minimum < choice.maximum ? choice.maximum : 0);
  };
  early.answer.current = (key) => {
    if (key === AMOUNT_KEY && ranged) {
      setNaming(ranged);
      return true;
    }
    const choice = choices.find((one) => one.key === key);
    if (choice) take(choice);
    return choice !== undefined;
  };
  const question = settled ? questionOf(view) : "The dealer deals …";
  return (
    <div class={coaching ? "turn-controls coached" : "turn-controls"} ref={group} tabIndex={-1} role="group" aria-label={question}>
      <p class="question">
        {question} <Clock view={view} />
      </p>
      {naming ? (
        <AmountForm choice={naming} close={() => setNaming(null)} take={(amount) => act(naming.kind, amount)} />
      ) : (
        <div class="choices" style={{ "--places": String(choices.length + Number(ranged !== undefined)) }}>
          {choices.map((choice) => (
            <ChoiceButton key={choice.kind} choice={choice} coaching={coaching} take={take} tell={setReason} />
          ))}
          {ranged && (
            <button type="button" class="choice shy" onClick={() => setNaming(ranged)}>
              <span class="choice-word">{`${capital(ranged.word)} for less`}</span>
              <kbd aria-hidden="true">{AMOUNT_KEY}</kbd>
            </button>
          )}
        </div>
      )}
      {!request.refused && <p class="hint reason" aria-hidden="true">{reason}</p>}
    </div>
  );
}

/** Plays keep their places; those that are not legal are dimmed. Answers to questions have places of their own. */
function inPlaces(choices: Choice[], felt: FeltView, playing: boolean): Choice[] {
  if (!playing) return choices;
  const kinds = PLAY_KINDS.filter((kind) => (felt.free_bets || !kind.startsWith("free")) && (felt.surrender || kind !== "surrender"));
  return kinds.map((kind) => choices.find((choice) => choice.kind === kind) ?? dimmed(kind));
}

function dimmed(kind: string): Choice {
  return { kind, key: "", free: kind.startsWith("free"), word: choiceWord(kind), minimum: 0, maximum: 0, step: 1, refused: COMING };
}

interface ButtonProps {
  choice: Choice;
  coaching: Coaching | null;
  take: (choice: Choice) => void;
  tell: (reason: string) => void;
}

function ChoiceButton({ choice, coaching, take, tell }: ButtonProps) {
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
      onClick={() => take(choice)}
      onMouseEnter={() => tell(why ? sentence(choice.refused) : "")}
      onMouseLeave={() => tell("")}
      onFocus={() => tell(why ? sentence(choice.refused) : "")}
      onBlur={() => tell("")}
    >
      <span class="sr">{`${choiceLabel(choice)}${worth === undefined ? "" : `, worth ${worth.toFixed(3)} bets${best ? ", best" : ""}`}`}</span>
      <span class="choice-word" aria-hidden="true">
        {choice.free && <span class="free-mark">FREE</span>}
        {capital(choice.word)}
        {choice.maximum > 0 && !choice.free && choice.kind !== PLACE && <span class="choice-amount">{moneyText(choice.maximum)}</span>}
      </span>
      {choice.key && <kbd aria-hidden="true">{choice.key}</kbd>}
      {coaching?.when === "before" && (worth === undefined ? <span class="worth" aria-hidden="true" /> : <Worth worth={worth} best={best} />)}
      {why && <span hidden id={why}>{sentence(choice.refused)}</span>}
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
