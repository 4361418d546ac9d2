"""The automaton run: two shoes side by side, each with its own random numbers, everything kept in registers.

While one shoe waits for a look-up or a mispredicted branch, the other goes on. Each plays a fixed number of rounds:
stopping on a total would favour short rounds.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Bytes, Counts, Shorts, Words
from lammer.simulate.hand_kernel import next_word, split_round
from lammer.simulate.layout import (
    ALL_LAMMERS,
    AT_RISK,
    CARDS_DEALT,
    DEALER_22,
    DEALER_22S,
    DEALER_NATURAL,
    DEALER_NATURAL_CLASS,
    FREE_DOUBLES,
    FREE_DOUBLES_MADE,
    FREE_SPLITS_MADE,
    HANDS_PLAYED,
    HELD,
    LOW,
    NET,
    OWN_MONEY,
    PUSHED,
    PUSHES,
    SHIFT_32,
    SHOES,
    UNFAIR,
    Flags,
)

CARD_BITS = np.uint64(16)
ONE, ZERO = np.uint64(1), np.uint64(0)


@njit_bare(part=True)
def step(
    s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64, here: np.uint64, state: np.uint64,
    cards: Bytes, size: np.uint64, table: Shorts,
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:  # fmt: skip
    """One random word, one card of those left, one look-up."""
    bound = size - here
    while True:
        word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
        product = (word >> SHIFT_32) * bound
        if product & LOW >= UNFAIR[bound]:
            break
    there = here + (product >> SHIFT_32)
    card = cards[there]
    cards[there] = cards[here]
    cards[here] = card
    return s0, s1, s2, s3, here + ONE, np.uint64(table[state * CARD_BITS + np.uint64(card)])


@njit_bare()
def _leave(
    cards: Bytes, at: Counts, random: Words, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Counts, waiting: Counts, seats: Counts, round_: Counts, code: int,
    by_net: Counts, by_lammers: Counts, facts: Counts,
) -> None:  # fmt: skip
    """A pair that is split: the rest of its round, and its results."""
    begun = at[0]
    split_round(
        cards, at, random, True, flags, value, after, total, two, plays, pairs, dealt, draws, ups, nets, beats,
        hands, waiting, seats, round_, code >> 8, (code >> 4) & 15, code & 15,
    )  # fmt: skip
    by_net[by_net.shape[0] // 2 + seats[NET]] += 1
    natural = round_[DEALER_NATURAL] == 1
    by_lammers[DEALER_NATURAL_CLASS if natural else seats[ALL_LAMMERS]] += 1
    facts[CARDS_DEALT] += at[0] - begun + 1  # and the card that led here
    facts[HANDS_PLAYED] += seats[HELD]
    facts[OWN_MONEY] += seats[AT_RISK]
    facts[FREE_DOUBLES_MADE] += seats[FREE_DOUBLES]
    facts[FREE_SPLITS_MADE] += seats[ALL_LAMMERS] - seats[FREE_DOUBLES]
    facts[PUSHES] += seats[PUSHED]
    facts[DEALER_22S] += round_[DEALER_22]


@njit_bare(part=True)
def _turn(
    s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64, here: np.uint64, state: np.uint64,
    left: int, shoes: int, cut: np.uint64, table: Shorts, begins: np.uint64, escape: np.uint64,
    cards: Bytes, size: np.uint64, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Counts, waiting: Counts, seats: Counts, round_: Counts, at: Counts, lane: Words,
    visits: Counts, by_net: Counts, by_lammers: Counts, facts: Counts,
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, int, int]:  # fmt: skip
    """One card of one shoe, and whatever it leads to."""
    s0, s1, s2, s3, here, state = step(s0, s1, s2, s3, here, state, cards, size, table)
    if state >= escape:
        lane[0], lane[1], lane[2], lane[3], at[0] = s0, s1, s2, s3, np.int64(here)
        _leave(
            cards, at, lane, flags, value, after, total, two, plays, pairs, dealt, draws, ups, nets, beats,
            hands, waiting, seats, round_, np.int64(state - escape), by_net, by_lammers, facts,
        )  # fmt: skip
        s0, s1, s2, s3, here, state = lane[0], lane[1], lane[2], lane[3], np.uint64(at[0]), ZERO
        visits[0] -= 1
    visits[state] += 1
    # Without branches: whether a round has ended cannot be foreseen.
    ended = state < begins
    over = ended & (here >= cut)
    here = ZERO if over else here
    return s0, s1, s2, s3, here, state, left - np.int64(ended), shoes + np.int64(over)


@njit_bare()
def run_automaton(
    a_left: int, b_left: int, cut: int, table: Shorts, begins: int, escape: int,
    first: Bytes, second: Bytes, random: Words, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Counts, waiting: Counts, seats: Counts, round_: Counts, at: Counts, lane: Words,
    visits: Counts, by_net: Counts, by_lammers: Counts, facts: Counts,
) -> None:  # fmt: skip
    """So many rounds from the first and from the second shoe. ``visits`` counts states; rounds with splits are counted
    in the last three arrays.

    ``random`` is the state of both generators; ``lane`` and ``at`` are room to hand one over.
    """
    size, cut_at = np.uint64(first.shape[0]), np.uint64(cut)
    beginning, leaves = np.uint64(begins), np.uint64(escape)
    a0, a1, a2, a3 = random[0], random[1], random[2], random[3]
    b0, b1, b2, b3 = random[4], random[5], random[6], random[7]
    a_here = a_state = b_here = b_state = ZERO
    a_shoes = b_shoes = 1
    while a_left > 0 and b_left > 0:
        a0, a1, a2, a3, a_here, a_state, a_left, a_shoes = _turn(
            a0, a1, a2, a3, a_here, a_state, a_left, a_shoes, cut_at, table, beginning, leaves, first, size, flags,
            value, after, total, two, plays, pairs, dealt, draws, ups, nets, beats,
            hands, waiting, seats, round_, at, lane, visits, by_net, by_lammers, facts,
        )  # fmt: skip
        b0, b1, b2, b3, b_here, b_state, b_left, b_shoes = _turn(
            b0, b1, b2, b3, b_here, b_state, b_left, b_shoes, cut_at, table, beginning, leaves, second, size, flags,
            value, after, total, two, plays, pairs, dealt, draws, ups, nets, beats,
            hands, waiting, seats, round_, at, lane, visits, by_net, by_lammers, facts,
        )  # fmt: skip
    while a_left > 0:
        a0, a1, a2, a3, a_here, a_state, a_left, a_shoes = _turn(
            a0, a1, a2, a3, a_here, a_state, a_left, a_shoes, cut_at, table, beginning, leaves, first, size, flags,
            value, after, total, two, plays, pairs, dealt, draws, ups, nets, beats,
            hands, waiting, seats, round_, at, lane, visits, by_net, by_lammers, facts,
        )  # fmt: skip
    while b_left > 0:
        b0, b1, b2, b3, b_here, b_state, b_left, b_shoes = _turn(
            b0, b1, b2, b3, b_here, b_state, b_left, b_shoes, cut_at, table, beginning, leaves, second, size, flags,
            value, after, total, two, plays, pairs, dealt, draws, ups, nets, beats,
            hands, waiting, seats, round_, at, lane, visits, by_net, by_lammers, facts,
        )  # fmt: skip
    # A shoe that ended with the last round was not filled again.
    facts[SHOES] += a_shoes + b_shoes - (a_here == ZERO) - (b_here == ZERO)
