/** How the round ended for the player: each hand, each side bet, and all together. */
import { moneyText, signedMoney } from "../house/money";
import type { ResultLine, TableView } from "../house/types";
import { capital } from "../house/words";
import { mySeats, ownResult, sceneOf } from "../table/scene";
import { isPending, sensorNet, sensorOf } from "../table/sensor";

export function linesOf(view: TableView): ResultLine[] {
  const scene = sceneOf(view);
  const own = mySeats(view).map((seat) => ownResult(scene, seat));
  const results = (view.result?.seats ?? []).filter((one) => own.includes(one));
  return results.flatMap((result) => {
    const where = results.length > 1 ? `box ${result.seat}, ` : "";
    const lines = result.lines.map(({ text, net }) => ({ text: `${where}${text}`, net }));
    return [...lines, ...sensorLines(view, result.seat, where)];
  });
}

function sensorLines(view: TableView, box: number, where: string): ResultLine[] {
  const spot = sensorOf(view, box);
  // Lit sensors belong to the next hand.
  if (!spot || view.progressive?.lit || !view.seats.some((seat) => seat.mine && seat.box === box && seat.player === spot.player)) return [];
  const name = view.side_bets.find((bet) => bet.id === view.progressive?.bet)?.name ?? "progressive";
  const net = sensorNet(spot);
  if (isPending(view, spot)) return [{ text: `${where}${name}: ${spot.outcome}, being verified`, net }];
  return [{ text: `${where}${name} ${spot.text}${spot.outcome && `: ${spot.outcome}`}${spot.from_others ? `, ${moneyText(spot.from_others)} of it from the spins of others` : ""}${spot.envy ? `, Lucky George ${moneyText(spot.envy)} to the dealers` : ""}`, net }];
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
        {result?.void && <li>{result.void_text}</li>}
        {lines.map((line) => (
          <li key={line.text} class={line.net > 0 ? "win" : line.net < 0 ? "loss" : ""}>{capital(line.text)}</li>
        ))}
      </ul>
    </div>
  );
}
