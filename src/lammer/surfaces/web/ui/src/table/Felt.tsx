import { useState } from "preact/hooks";
import { Paytable } from "../side/Paytable";
import type { SideBetView, TableView } from "../house/types";
import { BoxView } from "./BoxView";
import { Banner } from "./Banner";
import { Dealer } from "./Dealer";
import type { Draft } from "./draft";
import type { Motion } from "./motion";
import { Meters } from "./Meters";
import { Print } from "./Print";
import { lammersOf, mySeats, type Scene } from "./scene";
import { Discard, Shoe } from "./Shoe";
import { Wheels } from "./Wheel";

interface Props {
  view: TableView;
  scene: Scene | null;
  motion: Motion;
  draft: Draft;
  betting: boolean;
  sit: ((box: number) => void) | null;
}

export function Felt({ view, scene, motion, draft, betting, sit }: Props) {
  const numbers = Array.from({ length: view.boxes }, (_, at) => at + 1);
  const [paytable, setPaytable] = useState<{ bet: SideBetView; outcome: string } | null>(null);
  const large = largeBox(view, motion.settled);
  return (
    <div class={view.progressive ? "felt metered" : "felt"} data-game={view.game.replace(/@.*/, "")} onClick={motion.skip}>
      {view.progressive && <Meters progressive={view.progressive} />}
      <div class="felt-top">
        <Discard view={view} />
        <Dealer scene={scene} felt={view.felt} fresh={motion.fresh} settled={motion.settled} />
        <Shoe view={view} />
      </div>
      <div class="felt-middle">
        <Print view={view} />
        <Banner view={view} scene={motion.settled ? scene : null} />
        {motion.settled && <Wheels view={view} />}
      </div>
      <div class={view.under_way ? "boxes under-way" : "boxes"} style={{ "--columns": columns(view, scene) }}>
        {numbers.map((number) => (
          <BoxView key={number} view={view} number={number} scene={scene} fresh={motion.fresh} settled={motion.settled} draft={draft} betting={betting} large={number === large} explain={(bet, outcome) => setPaytable({ bet, outcome })} sit={sit} />
        ))}
      </div>
      {paytable && <Paytable table={view.table} {...paytable} close={() => setPaytable(null)} />}
    </div>
  );
}

/** The box that is played now, if it is one's own; else one's first; else any that is played. */
function largeBox(view: TableView, settled: boolean): number {
  const acting = settled ? view.play?.to_act?.box : undefined;
  const mine = mySeats(view).map((seat) => seat.box);
  if (acting !== undefined && mine.includes(acting)) return acting;
  return mine[0] ?? acting ?? view.seats[0]?.box ?? 0;
}

/** Boxes with more on them get more room. Box 1 is at the dealer's left: on the right, seen from here. */
function columns(view: TableView, scene: Scene | null): string {
  return Array.from({ length: view.boxes }, (_, at) => view.boxes - at)
    .map((number) => {
      const seat = view.seats.find((one) => one.box === number);
      const box = scene?.boxes.find((one) => one.box === number);
      if (!seat && !box) return "minmax(0, .62fr)";
      const mine = view.seats.some((one) => one.box === number && one.mine);
      const free = box ? lammersOf(box.hands, 0) * 0.05 : 0;
      const weight = 1 + ((box?.hands.length ?? 1) - 1) * 0.45 + (mine ? 0.6 : 0) + free;
      return `minmax(0, ${weight.toFixed(2)}fr)`;
    })
    .join(" ");
}
