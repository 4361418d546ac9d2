/** A round on a small felt, for reviews and drills. */
import { moneyText, signedMoney } from "../house/money";
import type { BoxView, DealerView, SeatResult } from "../house/types";
import { spokenCard, totalText } from "../house/words";
import { Card } from "../table/Card";

interface Props {
  dealer: DealerView;
  boxes: BoxView[];
  /** The box and hand to act; none when the round is over. */
  acts?: { box: number; hand: number } | undefined;
  results?: SeatResult[];
  names?: (box: number) => string;
}

export function MiniFelt({ dealer, boxes, acts, results, names }: Props) {
  return (
    <div class="mini-felt">
      <section class="mini-hand" aria-label={`Dealer: ${dealer.cards.map(spokenCard).join(", ")}`}>
        <span class="mini-cards" aria-hidden="true">{dealer.cards.map((card, at) => <Card key={at} card={card} />)}</span>
        <b class="mini-total">{`Dealer ${totalText(dealer)}`}</b>
      </section>
      <div class="mini-boxes">
        {boxes.map((box) => (
          <section key={box.box} class="mini-box" aria-label={`Box ${box.box}`}>
            {(boxes.length > 1 || names?.(box.box)) && <span class="hint">{names?.(box.box) || `Box ${box.box}`}</span>}
            <div class="mini-hands">
              {box.hands.map((hand, at) => (
                <div key={at} class={`mini-hand${acts?.box === box.box && acts.hand === at ? " acts" : ""}`}>
                  <span class="sr">{hand.cards.map(spokenCard).join(", ")}</span>
                  <span class="mini-cards" aria-hidden="true">{hand.cards.map((card, place) => <Card key={place} card={card} />)}</span>
                  <b class="mini-total">{totalText(hand)}</b>
                  <Stakes box={box} at={at} />
                  <Net results={results} box={box} at={at} />
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

function Stakes({ box, at }: { box: BoxView; at: number }) {
  const stake = box.hands[at]?.stakes[0];
  if (!stake) return null;
  return (
    <span class="mini-stake">
      {stake.own > 0 && moneyText(stake.own)}
      {stake.free > 0 && <span class="free-mark">{`FREE ${moneyText(stake.free)}`}</span>}
    </span>
  );
}

function Net({ results, box, at }: { results: SeatResult[] | undefined; box: BoxView; at: number }) {
  const ended = results?.find((one) => one.seat === box.box && one.bettor === box.bettors[0]?.bettor)?.hands[at];
  if (!ended) return null;
  return <span class={`outcome ${ended.net > 0 ? "win" : ended.net < 0 ? "loss" : "level"}`}>{ended.net === 0 ? "±0" : signedMoney(ended.net)}</span>;
}
