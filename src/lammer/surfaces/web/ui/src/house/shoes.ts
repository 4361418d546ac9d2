/** The shuffle of a shoe repeated in the browser, from its opened seed and the players' contributions. WebCrypto has no
 * SHAKE-256, and nothing at all on pages without TLS. */
import { sha256 } from "@noble/hashes/sha2";
import { shake256 } from "@noble/hashes/sha3";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";

export interface ShoeEvidence {
  scheme?: number;
  table: string;
  number: number;
  decks: number;
  burn: number;
  behind_cut_card: number;
  ends_at: number;
  cut_range: [number, number];
  cuts: "house" | "player";
  commitment: string;
  cut: number;
  cut_by: string;
  contributions: [string, string][];
  first?: number;
  seed?: string;
  closed?: boolean;
}

const PROMISED = ["behind_cut_card", "burn", "cut_range", "cuts", "decks", "ends_at", "number", "scheme", "seed", "table"] as const;
const WORDS = 1 << 16;
const STREAM = 8192;
export const DECK = 52;

/** Canonical JSON; the keys above are already sorted. */
function promisedText(shoe: ShoeEvidence): string {
  return JSON.stringify(Object.fromEntries(PROMISED.map((key) => [key, shoe[key]])));
}

export function commitmentOf(shoe: ShoeEvidence): string {
  return bytesToHex(sha256(utf8ToBytes(`lammer/commitment/2\n${promisedText(shoe)}`)));
}

function finalSeed(shoe: ShoeEvidence): Uint8Array {
  if (shoe.contributions.length === 0) return hexToBytes(shoe.seed ?? "");
  const inputs = JSON.stringify([shoe.seed, shoe.table, shoe.number, shoe.contributions]);
  return sha256(utf8ToBytes(`lammer/order/2\n${inputs}`));
}

/** Uniform numbers below a bound: words past its last whole multiple are thrown away. */
function drawsFrom(seed: Uint8Array): (bound: number) => number {
  const stream = shake256(concatBytes(utf8ToBytes("lammer/shoe/1"), seed), { dkLen: STREAM });
  let at = 0;
  return (bound) => {
    for (;;) {
      const word = (stream[at] ?? 0) * 256 + (stream[at + 1] ?? 0);
      if (at >= STREAM) throw new Error("the stream is used up");
      at += 2;
      if (word < WORDS - (WORDS % bound)) return word % bound;
    }
  };
}

export function houseCut(shoe: ShoeEvidence): number {
  const [minimum, maximum] = shoe.cut_range;
  return minimum + drawsFrom(concatBytes(utf8ToBytes("cut"), finalSeed(shoe)))(maximum - minimum + 1);
}

/** The cards in dealing order, burned ones first. */
export function cardsOf(shoe: ShoeEvidence): string[] {
  const deck = [..."A23456789TJQK"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  const cards = Array.from({ length: shoe.decks }, () => deck).flat();
  const below = drawsFrom(finalSeed(shoe));
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [cards[last], cards[other]] = [cards[other] ?? "", cards[last] ?? ""];
  }
  return [...cards.slice(shoe.cut), ...cards.slice(0, shoe.cut)];
}
