/** Sums of the slices of a run, and the estimates that follow from them: the same arithmetic as `lammer simulate`. */
import type { SimulationSlice } from "../../house/types";

export interface Sums {
  /** The first chunk that is still to be dealt, and how many there are. */
  next: number;
  chunks: number;
  seats: number;
  unit: number;
  wager: number;
  nets: Map<number, number>;
  lammers: number[];
  dealerNatural: number;
  squares: number;
  voids: number;
}

export interface Estimate {
  /** Of all seats. */
  rounds: number;
  houseEdge: number;
  sd: number;
  error: number;
}

/** Standard errors either way that hold 95% of a normal distribution. */
export const CONFIDENT = 1.959963984540054;

export function added(before: Sums | null, slice: SimulationSlice): Sums {
  const nets = new Map(before?.nets);
  for (const { net, rounds } of slice.nets) nets.set(net, (nets.get(net) ?? 0) + rounds);
  const longest = Math.max(before?.lammers.length ?? 0, slice.lammers.length);
  return {
    next: slice.next,
    chunks: slice.chunks,
    seats: slice.seats,
    unit: slice.unit,
    wager: slice.wager,
    nets,
    lammers: Array.from({ length: longest }, (_, at) => (before?.lammers[at] ?? 0) + (slice.lammers[at] ?? 0)),
    dealerNatural: (before?.dealerNatural ?? 0) + slice.dealer_natural,
    squares: (before?.squares ?? 0) + slice.squares,
    voids: (before?.voids ?? 0) + slice.voids,
  };
}

export function estimate(sums: Sums): Estimate {
  const unit = sums.unit / sums.wager;
  let [rounds, total, squares] = [0, 0, 0];
  for (const [net, number] of sums.nets) {
    rounds += number;
    total += net * number;
    squares += net * net * number;
  }
  const mean = total / rounds;
  const variance = Math.max(squares / rounds - mean * mean, 0);
  const houseEdge = mean === 0 ? 0 : -mean * unit;
  const sd = Math.sqrt(variance) * unit;
  if (sums.seats === 1) return { rounds, houseEdge, sd, error: Math.sqrt(variance / rounds) * unit };
  // Seats that meet one dealer are no independent rounds: the error comes from what all of them win together.
  const together = rounds / sums.seats;
  const spread = Math.max(sums.squares / together - (sums.seats * mean) ** 2, 0);
  return { rounds, houseEdge, sd, error: (Math.sqrt(spread / together) * unit) / sums.seats };
}

/** Nets in original wagers with their shares, lowest first. */
export function shares(sums: Sums): [number, number][] {
  const rounds = [...sums.nets.values()].reduce((sum, number) => sum + number, 0);
  return [...sums.nets].sort(([a], [b]) => a - b).map(([net, number]) => [(net * sums.unit) / sums.wager, number / rounds]);
}
