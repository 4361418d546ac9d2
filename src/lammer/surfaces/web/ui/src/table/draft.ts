/** The bets a player is about to place: chips on spots of their own boxes, before they are given to the table. */
import { useRef, useState } from "preact/hooks";
import type { OwnSeatEntry, TableView } from "../house/types";
import { mySeats, ownResult, sceneOf } from "./scene";
import { onSensor, sensorBet } from "./sensor";

export const MAIN = "main";
export const TIP = "tip";
const FIRST_BET = 1_000;

export interface Place {
  box: number;
  spot: string;
}

export interface Draft {
  bets: Record<number, Record<string, number>>;
  place: Place | null;
  setChip: (chip: number) => void;
  choose: (place: Place) => void;
  add: (place: Place, chip?: number) => void;
  clear: () => void;
  repeat: () => void;
  total: number;
}

export function useDraft(view: TableView): Draft {
  const seats = mySeats(view);
  const offers = Object.fromEntries(seats.map((seat) => [seat.box, offer(view, seat)]));
  const offered = JSON.stringify(offers);
  const [changed, setChanged] = useState<{ from: string; bets: Record<number, Record<string, number>> } | null>(null);
  const [chip, setChip] = useState(500);
  const [place, setPlace] = useState<Place | null>(null);
  // A new seat or a finished round offers the bet anew; nothing else takes chips from under the player's hands.
  const bets = changed?.from === offered ? changed.bets : offers;
  const latest = useRef(bets);
  latest.current = bets;
  const change = (next: Record<number, Record<string, number>>): void => {
    latest.current = next;
    setChanged({ from: offered, bets: next });
  };
  const first = seats[0] ? { box: seats[0].box, spot: MAIN } : null;
  const at = place && seats.some((seat) => seat.box === place.box) ? place : first;
  const add = (where: Place, more: number = chip): void => {
    setPlace(where);
    const now = latest.current;
    const room = seats.find((seat) => seat.box === where.box)?.most ?? view.limits.most;
    change({ ...now, [where.box]: withChip(view, now[where.box] ?? {}, where.spot, more, room) });
  };
  const total = seats.reduce((sum, seat) => sum + totalOf(bets[seat.box] ?? {}), 0);
  const clear = (): void => {
    change({});
    setPlace(null);
  };
  const repeat = (): void => {
    setChanged(null);
    setPlace(null);
  };
  return { bets, place: at, setChip, choose: setPlace, add, clear, repeat, total };
}

export function totalOf(bets: Record<string, number>): number {
  return Object.values(bets).reduce((sum, amount) => sum + amount, 0);
}

/** What lies there already, else the last bet, else a small one. */
function offer(view: TableView, seat: OwnSeatEntry): Record<string, number> {
  if (totalOf(seat.bets) > 0) return seat.bets;
  const last = ownResult(sceneOf(view), seat);
  const main = (amount: number): Record<string, number> => ({ [MAIN]: Math.min(amount, seat.most) });
  if (last) return { ...last.wagers, ...main(last.wagers[MAIN] ?? 0), ...(last.tip ? { [TIP]: last.tip.wager } : {}), ...sensorBet(view, seat) };
  return main(Math.max(view.limits.least, Math.min(FIRST_BET, view.limits.most)));
}

function withChip(view: TableView, bets: Record<string, number>, spot: string, chip: number, room: number): Record<string, number> {
  if (view.progressive?.bet === spot) return { ...bets, [spot]: onSensor(view.progressive.stakes, bets[spot] ?? 0, chip) };
  const side = view.side_bets.find((bet) => bet.id === spot);
  const most = spot === MAIN ? room : (side?.most ?? Number.MAX_SAFE_INTEGER);
  return { ...bets, [spot]: Math.min((bets[spot] ?? 0) + chip, most) };
}
