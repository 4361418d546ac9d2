/** Says to a screen reader what the eye sees: whose turn it is, what came, how it ended. */
import { linesOf, netOf } from "../dock/Results";
import { moneyText } from "../house/money";
import type { NextStep, TableView } from "../house/types";
import { sentence, spokenCard, totalText } from "../house/words";
import { bannerOf } from "./Banner";
import { mySeats, playerOf, sceneOf } from "./scene";

const BEFORE: Partial<Record<NextStep["kind"], string>> = {
  lights: "the sensors are to be lit",
  take: "the progressive wagers are to be taken",
  deal: "the cards are to be dealt",
};

export function Announcer({ view, settled }: { view: TableView; settled: boolean }) {
  return <div class="sr" role="status" aria-live="polite" data-announced>{settled ? said(view) : ""}</div>;
}

function said(view: TableView): string {
  const { play, result } = view;
  const waits = view.progressive?.next;
  if (waits && BEFORE[waits.kind]) return `Waiting for the dealer: ${BEFORE[waits.kind]}.`;
  if (waits) return `The jackpot comes first: ${waits.outcome ? `box ${waits.spot} has ${waits.outcome}` : "the hand is to be ended"}. Waiting for the ${waits.role}.`;
  if (play?.my_turn && play.to_act) return turnSaid(view);
  if (play?.to_act) return [...paidSaid(view), `${playerOf(view, play.to_act)} is to act.`].join(" ");
  const cut = view.cut ? `The new shoe is to be cut: box ${view.cut.box} is asked.` : "";
  if (!result || view.seats.some((seat) => seat.mine && seat.ready)) return cut;
  const banner = bannerOf(view, sceneOf(view));
  const net = netOf(view);
  const ended = net > 0 ? `You win ${moneyText(net)}` : net < 0 ? `You lose ${moneyText(-net)}` : "You are even";
  const lines = linesOf(view).map((line) => sentence(line.text));
  const dealer = `Dealer: ${result.dealer.cards.map(spokenCard).join(", ")}, ${totalText(result.dealer)}.`;
  const told = [dealer, banner ? sentence([banner.text, banner.more].filter(Boolean).join(": ")) : "", ...lines];
  return [...told, lines.length ? `${ended}.` : "", cut].filter(Boolean).join(" ");
}

/** Wins that were paid while the round goes on. */
function paidSaid(view: TableView): string[] {
  return mySeats(view).flatMap(({ box: number, bettor }) => {
    const box = view.play?.boxes.find((one) => one.box === number);
    const who = box?.bettors.findIndex((one) => one.bettor === bettor && !one.tip) ?? -1;
    const paid = box?.hands.reduce((sum, hand) => sum + (hand.stakes[who]?.paid ?? 0), 0) ?? 0;
    return paid > 0 ? [`You are paid ${moneyText(paid)}.`] : [];
  });
}

function turnSaid(view: TableView): string {
  const { play } = view;
  const hands = play?.boxes.find((box) => box.box === play.to_act?.box)?.hands ?? [];
  const at = play?.waits === "play" ? play.at_hand : 0;
  const hand = hands[at];
  if (!play || !hand) return "";
  const which = hands.length > 1 ? `hand ${at + 1} of ${hands.length}` : "your hand";
  const upCard = spokenCard(play.dealer.cards[0] ?? "??");
  return `Your turn, ${which}: ${hand.cards.map(spokenCard).join(", ")}, ${totalText(hand)}. Dealer shows ${upCard}.`;
}
