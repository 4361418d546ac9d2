import { useEffect, useId, useState } from "preact/hooks";
import { sentence } from "../../house/words";
import { cardLetters, LETTERS, type Position, withHands, withStake } from "./position";

interface ControlsProps {
  position: Position;
  change: (position: Position, about?: string) => void;
  /** What is wrong, by control. */
  wrong: Record<string, string>;
}

const HANDS = [1, 2, 3, 4];

export function HandControls({ position, change, wrong }: ControlsProps) {
  return (
    <section class="hand-box hand-controls" aria-label="Position">
      <CardsInput label="Cards of the hand" cards={position.cards} wrong={wrong["cards"]} apply={(cards) => change({ ...position, cards }, "cards")} />
      <Picks label="Up card" choices={LETTERS.map((letter) => [letter, letter === "T" ? "10" : letter])} value={position.up} wrong={wrong["up"]} choose={(up) => change({ ...position, up })} />
      <Picks label="Stake" choices={[["own", "Own money"], ["free", "Lammer"]]} value={position.stake} wrong={wrong["stake"]} choose={(stake) => change(withStake(position, stake === "free" ? "free" : "own"))} />
      <Picks label="Hands on the box" choices={HANDS.map((hands) => [String(hands), String(hands)])} value={String(position.hands)} wrong={wrong["hands"]} choose={(hands) => change(withHands(position, Number(hands)))} />
      <CardsInput label="Other cards out of the shoe" cards={position.removed} wrong={wrong["removed"]} apply={(removed) => change({ ...position, removed }, "removed")} />
    </section>
  );
}

function CardsInput({ label, cards, wrong, apply }: { label: string; cards: string; wrong: string | undefined; apply: (cards: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(cards);
  useEffect(() => setTyped((now) => (cardLetters(now) === cards ? now : cards)), [cards]);
  const enter = (text: string): void => {
    setTyped(text);
    apply(cardLetters(text));
  };
  return (
    <div class="hand-control">
      <label for={id}>{label}</label>
      <div class="row">
        <input id={id} type="text" value={typed} autocomplete="off" spellcheck={false} aria-invalid={Boolean(wrong)} aria-describedby={`${id}-wrong`} onInput={(event) => enter(event.currentTarget.value)} />
        <button type="button" class="quiet" disabled={cards === ""} onClick={() => enter(cards.slice(0, -1))}>Take one back<span class="sr">{`: ${label}`}</span></button>
      </div>
      <div class="card-buttons" role="group" aria-label={`Add to: ${label}`}>
        {LETTERS.map((letter) => <button type="button" key={letter} aria-label={`Add ${letter === "T" ? "10" : letter}`} onClick={() => enter(cards + letter)}>{letter === "T" ? "10" : letter}</button>)}
      </div>
      <p class="trouble" role="alert" id={`${id}-wrong`}>{wrong ? sentence(wrong) : ""}</p>
    </div>
  );
}

function Picks({ label, choices, value, wrong, choose }: { label: string; choices: [string, string][]; value: string; wrong: string | undefined; choose: (value: string) => void }) {
  const id = useId();
  return (
    <div class="hand-control">
      <span id={id}>{label}</span>
      <div class="picks small" role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-wrong`}>
        {choices.map(([choice, title]) => (
          <label key={choice} class={choice === value ? "chosen" : ""}>
            <input type="radio" name={id} value={choice} checked={choice === value} onChange={() => choose(choice)} />
            {title}
          </label>
        ))}
      </div>
      <p class="trouble" role="alert" id={`${id}-wrong`}>{wrong ? sentence(wrong) : ""}</p>
    </div>
  );
}
