"""The inputs and outputs of kernels, as a few named tuples of arrays.

Every table is flat, because views of arrays are expensive in compiled code. Compiled code unpacks the fields of a tuple
before it runs, so they cost no more than separate arguments.
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
    """By the number of hands of a box: whether no further split is allowed."""
    first_card: Bytes
    """52: how the first card ends a hand, or OPEN if it does not."""
    up_card: Bytes
    """52: how the dealer's first card ends open hands, or OPEN if it does not."""
    asks: Bytes
    """32: by the end of a hand, the dealer's cards that it needs: a sum of HOLE, SECOND and WHOLE."""
    ups: Bytes
    """48: up cards with which the dealer checks for a natural; from MAY_BE_NATURAL on those that can make a natural;
    from UNSEEN_NATURAL on those for which an undealt natural is counted."""
    draws: Bytes
    """64: whether the dealer draws."""
    second: Bytes
    """16 · 16: the dealer's state of two cards, NATURAL_STATE for a natural."""
    beats: Bytes
    """32 · 32: the row of pays by the ends of the dealer's hand and a hand."""
    dealt: Bytes
    """64 · 16: the dealer's state (twice the total, plus 1 if soft) after one more card."""
    two_cards: Bytes
    """52 · 52: the kind of natural of the first two cards, OPEN if none."""
    split_cards: Bytes
    """52 · 52: the same for hands from a split."""
    ends: Bytes
    """16 · 32: by up card, how a hand with a total ends: a bust may be boxed."""

    def joined(self) -> Bytes:
        rules = np.zeros(sum(RULE_PARTS.values()), dtype=np.uint8)
        begin = 0
        for part, size in zip(self, RULE_PARTS.values(), strict=True):
            rules[begin : begin + len(part)] = part
            begin += size
        return rules


class Tables(NamedTuple):
    """The rules, the strategy and the pays."""

    packed: Bytes
    """``RuleArrays``, joined; parts begin at VALUE … ENDS."""
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
    """rows · 64: the net of each stake, in units of the run. If winnings may join the main wager, the same follows for
    the larger wager."""
    parlays: Bytes
    """52 · 52: by first card and up card, whether winnings join the main wager; one element if they never do."""


class SideTables(NamedTuple):
    """The inputs and pays of side bets, and the dealer's cards that they need."""

    classes: Bytes
    """Outcome classes by the cards, for one bet after the other (``side_bets.py``)."""
    bets: Counts
    bet_nets: Counts
    reads_dealer: int
    """Whether a side bet needs the dealer's first card even if every hand is decided."""
    reads_hole: int
    """The same for the hole card."""
    marks: Bytes
    """State machines over the dealer's cards, for one bet after the other; one element if no bet has one."""
    asks: int
    """The dealer's cards that side bets need: WHOLE for a bet on the dealer's final hand, SECOND for one that a natural
    decides if there is no hole card."""
    streaks: int
    """Whether there is a bet on rounds won in a row."""
    wheels: Counts
    """The wheels of the bets (``wheels.py``); one element if no bet has one."""


class Shoe(NamedTuple):
    """Cards, the buffer of random numbers that shuffles them, and the number of cards dealt in their order, at most
    all of them."""

    cards: Bytes
    random: Words
    settled: int


class Work(NamedTuple):
    """Working memory for one round, and what a bet on rounds won in a row keeps for the next (``layout.STREAKS``)."""

    hands: Bytes
    waiting: Bytes
    seats: Counts
    round: Counts
    spins: Words
    """Random numbers for wheels, apart from those of the cards."""


class Tally(NamedTuple):
    """Integer sums of a run, so that runs can be added in any order."""

    nets: Counts
    """Rounds of a seat by main net, in units; a net of 0 is in the middle."""
    lammers: Counts
    """Rounds of a seat by number of lammers; a dealer natural is a separate class."""
    classes: Counts
    """bets · CLASSES: rounds of a seat by outcome class."""
    facts: Counts
    sums: Counts
    """Sum and sum of squares of main and side nets together, in units, if there are side bets. If a bet has a wheel,
    then
    for each bet what the spins of other seats paid, and by how much that raises the sum of its squares."""
    squares: Counts
    """Sums of squares of the total net of all seats of a round, in units: of the main wager, of all wagers, of each
    side bet; if there are several seats."""
    bins: Counts
    """For each true count before the round a row of sums (``layout.BIN_FIELDS``), if cards are counted."""

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(mine + more for mine, more in zip(self, other, strict=True)))


class FastSums(NamedTuple):
    """The counts of the automaton: visits of each state, and the sums of rounds that leave it."""

    visits: Counts
    nets: Counts
    lammers: Counts
    facts: Counts


class FastTables(NamedTuple):
    """The constant inputs of the automaton (``automaton.py``)."""

    table: Shorts
    """states · 16."""
    begins: np.uint64
    """States below this begin a round."""
    escape: np.uint64
    """Codes from this on leave the automaton."""
    cut: np.uint64
    """Cards dealt before a shoe is over."""
    size: np.uint64
    """The number of cards in a shoe."""
    tables: Tables
    work: Work
    at: Counts
    """The position of a shoe passed to another kernel, and the state of the random stream for looks."""
    store: Words
    """Random numbers for rounds that leave the automaton."""
    sums: FastSums
