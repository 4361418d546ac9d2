/** The bets a player is about to place: chips on spots of their own boxes, before they are given to the table. */
import { useRef, useState } from "preact/hooks";
import { chipsOf } from "../house/money";
import type { OwnSeatEntry, TableView } from "../house/types";
import { mySeats, ownResult, sceneOf } from "./scene";
import { onSensor, sensorBet } from "./sensor";

export const MAIN = "main";
export const TIP = "tip";
/** The bet against one's own hand, in place of the main bet. */
export const AGAINST = "against";
const FIRST_BET = 1_000;

/** By box, then by spot. */
type Bets = Record<number, Record<string, number>>;
const MAX_UNDONE = 50;

export interface Place {
  box: number;
  spot: string;
}

export interface Draft {
  bets: Bets;
  place: Place | null;
  setChip: (chip: number) => void;
  choose: (place: Place) => void;
  add: (place: Place, chip?: number) => void;
  /** Takes the last chip off a spot, or the whole of a wager that is one chip. */
  remove: (place: Place) => void;
  double: () => void;
  undo: (() => void) | null;
  clear: () => void;
  repeat: () => void;
  total: number;
}

export function useDraft(view: TableView): Draft {
  const seats = mySeats(view);
  const offers = Object.fromEntries(seats.map((seat) => [seat.box, offer(view, seat)]));
  const offered = JSON.stringify(offers);
  const [changed, setChanged] = useState<{ from: string; bets: Bets } | null>(null);
  const [chip, setChip] = useState(500);
  const [place, setPlace] = useState<Place | null>(null);
  // Only a new seat or a finished round resets the bets.
  const bets = changed?.from === offered ? changed.bets : offers;
  const latest = useRef(bets);
  latest.current = bets;
  const [past, setPast] = useState<{ from: string; steps: Bets[] }>({ from: "", steps: [] });
  const steps = past.from === offered ? past.steps : [];
  const change = (next: Bets): void => {
    if (same(next, latest.current)) return;
    setPast({ from: offered, steps: [...steps, latest.current].slice(-MAX_UNDONE) });
    show(next);
  };
  const show = (next: Bets): void => {
    latest.current = next;
    setChanged({ from: offered, bets: next });
  };
  const first = seats[0] ? { box: seats[0].box, spot: MAIN } : null;
  const at = place && seats.some((seat) => seat.box === place.box) ? place : first;
  const add = (where: Place, more: number = chip): void => {
    setPlace(where);
    const now = latest.current;
    change({ ...now, [where.box]: withChip(view, now[where.box] ?? {}, where.spot, more, roomOf(where.box)) });
  };
  const roomOf = (box: number): number => seats.find((seat) => seat.box === box)?.maximum ?? view.limits.maximum;
  const remove = (where: Place): void => {
    setPlace(where);
    const lies = latest.current[where.box]?.[where.spot] ?? 0;
    const smallest = view.progressive?.bet === where.spot ? lies : (chipsOf(lies).at(-1) ?? 0);
    change({ ...latest.current, [where.box]: { ...latest.current[where.box], [where.spot]: lies - smallest } });
  };
  const double = (): void =>
    change(Object.fromEntries(Object.entries(latest.current).map(([box, on]) => [box, doubled(view, on, roomOf(Number(box)))])));
  const undo = (): void => {
    const last = steps.at(-1);
    if (!last) return;
    setPast({ from: offered, steps: steps.slice(0, -1) });
    show(last);
  };
  const total = seats.reduce((sum, seat) => sum + costOf(view, bets[seat.box] ?? {}), 0);
  const clear = (): void => {
    change({});
    setPlace(null);
  };
  const repeat = (): void => {
    change(offers);
    setPlace(null);
  };
  return { bets, place: at, setChip, choose: setPlace, add, remove, double, undo: steps.length ? undo : null, clear, repeat, total };
}

export function totalOf(bets: Record<string, number>): number {
  return Object.values(bets).reduce((sum, amount) => sum + amount, 0);
}

/** What bets take of the chips: the main bet and the tip lie on each hand of the box. */
export function costOf(view: TableView, bets: Record<string, number>): number {
  const more = view.felt.hands_per_box - 1;
  return totalOf(bets) + more * ((bets[MAIN] ?? 0) + (bets[TIP] ?? 0));
}

/** The current bet, or the last one, or a small one. */
function offer(view: TableView, seat: OwnSeatEntry): Record<string, number> {
  if (totalOf(seat.bets) > 0) return seat.bets;
  const last = ownResult(sceneOf(view), seat);
  const main = (amount: number): Record<string, number> => ({ [MAIN]: Math.min(amount, seat.maximum) });
  const way = last?.wagers[AGAINST] ? AGAINST : MAIN;
  if (last) return { ...withMain(view, seat, last.wagers), [way]: Math.min(last.wagers[way] ?? 0, seat.maximum), ...(last.tip ? { [TIP]: last.tip.wager } : {}), ...sensorBet(view, seat) };
  return main(Math.max(view.limits.minimum, Math.min(FIRST_BET, view.limits.maximum)));
}

/** Wagers without those that were placed after the up card, or are still on the layout. */
function withMain(view: TableView, seat: OwnSeatEntry, wagers: Record<string, number>): Record<string, number> {
  const later = new Set(view.side_bets.filter((bet) => bet.placed_later).map((bet) => bet.id));
  return Object.fromEntries(Object.entries(wagers).filter(([spot]) => !later.has(spot) && !carriedOn(seat, spot)));
}

/** The bet from an earlier round that is still on a spot. */
export function carriedOn(seat: OwnSeatEntry | undefined, spot: string): OwnSeatEntry["carried"][number] | undefined {
  return seat?.carried.find((one) => one.bet === spot);
}

/** Side bets that are placed with the main bet. */
export function betsWithMain(view: TableView): TableView["side_bets"] {
  return view.side_bets.filter((bet) => !bet.placed_later);
}

function same(one: Bets, other: Bets): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Doubles every bet up to its limit, except the wager on a sensor. */
function doubled(view: TableView, bets: Record<string, number>, room: number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(bets).map(([spot, lies]) => [spot, view.progressive?.bet === spot ? lies : Math.min(lies * 2, maximumOn(view, spot, room))]),
  );
}

function maximumOn(view: TableView, spot: string, room: number): number {
  if (spot === MAIN || spot === AGAINST) return room;
  return view.side_bets.find((bet) => bet.id === spot)?.maximum ?? Number.MAX_SAFE_INTEGER;
}

function withChip(view: TableView, bets: Record<string, number>, spot: string, chip: number, room: number): Record<string, number> {
  if (view.progressive?.bet === spot) return { ...bets, [spot]: onSensor(view.progressive.stakes, bets[spot] ?? 0, chip) };
  const other = spot === MAIN ? AGAINST : spot === AGAINST ? MAIN : null;
  const placed = { ...bets, [spot]: Math.min((bets[spot] ?? 0) + chip, maximumOn(view, spot, room)) };
  return other && bets[other] ? { ...placed, [other]: 0 } : placed;
}

/** The spots of a box in the order in which the dock lists them, with their names. */
export function spotsOf(view: TableView): { id: string; name: string; pays?: string[] }[] {
  const against = view.against ? [{ id: AGAINST, name: "Against" }] : [];
  return [{ id: MAIN, name: "Bet" }, ...against, ...betsWithMain(view), { id: TIP, name: "Tip" }];
}
