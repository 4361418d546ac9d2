"""Where things lie in the simulator's arrays, and the tables it plays by."""

from typing import NamedTuple

import numpy as np

from lammer.simulate.arrays import Bytes, Counts, Shorts

SEATS = 7
HANDS = 8
"""More hands than any sheet allows on one box."""

STAND, HIT, DOUBLE, FREE_DOUBLE, SURRENDER, SPLIT, FREE_SPLIT = range(7)
NATURAL, TWIN_NATURAL, INSTANT_WIN, INSTANT_LOSS, SURRENDERED, OPEN = range(26, 32)
"""How a hand ended, where its total does not tell; twins are one face twice. A hand that stood ended with its total, a
bust one with any total above the limit."""
BLACKJACK = 31
"""In place of the dealer's total: a dealer natural, whatever its points."""
LOSE, PUSH, WIN, PAID_NATURAL, PAID_TWINS, HALF_LOST, FIRST_LOST = range(7)
"""What is made of a stake: half of it lost to a surrender, or only the first wager to a dealer natural."""
NATURAL_WAITS, SURRENDER_WAITS = 1, 2
"""What waits for the dealer's second card, added up: a player's natural, a late surrender."""

ENDED, STAKE, HAND_FIELDS = range(3)
"""Places of a hand: how it ended, and its stake: 16 · how it was added (0 the first hand, 1 paid, 2 free) + 4 · own
money + lammers, both in wagers."""
STAKES = 64

(
    NET,
    HELD,
    ALL_LAMMERS,
    MOST_LAMMERS,
    ALL_WINNING,
    MOST_WINNING,
    AT_RISK,
    FREE_DOUBLES,
    PUSHED,
    SEAT_FIELDS,
) = range(10)
"""Places of a seat's result. ``HELD`` is its number of hands, ``PUSHED`` those that a dealer 22 pushed."""
NO_CARD = 52
FIRST_FACE = 40
"""Code of the first jack; faces come last."""

RETURNED = 15
"""Class of a side bet that its cards did not decide: it comes back, or its sheet says otherwise."""
CLASSES = 16

DEALER_22, DEALER_NATURAL, UP, VOID, FINAL, ROUND_FIELDS = range(6)
"""Places of what a round tells of the dealer and the shoe. ``FINAL`` is 512 · the number of the dealer's cards +
16 · their total + the set of their suits, or FINAL_HANDS where the dealer's hand was not finished."""
MOST_DEALER_CARDS = 15
"""More cards are counted as so many."""
FINAL_HANDS = 512 * (MOST_DEALER_CARDS + 1)
UNSEEN = 2
"""In the place of DEALER_NATURAL, where 1 is a natural that was dealt: the card that the dealer did not take would have
made one. Bets do not see it; it is only counted."""

UNFAIR = np.array([0] + [(1 << 32) % bound for bound in range(1, 52 * 8 + 1)], dtype=np.uint64)
"""By bound: low words below this come up once too often. A table, since a division here would be made every time."""


class Flags(NamedTuple):
    """Rules as numbers, 0 and 1 for no and yes; amounts in units of the run."""

    wager: int
    surrender: int
    """Net of a surrendered wager."""
    surrender_late: int
    """A dealer natural takes the whole of a surrendered wager."""
    limit: int
    hole_card: int
    push_22: int
    natural_takes_all: int
    natural_at_once: int
    natural_beats_22: int
    natural_ties: int
    natural_after_split: int
    first_ace_player: int
    first_ace_dealer: int
    most_hands: int
    pairs_by_rank: int
    reads_dealer: int
    """A side bet needs the dealer's cards even when every hand is decided."""
    dealer_completes: int
    """A bet on the dealer's hand makes the dealer draw to the end."""
    lammer_bet: int
    """A side bet needs to know of a dealer natural."""
    seats: int


class Tables(NamedTuple):
    """What kernels look up; every table is flat, since views of arrays are dear in compiled code."""

    value: Bytes
    """52: blackjack value of a card."""
    after: Shorts
    """states · 16: the player's state after one more card."""
    total: Bytes
    two: Shorts
    """16 · 16: the state of two cards."""
    plays: Bytes
    """(situation · 11 + up card) · states + state."""
    pairs: Bytes
    """((situation · 2 + full) · 11 + up card) · 16 + pair."""
    dealt: Bytes
    """64 · 16: the dealer's state, twice the total plus 1 when soft, after one more card."""
    draws: Bytes
    """64: whether the dealer draws."""
    ups: Bytes
    """32: up cards under which the dealer looks, then up cards that can make a natural."""
    nets: Counts
    """What LOSE … FIRST_LOST · 64 + stake brings."""
    beats: Bytes
    """32 · 32: LOSE … FIRST_LOST by the dealer's total, or BLACKJACK, and how a hand ended."""


FIRST, SECOND, BOX = range(HANDS * HAND_FIELDS, HANDS * HAND_FIELDS + 3)
"""Places of a box, behind its hands: its first two cards."""
(
    ROUNDS,
    HANDS_PLAYED,
    CARDS_DEALT,
    OWN_MONEY,
    FREE_DOUBLES_MADE,
    FREE_SPLITS_MADE,
    PUSHES,
    DEALER_22S,
    SHOES,
    VOIDS,
    FACTS,
) = range(11)
"""What a run counts beside its nets; rounds are counted for each seat."""
LAMMER_BET, FINAL_HAND_BET, OPENING_BET = range(3)
KIND, WINNING_ONLY, BY_HAND, NATURAL_LOSES, BET_FIELDS = range(5)
"""Places of a side bet: how it is read."""
OFFSET, UPS, NATURAL_STRIDE = 1, 2, 3
"""The same places of a bet on cards: where its classes begin, its places for the up card, and how far those with a
dealer natural are behind the others (0: it does not read the natural)."""
LOOKS = 4096
"""Codes of the automaton from here on: a state whose next card is looked at and not taken; below, pairs to be split."""
BIN_FIELDS = 4
DEALER_NATURAL_CLASS = 14
MOST_LAMMERS_COUNTED = 13
(
    BOTH_DEALT,
    BOTH_VOID,
    FIRST_NET,
    FIRST_SQUARED,
    SECOND_NET,
    SECOND_SQUARED,
    DIFFERENCE,
    DIFFERENCE_SQUARED,
    PAIR_FIELDS,
) = range(9)
"""What a run of two games counts: rounds of both, and sums and sums of squares of their nets in minor units."""
