/** Finds the new cards and their order. Only these move from the shoe. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { HIDDEN } from "../house/words";
import type { Scene } from "./scene";

/** Which of the cards just dealt it is, and whether it lay there face down. */
export interface Arrival {
  order: number;
  turned: boolean;
}

export type Fresh = Map<string, Arrival>;

export function cardKey(box: number, hand: number, at: number): string {
  return `${box}/${hand}/${at}`;
}

interface Place {
  key: string;
  /** Cards of the opening deal go round the table; what follows comes box by box, the dealer last. */
  round: number;
  box: number;
  turned?: boolean;
}

export function freshCards(before: Scene | null, now: Scene | null): Fresh {
  if (!now) return new Map();
  const same = before?.id === now.id ? before : null;
  const places = [...boxPlaces(same, now), ...dealerPlaces(same, now)];
  if (!same) places.sort((a, b) => a.round - b.round || a.box - b.box);
  return new Map(places.map((place, order) => [place.key, { order, turned: place.turned ?? false }]));
}

function boxPlaces(before: Scene | null, now: Scene): Place[] {
  return now.boxes.flatMap((box) => {
    const lay = before?.boxes.find((one) => one.box === box.box)?.hands.flatMap((hand) => hand.cards) ?? [];
    return box.hands.flatMap((hand, handAt) =>
      hand.cards.flatMap((card, at): Place[] => {
        if (hand.face_down && at < lain(before, box.box, handAt)) return [];
        // A split moves a card to another hand: it lay on the table already.
        const found = lay.indexOf(card) >= 0 ? lay.indexOf(card) : lay.indexOf(HIDDEN);
        if (found >= 0) {
          lay.splice(found, 1);
          return [];
        }
        return [{ key: cardKey(box.box, handAt, at), round: Math.min(at, 2), box: box.box }];
      }),
    );
  });
}

/** How many cards a hand had before: one that is turned face down keeps them. */
function lain(before: Scene | null, box: number, hand: number): number {
  return before?.boxes.find((one) => one.box === box)?.hands[hand]?.cards.length ?? 0;
}

function dealerPlaces(before: Scene | null, now: Scene): Place[] {
  return now.dealer.cards.flatMap((card, at): Place[] => {
    const was = before?.dealer.cards[at];
    if (was !== undefined && (was === card || card === HIDDEN)) return [];
    return [{ key: cardKey(0, 0, at), round: at < 2 && card === HIDDEN ? 1 : Math.min(at, 1) * 2, box: 99, turned: was === HIDDEN }];
  });
}

export interface Motion {
  fresh: Fresh;
  /** Every card has arrived. */
  settled: boolean;
  skip: () => void;
}

const LANDING = 380;

export function useMotion(scene: Scene | null, pace: number, first: boolean): Motion {
  const before = useRef<{ scene: Scene | null; fresh: Fresh }>({ scene: null, fresh: new Map() });
  const text = JSON.stringify([scene?.id, scene?.dealer.cards, scene?.boxes.map((box) => box.hands.map((one) => one.cards))]);
  const fresh = useMemo(() => {
    const found = first || pace === 0 ? new Map<string, Arrival>() : freshCards(before.current.scene, scene);
    before.current = { scene, fresh: found };
    return found;
    // A view without new cards must not repeat the animation.
  }, [text]);
  const [arrived, setArrived] = useState("");
  const settled = fresh.size === 0 || arrived === text;
  useEffect(() => {
    if (fresh.size === 0) return undefined;
    const timer = window.setTimeout(() => setArrived(text), (fresh.size - 1) * pace + LANDING);
    return () => window.clearTimeout(timer);
  }, [text]);
  return { fresh, settled, skip: () => setArrived(text) };
}
