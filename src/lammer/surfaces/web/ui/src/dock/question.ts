import { moneyText } from "../house/money";
import type { TableView } from "../house/types";
import { capital, listed, totalText } from "../house/words";
import { mySeats, playerOf } from "../table/scene";

/** What the table asks of the player whose turn it is. */
export function questionOf(view: TableView): string {
  const play = view.play;
  const who = play?.to_act;
  if (!play || !who) return "";
  const kinds = new Set(play.legal.map((option) => option.kind));
  const box = mySeats(view).length > 1 ? `Box ${who.box}: ` : "";
  if (play.ask?.text) return `${box}${play.ask.text}`;
  if (play.ask?.about === "top-up") return `${box}Insure what you have added?`;
  const offers = [
    ...(kinds.has("insure") ? [`insurance, pays ${view.felt.insurance_pays.replace(":", " to ")}`] : []),
    ...(kinds.has("even-money") ? [`even money for your ${view.felt.natural}`] : []),
  ];
  if (offers.length) return `${box}${capital(listed(offers).replace(" and ", " or "))}?`;
  if (kinds.has("follow")) return followed(view, who);
  return `${box}${handAsked(view)}`;
}

function followed(view: TableView, who: { box: number; bettor: number }): string {
  const ask = view.play?.ask;
  const option = view.play?.legal.find((one) => one.kind === "follow");
  const how = ask?.how === "free" ? "free " : "";
  const cost = option && option.maximum > 0 ? ` for ${moneyText(option.maximum)}` : "";
  if (ask?.tip) return `Box ${who.box}: ${ask.about} the tip for the dealers too${cost}?`;
  if (ask?.about === "draw") return drawAsked(view, who);
  return `Box ${who.box}: ${playerOf(view, { box: who.box, bettor: 1 })} takes a ${how}${ask?.about ?? "draw"}. Follow${cost}?`;
}

function drawAsked(view: TableView, who: { box: number; bettor: number }): string {
  const hand = view.play?.boxes.find((box) => box.box === who.box)?.hands[view.play.at_hand];
  const stand = hand?.total === undefined ? "stand alone" : `stand on ${totalText(hand)}`;
  return `Box ${who.box}: ${playerOf(view, { box: who.box, bettor: 1 })} draws a card. Follow, or ${stand}?`;
}

function handAsked(view: TableView): string {
  const play = view.play;
  const hands = play?.boxes.find((box) => box.box === play.to_act?.box)?.hands ?? [];
  const hand = hands[play?.at_hand ?? 0];
  if (!hand) return "Your move?";
  const which = hands.length > 1 ? `Hand ${(play?.at_hand ?? 0) + 1} of ${hands.length}, ` : "";
  const upCard = play?.dealer.total;
  return capital(`${which}${totalText(hand)} against ${upCard === 11 ? "an ace" : upCard}: your move?`);
}
