import { useEffect, useRef } from "preact/hooks";
import { moneyText, signedMoney } from "../house/money";
import type { FeltView, HandRecord, HandView as Hand, StakeView } from "../house/types";
import { BOXED } from "../house/phrases";
import { capital, HIDDEN, spokenCard, totalText } from "../house/words";
import { Card } from "./Card";
import { Lammers, Pile } from "./Chip";
import { cardKey, type Fresh } from "./motion";

/** A settled hand, and what decided it. */
export interface EndedHand extends HandRecord {
  reason: string;
}

interface Props {
  felt: FeltView;
  hand: Hand;
  box: number;
  at: number;
  of: number;
  turn: boolean;
  fresh: Fresh;
  settled: boolean;
  /** By bettor of the box, once the round is over. */
  results: (EndedHand | undefined)[];
  /** Whose stakes they are, where a box has several. */
  names: string[];
  /** Whether the stakes are bet against the hand. */
  against: boolean;
}

export function HandView({ felt, hand, box, at, of, turn, fresh, settled, results, names, against }: Props) {
  const arrivals = hand.cards.map((_, card) => fresh.get(cardKey(box, at, card)));
  const last = Math.max(-1, ...arrivals.map((came) => came?.order ?? -1));
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Where very many hands leave too little room the felt scrolls: the hand to be played must be in sight.
    if (turn) place.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [turn]);
  const name = of > 1 ? `Hand ${at + 1}` : "Hand";
  const shown = settled ? results : [];
  const lying = hand.face_down ? hand.cards.map(() => HIDDEN) : hand.cards;
  const settledResults = shown.some(Boolean);
  return (
    <li ref={place} class={`hand${turn ? " turn" : ""} ${(hand.status ?? "").replace(" ", "-")}`} aria-current={turn ? "true" : undefined}>
      <span class="sr">{`${name}: ${lying.map(spokenCard).join(", ")}. ${totalBadge(felt, hand)}`}</span>
      <span class={`cards${hand.face_down ? " face-down" : ""}`} aria-hidden="true" style={{ "--steps": String(Math.max(1, hand.cards.length - 1)) }}>
        {lying.map((card, card_at) => <Card key={card_at} card={card} came={arrivals[card_at]} />)}
      </span>
      <span class="verdicts" aria-hidden="true">
        <span class="total" key={`${hand.total} ${hand.status}`} style={{ "--order": String(last) }} data-fresh={last >= 0 && !settled}>
          {totalBadge(felt, hand)}
        </span>
      </span>
      <span class="outcomes">
        {shown.map((result, bettor) => result && <Outcome key={bettor} result={result} />)}
        {settled && !settledResults && hand.stakes.map((stake, bettor) => stake && stake.paid > 0 && <span key={bettor} class="outcome win">{`paid ${moneyText(stake.paid)}`}</span>)}
      </span>
      <span class="stakes">
        {hand.stakes.map((stake, bettor) => stake && (
          <span class={`stake${(shown[bettor]?.net ?? 0) < 0 ? " lost" : ""}`} key={bettor}>
            {names.length > 1 && <span class="stake-name">{names[bettor]}</span>}
            {against && <span class="stake-name">against</span>}
            {stake.stands_on ? <span class="stake-name">{`stands on ${stake.stands_on}`}</span> : null}
            {stake.own > 0 && <Pile amount={stake.own} />}
            {stake.free > 0 && <Lammers count={Number(stake.split === "free") + Number(stake.doubled === "free")} amount={stake.free} />}
            {wonBy(stake, shown[bettor]) > 0 && <span class="paid"><Pile amount={wonBy(stake, shown[bettor])} label="paid" /></span>}
          </span>
        ))}
      </span>
    </li>
  );
}

/** What a stake has won: as the round ended, or before that if it is paid at once. */
function wonBy(stake: StakeView, result: HandRecord | undefined): number {
  return result ? result.net : stake.paid;
}

function totalBadge(felt: FeltView, hand: Hand): string {
  if (hand.status === "natural") return capital(felt.natural_name);
  if (hand.status === "bust") return `${hand.total === undefined ? "" : `${hand.total} `}bust${hand.boxed ? `, ${BOXED}` : ""}`;
  if (hand.status === "instant win") return "Wins at once";
  if (hand.status === "surrendered") return "Surrendered";
  return totalText(hand);
}

export function Outcome({ result }: { result: EndedHand }) {
  const kind = result.result === "push" ? "push" : result.net > 0 ? "win" : result.net < 0 ? "loss" : "level";
  const word = result.result === "push" ? "push" : result.net === 0 ? "no loss" : signedMoney(result.net);
  return <span class={`outcome ${kind}`} title={result.reason}>{word}</span>;
}
