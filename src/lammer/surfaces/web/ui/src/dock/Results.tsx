/** How the round ended for the player: each hand, each side bet, and all together. */
import { moneyText, signedMoney } from "../house/money";
import type { SeatResult, TableView } from "../house/types";
import { capital, interruptedText, listed, outcomeText, whyText } from "../house/words";
import { mySeats, ownResult, sceneOf } from "../table/scene";
import { isPending, sensorNet, sensorOf } from "../table/sensor";

export interface Line {
  text: string;
  net: number;
}

export function linesOf(view: TableView): Line[] {
  const scene = sceneOf(view);
  const own = mySeats(view).map((seat) => ownResult(scene, seat));
  const results = (view.result?.seats ?? []).filter((one) => own.includes(one));
  return results.flatMap((result) => {
    const where = results.length > 1 ? `box ${result.seat}, ` : "";
    return [...seatLines(view, result, where), ...sensorLines(view, result.seat, where)];
  });
}

function sensorLines(view: TableView, box: number, where: string): Line[] {
  const spot = sensorOf(view, box);
  // Lit sensors are those of the coming hand.
  if (!spot || view.progressive?.lit || !view.seats.some((seat) => seat.mine && seat.box === box && seat.player === spot.player)) return [];
  const name = view.side_bets.find((bet) => bet.id === view.progressive?.bet)?.name ?? "progressive";
  const net = sensorNet(spot);
  if (isPending(view, spot)) return [{ text: `${where}${name}: ${spot.outcome}, being verified`, net }];
  return [{ text: `${where}${name} ${outcomeText({ result: "", net })}${spot.outcome && `: ${spot.outcome}`}${spot.envy ? `, Lucky George ${moneyText(spot.envy)} to the dealers` : ""}`, net }];
}

function seatLines(view: TableView, result: SeatResult, where: string): Line[] {
  const hands = handLines(view, result, where);
  const sides = Object.entries(result.side).map(([id, side]) => ({
    text: `${where}${view.side_bets.find((bet) => bet.id === id)?.name ?? id} ${side.net === 0 ? "comes back" : outcomeText({ result: "", net: side.net })}: ${side.outcome}`,
    net: side.net,
  }));
  const insured = result.insurance_wager ? [{ text: `${where}insurance ${result.insurance === 0 ? "comes back" : outcomeText({ result: "", net: result.insurance })}`, net: result.insurance }] : [];
  return [...hands, ...sides, ...insured];
}

/** Hands that ended alike are told together. */
function handLines(view: TableView, result: SeatResult, where: string): Line[] {
  const alike = new Map<string, { numbers: string[]; net: number }>();
  result.hands.forEach((hand, at) => {
    const ended = `${outcomeText(hand)}, ${hand.even_money ? "even money" : whyText(view.felt, hand.why)}`;
    const group = alike.get(ended) ?? { numbers: [], net: 0 };
    alike.set(ended, { numbers: [...group.numbers, String(at + 1)], net: group.net + hand.net });
  });
  const one = result.hands.length === 1;
  return [...alike].map(([ended, { numbers, net }]) => {
    const who = one ? "your hand" : numbers.length === 1 ? `hand ${numbers[0]}` : `hands ${listed(numbers)}: each`;
    return { text: `${where}${who} ${ended}`, net };
  });
}

export function netOf(view: TableView): number {
  return linesOf(view).reduce((sum, line) => sum + line.net, 0);
}

export function Results({ view }: { view: TableView }) {
  const lines = linesOf(view);
  const result = view.result;
  if (!lines.length) return null;
  const net = netOf(view);
  return (
    <div class="results">
      <span class={`net ${net > 0 ? "win" : net < 0 ? "loss" : ""}`}>{net === 0 ? "±0" : signedMoney(net)}</span>
      <ul>
        {result?.void && <li>{interruptedText(result.void_reason)}</li>}
        {lines.map((line) => (
          <li key={line.text} class={line.net > 0 ? "win" : line.net < 0 ? "loss" : ""}>{capital(line.text)}</li>
        ))}
      </ul>
    </div>
  );
}
