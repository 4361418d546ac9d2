/** What lies on the felt: the round under way, or the last one until the next is dealt. */
import type { BoxView, DealerView, HandView, OwnSeatEntry, SeatResult, TableView } from "../house/types";

export interface Scene {
  /** Changes with every round dealt. */
  id: string;
  dealer: DealerView;
  boxes: BoxView[];
  results: SeatResult[];
  over: boolean;
}

export function sceneOf(view: TableView): Scene | null {
  const id = `${view.table} ${view.round}`;
  if (view.play) return { id, dealer: view.play.dealer, boxes: view.play.boxes, results: [], over: false };
  if (view.result) return { ...view.result, id, results: view.result.seats, over: true };
  return null;
}

export function mySeats(view: TableView): OwnSeatEntry[] {
  return view.seats.filter((seat) => seat.mine);
}

export function resultOf(scene: Scene | null, seat: { box: number; bettor: number }): SeatResult | undefined {
  return scene?.results.find((one) => one.seat === seat.box && one.bettor === seat.bettor);
}

/** The result of whoever sits here now: they may have moved up since the round. */
export function ownResult(scene: Scene | null, seat: OwnSeatEntry): SeatResult | undefined {
  return scene?.results.find((one) => one.seat === seat.box && (one.player ? one.player === seat.player : one.bettor === seat.bettor));
}

/** Lammers a bettor has received this round, on all hands of the box. */
export function lammersOf(hands: HandView[], bettorAt: number): number {
  return hands.reduce((sum, hand) => {
    const stake = hand.stakes[bettorAt];
    return sum + (stake ? Number(stake.split === "free") + Number(stake.doubled === "free") : 0);
  }, 0);
}

export function playerOf(view: TableView, who: { box: number; bettor: number }): string {
  return view.seats.find((seat) => seat.box === who.box && seat.bettor === who.bettor)?.player ?? `box ${who.box}`;
}
