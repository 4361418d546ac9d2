"""What kernels are given, as a few named tuples of arrays.

Every table is flat, since views of arrays are dear in compiled code. Compiled code takes the fields of a tuple apart
before it runs, so they cost no more than arguments of their own.
"""

from typing import NamedTuple

import numpy as np

from lammer.simulate.arrays import Bytes, Counts, Shorts, Words
from lammer.simulate.layout import RULE_PARTS


class RuleArrays(NamedTuple):
    """A sheet's rule tables as bytes. Kernels get them in one array, in the order of ``layout.RULE_PARTS``."""

    value: Bytes
    """52: blackjack value of a card."""
    alike: Bytes
    """52: cards with the same number are a pair."""
    full: Bytes
    """By the number of hands of a box: whether no pair may be split any more."""
    first_card: Bytes
    """52: how a hand ends with its first card, OPEN where it goes on."""
    up_card: Bytes
    """52: how open hands end with the dealer's first card, OPEN where they go on."""
    asks: Bytes
    """32: HOLE, SECOND and WHOLE, what a hand that ended so asks of the dealer."""
    ups: Bytes
    """48: up cards under which the dealer looks; from MAY_BE_NATURAL on those that can make a natural; from
    UNSEEN_NATURAL on those of which a natural is counted that nobody saw."""
    draws: Bytes
    """64: whether the dealer draws."""
    second: Bytes
    """16 · 16: the dealer's state of two cards, NATURAL_STATE for a natural."""
    beats: Bytes
    """32 · 32: the row of pays by how the dealer and a hand ended."""
    dealt: Bytes
    """64 · 16: the dealer's state, twice the total plus 1 when soft, after one more card."""
    two_cards: Bytes
    """52 · 52: which natural the first two cards are, OPEN if none."""
    split_cards: Bytes
    """52 · 52: the same for hands from a split."""

    def joined(self) -> Bytes:
        rules = np.zeros(sum(RULE_PARTS.values()), dtype=np.uint8)
        begin = 0
        for part, size in zip(self, RULE_PARTS.values(), strict=True):
            rules[begin : begin + len(part)] = part
            begin += size
        return rules


class Tables(NamedTuple):
    """What is dealt, legal, played and paid."""

    packed: Bytes
    """``RuleArrays``, joined; parts begin at VALUE … SPLIT_CARDS."""
    after: Shorts
    """states · 16: the player's state after one more card."""
    total: Bytes
    two: Shorts
    """16 · 16: the state of two cards."""
    plays: Bytes
    """(situation · 11 + up card) · states + state."""
    pairs: Bytes
    """((situation · 2 + full) · 11 + up card) · 16 + pair."""
    nets: Counts
    """rows · 64: what each stake brings, in units of the run."""


class SideTables(NamedTuple):
    """How side bets are read and paid, and what they ask of the dealer."""

    classes: Bytes
    """Classes of outcome by the cards, of one bet after the other (``side_bets.py``)."""
    bets: Counts
    bet_nets: Counts
    reads_dealer: int
    """A side bet needs the dealer's first card even when every hand is decided."""
    reads_hole: int
    """And the hole card."""
    marks: Bytes
    """Machines over the dealer's cards, of one bet after the other; a single place where no bet has one."""
    asks: int
    """What side bets ask of the dealer, as hands do: WHOLE for a bet on the dealer's final hand; SECOND for one that a
    natural decides, where there is no hole card."""


class Shoe(NamedTuple):
    """Cards, the store of random numbers that shuffles them, and how many are dealt as they lie."""

    cards: Bytes
    random: Words
    settled: int


class Work(NamedTuple):
    """Room for one round."""

    hands: Bytes
    waiting: Bytes
    seats: Counts
    round: Counts


class Tally(NamedTuple):
    """Integer sums of a run, so that runs can be added in any order."""

    nets: Counts
    """Rounds of a seat by main net, in units; no net in the middle."""
    lammers: Counts
    """Rounds of a seat by number of lammers; a dealer natural is a class of its own."""
    classes: Counts
    """bets · CLASSES: rounds of a seat by class of outcome."""
    facts: Counts
    sums: Counts
    """Sum and sum of squares of main and side nets together, in units; where there are side bets."""
    squares: Counts
    """Sums of squares of what all seats of a round bring together, in units: on the main wager, on all wagers, on each
    side bet; where there are several seats."""
    bins: Counts
    """Bins · 4: by true count before the round, rounds of a seat, sum of main nets, of their squares, and of the
    squares of what all seats of a round bring together, where there are several."""

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(mine + more for mine, more in zip(self, other, strict=True)))


class FastSums(NamedTuple):
    """What a run of the automaton counts: visits of each state, and the sums of rounds that leave it."""

    visits: Counts
    nets: Counts
    lammers: Counts
    facts: Counts


class FastTables(NamedTuple):
    """What stays the same while the automaton of ``automaton.py`` runs."""

    table: Shorts
    """Its states · 16."""
    begins: np.uint64
    """States below this begin a round."""
    escape: np.uint64
    """Codes from this on leave the automaton."""
    cut: np.uint64
    """Cards to be dealt before a shoe is over."""
    size: np.uint64
    """Cards of a shoe."""
    tables: Tables
    work: Work
    at: Counts
    """Room to hand a shoe over, and the place of the stream for looks."""
    store: Words
    """Random numbers for rounds that leave the automaton."""
    sums: FastSums
