/** The sensor in front of a box, which holds the wager on the jackpot. */
import type { OwnSeatEntry, SpotView, TableView } from "../house/types";

/** The wager of the hand on show. */
export function sensorOf(view: TableView, box: number): SpotView | undefined {
  return view.progressive?.spots.find((spot) => spot.box === box);
}

export function sensorNet(spot: SpotView): number {
  return spot.won - spot.amount;
}

/** The last wager, to be offered again. */
export function sensorBet(view: TableView, seat: OwnSeatEntry): Record<string, number> {
  const spot = sensorOf(view, seat.box);
  const open = view.progressive?.status === "open" && spot?.player === seat.player;
  return open && view.progressive ? { [view.progressive.bet]: spot.amount } : {};
}

/** A sensor takes one of its stakes; the same chip again removes it. */
export function onSensor(stakes: number[], lies: number, chip: number): number {
  const stake = Math.max(Math.min(...stakes), ...stakes.filter((one) => one <= chip));
  return lies === stake ? 0 : stake;
}

/** Won, but not paid until it is approved. */
export function isPending(view: TableView, spot: SpotView): boolean {
  return spot.outcome !== "" && spot.won === 0 && (view.progressive?.under_way ?? false);
}
