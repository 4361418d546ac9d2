import { HIDDEN, spokenCard } from "../house/words";
import type { Arrival } from "./motion";

const SUITS: Record<string, string> = {
  h: "M12 21C5 15 2 11.5 2 7.8 2 4.9 4.2 3 6.8 3 9 3 11 4.3 12 6.3 13 4.3 15 3 17.2 3 19.8 3 22 4.9 22 7.8 22 11.5 19 15 12 21z",
  d: "M12 1.5 20 12 12 22.5 4 12z",
  s: "M12 2c5 5 9.5 8.5 9.5 13a4.8 4.8 0 0 1-8.3 3.200c.3 1.8 1 3 2.3 3.800h-7c1.3-.8 2-2 2.3-3.800A4.8 4.8 0 0 1 2.5 15C2.5 10.5 7 7 12 2z",
  c: "M12 2a4.6 4.6 0 0 1 4 6.9 4.7 4.7 0 1 1-2.8 8.300c.2 2.2.9 3.7 2.3 4.800h-7c1.4-1.1 2.1-2.6 2.3-4.800A4.7 4.7 0 1 1 8 8.9 4.6 4.6 0 0 1 12 2z",
};
const [LEFT, MIDDLE, RIGHT] = [25, 35, 45];
const ROWS = [18, 31.3, 39.8, 49, 58.2, 66.7, 80] as const;
const at = (x: number, row: number): [number, number] => [x, ROWS[row] ?? 49];
const both = (row: number): [number, number][] => [at(LEFT, row), at(RIGHT, row)];
const CORNERS = [...both(0), ...both(6)];
const FOURS: [number, number][] = [...CORNERS, [LEFT, 38.7], [RIGHT, 38.7], [LEFT, 59.3], [RIGHT, 59.3]];
const PIPS: Record<string, [number, number][]> = {
  A: [at(MIDDLE, 3)],
  "2": [at(MIDDLE, 0), at(MIDDLE, 6)],
  "3": [at(MIDDLE, 0), at(MIDDLE, 3), at(MIDDLE, 6)],
  "4": CORNERS,
  "5": [...CORNERS, at(MIDDLE, 3)],
  "6": [...CORNERS, ...both(3)],
  "7": [...CORNERS, ...both(3), [MIDDLE, 33.5]],
  "8": [...CORNERS, ...both(3), [MIDDLE, 33.5], [MIDDLE, 64.5]],
  "9": [...FOURS, at(MIDDLE, 3)],
  T: [...FOURS, [MIDDLE, 28.3], [MIDDLE, 69.7]],
};

function Suit({ suit, x, y, size, down }: { suit: string; x: number; y: number; size: number; down?: boolean }) {
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`;
  return <path d={SUITS[suit]} transform={down ? `rotate(180 ${x} ${y}) ${place}` : place} />;
}

function Index({ rank, suit }: { rank: string; suit: string }) {
  return (
    <>
      <text x="9.5" y="18" class={rank === "10" ? "rank ten" : "rank"}>{rank}</text>
      <Suit suit={suit} x={9.5} y={27} size={11} />
    </>
  );
}

function Court({ rank, suit }: { rank: string; suit: string }) {
  return (
    <>
      <rect x="18" y="11" width="34" height="76" rx="3" class="court" />
      <text x="35" y="59" class="court-letter">{rank}</text>
      <Suit suit={suit} x={26} y={20} size={11} />
      <Suit suit={suit} x={44} y={78} size={11} down />
    </>
  );
}

function Back() {
  return (
    <>
      <rect x="4" y="4" width="62" height="90" rx="4" class="back-field" />
      <path d="M35 22 56 34v30L35 76 14 64V34z" class="back-mark" />
      <path d="M35 29 50 37.500v23L35 69 20 60.500v-23z" class="back-mark" />
      <text x="35" y="54" class="back-word">lammer</text>
    </>
  );
}

function Face({ card }: { card: string }) {
  const rank = (card[0] ?? "").replace("T", "10");
  const suit = card[1] ?? "s";
  const pips = PIPS[card[0] ?? ""];
  const size = rank === "A" ? 30 : 12;
  return (
    <>
      <Index rank={rank} suit={suit} />
      <g transform="rotate(180 35 49)"><Index rank={rank} suit={suit} /></g>
      {pips ? pips.map(([x, y]) => <Suit key={`${x} ${y}`} suit={suit} x={x} y={y} size={size} down={y > 49} />) : <Court rank={rank} suit={suit} />}
    </>
  );
}

/** A new card moves from the shoe or is turned over; `order` delays it. */
export function Card({ card, came }: { card: string; came?: Arrival | undefined }) {
  const hidden = card === HIDDEN;
  const red = card[1] === "h" || card[1] === "d";
  const look = hidden ? "back" : `${red ? "red" : "black"} suit-${card[1] ?? ""}`;
  return (
    <span
      class={`card ${look}${came ? (came.turned ? " turned" : " fresh") : ""}`}
      role="img"
      aria-label={spokenCard(card)}
      style={came ? { "--order": String(came.order) } : undefined}
    >
      <svg viewBox="0 0 70 98" aria-hidden="true">
        <rect x=".5" y=".5" width="69" height="97" rx="6" class="paper" />
        {hidden ? <Back /> : <Face card={card} />}
      </svg>
    </span>
  );
}
