"""Runs the automaton for three shoes in turn, with all state in registers.

While one shoe waits for a look-up or a mispredicted branch, the others continue; two shoes would leave the processor
idle, and four need too many registers. Each shoe plays a fixed number of rounds, because stopping at a total would
favour short rounds.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Bytes, Counts, Shorts, Words, whole
from lammer.simulate.generator import LOW, NEXT, SHIFT_32, next_word
from lammer.simulate.hand_kernel import split_round
from lammer.simulate.kernel_data import FastTables, Shoe
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
    LOOKS,
    NET,
    OWN_MONEY,
    PUSHED,
    PUSHES,
    SHOES,
    UNFAIR,
)

CARD_BITS = np.uint64(16)
TWO, ONE, ZERO = np.uint64(2), np.uint64(1), np.uint64(0)
FIRST_LOOK = np.uint64(LOOKS)
GOLDEN = np.int64(0x9E3779B97F4A7C15 - (1 << 64))
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


Seed = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""The state of the generator."""


@njit_bare(part=True)
def step(
    half: np.uint64, seed: Seed, here: np.uint64, state: np.uint64, cards: Bytes, fast: FastTables
) -> tuple[Seed, np.uint64, np.uint64]:
    """Draws a random card with half a random word and looks up the next state."""
    bound = fast.size - here
    product = half * bound
    # The first comparison is nearly always enough, and needs no table.
    while product & LOW < bound and product & LOW < UNFAIR[bound]:
        word, s0, s1, s2, s3 = next_word(seed[0], seed[1], seed[2], seed[3])
        seed = s0, s1, s2, s3
        product = (word >> SHIFT_32) * bound
    there = here + (product >> SHIFT_32)
    card = cards[there]
    cards[there] = cards[here]
    cards[here] = card
    return seed, here + ONE, np.uint64(fast.table[state * CARD_BITS + np.uint64(card)])


@njit_bare()
def _look(table: Shorts, state: np.uint64, cards: Bytes, here: np.uint64, at: Counts) -> np.uint64:
    """The final state of a round in which the dealer takes no second card. It depends on the next card, which stays in
    the shoe. Its random number comes from a separate stream (splitmix64), so that the dealt cards do not change.
    """
    at[1] += GOLDEN
    word = np.uint64(at[1])
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    number = (word ^ (word >> np.uint64(31))) >> SHIFT_32
    card = cards[here + (number * (np.uint64(cards.shape[0]) - here) >> SHIFT_32)]
    return np.uint64(table[state * CARD_BITS + np.uint64(card)])


@njit_bare()
def _leave(cards: Bytes, code: int, fast: FastTables) -> None:
    """Plays the rest of a round with a split pair, and counts its results."""
    at, random, work, sums = fast.at, fast.store, fast.work, fast.sums
    begun, place = at[0], (np.uint64(at[0]), random[NEXT])
    shoe, seats, facts = Shoe(cards, random, 0), work.seats, sums.facts
    place = split_round(shoe, place, fast.tables, work, code >> 8, (code >> 4) & 15, code & 15)
    at[0], random[NEXT] = whole(place[0]), place[1]
    sums.nets[sums.nets.shape[0] // 2 + seats[NET]] += 1
    natural = work.round[DEALER_NATURAL] > 0
    sums.lammers[DEALER_NATURAL_CLASS if natural else seats[ALL_LAMMERS]] += 1
    facts[CARDS_DEALT] += at[0] - begun + 1  # and the card that led here
    facts[HANDS_PLAYED] += seats[HELD]
    facts[OWN_MONEY] += seats[AT_RISK]
    facts[FREE_DOUBLES_MADE] += seats[FREE_DOUBLES]
    facts[FREE_SPLITS_MADE] += seats[ALL_LAMMERS] - seats[FREE_DOUBLES]
    facts[PUSHES] += seats[PUSHED]
    facts[DEALER_22S] += work.round[DEALER_22]


@njit_bare(part=True)
def _turn(
    half: np.uint64,
    seed: Seed,
    here: np.uint64,
    state: np.uint64,
    left: int,
    shoes: int,
    cards: Bytes,
    fast: FastTables,
) -> tuple[Seed, np.uint64, np.uint64, int, int]:
    """One card of one shoe, and its transition."""
    escape, visits = fast.escape, fast.sums.visits
    seed, here, state = step(half, seed, here, state, cards, fast)
    if state >= escape:
        if state >= escape + FIRST_LOOK:
            state = _look(fast.table, state - escape - FIRST_LOOK, cards, here, fast.at)
        else:
            fast.at[0] = whole(here)
            _leave(cards, whole(state - escape), fast)
            here, state = np.uint64(fast.at[0]), ZERO
            visits[0] -= 1
    visits[state] += 1
    # Without branches, because the processor cannot predict whether a round has ended.
    ended = state < fast.begins
    over = ended & (here >= fast.cut)
    here = ZERO if over else here
    return seed, here, state, left - whole(ended), shoes + whole(over)


@njit_bare()
def _finish(random: Words, here: np.uint64, state: np.uint64, left: int, cards: Bytes, fast: FastTables) -> None:
    """Deals the remaining rounds of one shoe after another has finished."""
    shoes = 0
    seed = random[0], random[1], random[2], random[3]
    while left > 0:
        word, s0, s1, s2, s3 = next_word(seed[0], seed[1], seed[2], seed[3])
        seed, here, state, left, shoes = _turn(
            word >> SHIFT_32, (s0, s1, s2, s3), here, state, left, shoes, cards, fast
        )
    random[0], random[1], random[2], random[3] = seed
    # If a shoe ended with the last round, no new one was started.
    fast.sums.facts[SHOES] += shoes + whole(here > ZERO)


@njit_bare()
def run_automaton(rounds: int, cards: Bytes, random: Words, fast: FastTables) -> None:
    """Deals ``rounds`` rounds, a third of them from each shoe; ``cards`` are three shoes in a row. ``random`` is the
    automaton's generator. Counts visits of states, and separately the results of rounds with splits."""
    size = fast.size
    first, second, third = cards[:size], cards[size : TWO * size], cards[TWO * size :]
    a_here = a_state = b_here = b_state = c_here = c_state = ZERO
    a_left, b_left, c_left, shoes = (rounds + 2) // 3, (rounds + 1) // 3, rounds // 3, 0
    seed = random[0], random[1], random[2], random[3]
    while a_left > 0 and b_left > 0 and c_left > 0:
        word, s0, s1, s2, s3 = next_word(seed[0], seed[1], seed[2], seed[3])
        seed, a_here, a_state, a_left, shoes = _turn(
            word >> SHIFT_32, (s0, s1, s2, s3), a_here, a_state, a_left, shoes, first, fast
        )
        seed, b_here, b_state, b_left, shoes = _turn(word & LOW, seed, b_here, b_state, b_left, shoes, second, fast)
        word, s0, s1, s2, s3 = next_word(seed[0], seed[1], seed[2], seed[3])
        seed, c_here, c_state, c_left, shoes = _turn(
            word >> SHIFT_32, (s0, s1, s2, s3), c_here, c_state, c_left, shoes, third, fast
        )
    random[0], random[1], random[2], random[3] = seed
    fast.sums.facts[SHOES] += shoes
    _finish(random, a_here, a_state, a_left, first, fast)
    _finish(random, b_here, b_state, b_left, second, fast)
    _finish(random, c_here, c_state, c_left, third, fast)
