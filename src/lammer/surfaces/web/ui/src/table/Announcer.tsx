/** The live region for screen readers: whose turn it is, the cards, the result. */
import { linesOf, netOf } from "../dock/Results";
import { questionOf } from "../dock/question";
import { moneyText } from "../house/money";
import { type Spoken, useSettings } from "../house/settings";
import type { NextStep, TableView } from "../house/types";
import { capital, sentence, spokenCard, totalText } from "../house/words";
import { bannerOf } from "./Banner";
import { mySeats, playerOf, sceneOf } from "./scene";

const BEFORE: Partial<Record<NextStep["kind"], string>> = {
  lights: "the sensors are to be lit",
  take: "the progressive wagers are to be taken",
  deal: "the cards are to be dealt",
};

export function Announcer({ view, settled }: { view: TableView; settled: boolean }) {
  const { spoken } = useSettings();
  return <div class="sr" role="status" aria-live="polite" data-announced>{settled ? said(view, spoken) : ""}</div>;
}

function said(view: TableView, spoken: Spoken): string {
  const { play, result } = view;
  const waits = view.progressive?.next;
  if (waits && BEFORE[waits.kind]) return `Waiting for the dealer: ${BEFORE[waits.kind]}.`;
  if (waits) return `The jackpot comes first: ${waits.outcome ? `box ${waits.spot} has ${waits.outcome}` : "the hand is to be ended"}. Waiting for the ${waits.role}.`;
  if (play?.my_turn && play.to_act) return [...spinsSaid(view), turnSaid(view, spoken)].join(" ");
  if (play?.to_act) return [...bannerSaid(view), ...paidSaid(view), `${playerOf(view, play.to_act)} is to act.`].join(" ");
  const cut = view.cut ? `The new shoe is to be cut: box ${view.cut.box} is asked.` : "";
  if (!result || view.seats.some((seat) => seat.mine && seat.ready)) return cut;
  const net = netOf(view);
  const ended = net > 0 ? `You win ${moneyText(net)}` : net < 0 ? `You lose ${moneyText(-net)}` : "You are even";
  const lines = linesOf(view).map((line) => sentence(line.text));
  // A round that ends with the first card has no dealer hand.
  const dealer = result.dealer.cards.length ? [`Dealer: ${result.dealer.cards.map(spokenCard).join(", ")}, ${totalText(result.dealer)}.`] : [];
  if (spoken === "brief") return [`${lines.length ? ended : "The round is over"}.`, cut].filter(Boolean).join(" ");
  const others = spoken === "full" ? othersSaid(view) : [];
  return [...dealer, ...bannerSaid(view), ...lines, ...others, lines.length ? `${ended}.` : "", cut].filter(Boolean).join(" ");
}

/** What the banner says, each line as a sentence. During the round, payments are announced separately. */
function bannerSaid(view: TableView): string[] {
  const banner = bannerOf(view, sceneOf(view));
  return banner ? [banner.text, view.result ? banner.more : ""].filter(Boolean).map(sentence) : [];
}

/** Spins of a wheel, before one's first decision; the banner tells everybody else. */
function spinsSaid(view: TableView): string[] {
  const spots = view.progressive?.spots ?? [];
  const mine = new Set(mySeats(view).map((seat) => seat.box));
  if (view.play?.boxes.some((box) => mine.has(box.box) && box.hands.some((hand) => hand.cards.length > 2))) return [];
  const spun = spots.filter((spot) => spot.stop > 0).map((spot) => sentence(`box ${spot.box}: ${spot.outcome}`));
  const paid = spots.filter((spot) => spot.from_others > 0 && mine.has(spot.box));
  return [...spun, ...paid.map((spot) => `You are paid ${moneyText(spot.from_others)} by the spins of others.`)];
}

/** Wins that were paid during the round. */
function paidSaid(view: TableView): string[] {
  return mySeats(view).flatMap(({ box: number, bettor }) => {
    const box = view.play?.boxes.find((one) => one.box === number);
    const who = box?.bettors.findIndex((one) => one.bettor === bettor && !one.tip) ?? -1;
    const paid = box?.hands.reduce((sum, hand) => sum + (hand.stakes[who]?.paid ?? 0), 0) ?? 0;
    return paid > 0 ? [`You are paid ${moneyText(paid)}.`] : [];
  });
}

/** How the round ended for everybody else. */
function othersSaid(view: TableView): string[] {
  const mine = new Set(mySeats(view).map((seat) => seat.box));
  return (view.result?.seats ?? []).filter((seat) => !mine.has(seat.seat)).map((seat) => {
    const ended = seat.net > 0 ? `wins ${moneyText(seat.net)}` : seat.net < 0 ? `loses ${moneyText(-seat.net)}` : "is even";
    return `Box ${seat.seat}${seat.player ? `, ${seat.player},` : ""} ${ended}.`;
  });
}

function turnSaid(view: TableView, spoken: Spoken): string {
  const { play } = view;
  const hands = play?.boxes.find((box) => box.box === play.to_act?.box)?.hands ?? [];
  const at = play?.waits === "play" ? play.at_hand : 0;
  const hand = hands[at];
  if (!play || !hand) return "";
  // For insurance and similar questions the question comes before the hand.
  const asks = play.waits === "play" ? "" : questionOf(view);
  if (spoken === "brief") return asks || questionOf(view);
  const isNatural = hand.status === "natural";
  const which = hands.length > 1 ? `hand ${at + 1} of ${hands.length}` : "your hand";
  const cards = [...hand.cards.map(spokenCard), ...(isNatural ? [] : [totalText(hand)])].join(", ");
  const about = asks ? `${asks} ${capital(which)}` : `Your turn, ${which}`;
  return `${isNatural ? `${capital(view.felt.natural_name)}! ` : ""}${about}: ${cards}. Dealer shows ${spokenCard(play.dealer.cards[0] ?? "??")}.`;
}
