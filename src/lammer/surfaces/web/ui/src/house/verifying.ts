/** Checks a shoe against its commitment, with a verdict in plain words. */
import type { Memory } from "./contributions";
import { cardsOf, commitmentOf, DECK, houseCut, type ShoeEvidence } from "./shoes";

export interface ShoeRecord {
  round?: number;
  notation?: string;
  shoe: ShoeEvidence;
}

export interface Verdict {
  right: boolean;
  lines: string[];
}

const CARD = /^[A23456789TJQK][cdhs]$/;

/** `round` is one of the shoe's; `records` hold at least all rounds of that shoe, and its opening if it is over. */
export function verdictOn(records: ShoeRecord[], round: number, memory: (shoe: number) => Memory | undefined): Verdict {
  const { shoe: evidence } = records.find((one) => one.round === round) ?? {};
  if (!evidence) return { right: false, lines: [`Round ${round} is missing from the table's records.`] };
  if (evidence.scheme !== 2) return { right: true, lines: ["This shoe was dealt by an earlier version. Check its records with lammer replay."] };
  const mine = records.filter((one) => one.shoe.commitment === evidence.commitment);
  const opened = mine.find((one) => one.round === undefined)?.shoe;
  const rounds = mine.filter((one) => one.round !== undefined);
  if (!opened) return waiting(evidence, rounds, memory(evidence.number));
  const faults = [...promiseFaults(opened, memory(evidence.number)), ...roundFaults(opened, rounds)];
  if (faults.length) return { right: false, lines: [`Shoe ${evidence.number} is not right.`, ...faults] };
  return { right: true, lines: praise(opened, rounds, memory(evidence.number)) };
}

function waiting(evidence: ShoeEvidence, rounds: ShoeRecord[], memory: Memory | undefined): Verdict {
  const faults = [...memoryFaults(evidence, memory), ...rounds.slice(1).flatMap((one, at) => orderFaults(rounds[at], one))];
  if (faults.length) return { right: false, lines: [`Shoe ${evidence.number} is not right.`, ...faults] };
  return { right: true, lines: [`Shoe ${evidence.number} is still being dealt. Its seed is published when the shoe is over; verify it then.`] };
}

function praise(opened: ShoeEvidence, rounds: ShoeRecord[], memory: Memory | undefined): string[] {
  const count = opened.contributions.length;
  const given = count === 0 ? "Nobody contributed to it: the house alone decided its order." : `${count} ${count === 1 ? "player" : "players"} contributed to it${memory?.text ? ", you among them" : ""}.`;
  const [first, last] = [rounds[0]?.round, rounds[rounds.length - 1]?.round];
  return [
    `Shoe ${opened.number} is the one that was promised.`,
    given,
    `It was cut at ${opened.cut}${opened.cut_by ? ` by ${opened.cut_by}` : ""}. Rounds ${first} to ${last} were dealt from it in order, card by card.`,
    ...(opened.closed ? ["It ended early because the table was closed."] : []),
  ];
}

function promiseFaults(opened: ShoeEvidence, memory: Memory | undefined): string[] {
  const faults = memoryFaults(opened, memory);
  if (commitmentOf(opened) !== opened.commitment) faults.push("Its seed and values are not those that were promised.");
  const [minimum, maximum] = opened.cut_range;
  if (opened.cut_by && opened.cuts === "player") {
    if (opened.cut < minimum || opened.cut > maximum) faults.push(`It was cut at ${opened.cut}, outside of ${minimum} to ${maximum}.`);
  } else if (opened.cut_by || opened.cut !== houseCut(opened)) {
    faults.push(`It was cut at ${opened.cut}; the seed and the contributions make it ${houseCut(opened)}.`);
  }
  return faults;
}

/** What this device saw and sent. */
function memoryFaults(evidence: ShoeEvidence, memory: Memory | undefined): string[] {
  if (!memory) return [];
  const { commitment, player, text, cut } = memory;
  const made = evidence.contributions.find(([name]) => name === player)?.[1];
  return [
    ...(commitment !== evidence.commitment ? [`You were promised another shoe: ${commitment}.`] : []),
    ...(text !== undefined && made !== text ? [made === undefined ? `Your contribution ${text} was left out.` : `Your contribution ${text} was changed to ${made}.`] : []),
    ...(cut !== undefined && (evidence.cut_by !== player || evidence.cut !== cut) ? [`You cut at ${cut}, but the records say ${evidence.cut}.`] : []),
  ];
}

function roundFaults(opened: ShoeEvidence, rounds: ShoeRecord[]): string[] {
  const cards = cardsOf(opened);
  const faults = rounds.flatMap((one, at) => {
    const dealt = dealtIn(one);
    const first = one.shoe.first ?? -1;
    const lies = dealt.length > 0 && dealt.every((card, place) => cards[first + place] === card);
    const same = sameShoe(one.shoe, opened) ? [] : [`Round ${one.round} tells the shoe otherwise than its opening.`];
    const order = at === 0 ? (first === opened.burn ? [] : [`Round ${one.round} should begin after the burned cards.`]) : orderFaults(rounds[at - 1], one);
    return [...same, ...order, ...(lies ? [] : [`The cards of round ${one.round} are not those of this shoe.`])];
  });
  const last = rounds[rounds.length - 1];
  const left = opened.decks * DECK - (last ? endOf(last) : 0);
  if (left > opened.ends_at && !opened.closed) faults.push(`It was left with ${left} cards; it ends with ${opened.ends_at}.`);
  const before = rounds[rounds.length - 2];
  if (before && opened.decks * DECK - endOf(before) <= opened.ends_at) faults.push(`Round ${last?.round} was dealt after the end of the shoe.`);
  return faults;
}

function orderFaults(before: ShoeRecord | undefined, one: ShoeRecord): string[] {
  if (!before) return [];
  if (one.round !== (before.round ?? 0) + 1) return [`Round ${one.round} comes after round ${before.round}: one is missing or listed twice.`];
  return one.shoe.first === endOf(before) ? [] : [`Round ${one.round} does not begin where the one before ended.`];
}

function dealtIn(one: ShoeRecord): string[] {
  const played = (one.notation ?? "").split("|").slice(1).join(" ").split(' X"')[0] ?? "";
  return played.split(/\s+/).filter((word) => CARD.test(word));
}

function endOf(one: ShoeRecord): number {
  return (one.shoe.first ?? 0) + dealtIn(one).length;
}

function sameShoe(one: ShoeEvidence, other: ShoeEvidence): boolean {
  const plain = ({ first: _first, seed: _seed, closed: _closed, ...rest }: ShoeEvidence): string => JSON.stringify(Object.entries(rest).sort());
  return plain(one) === plain(other);
}
