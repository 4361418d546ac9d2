"""Where things lie in the simulator's arrays."""

import numpy as np

SEATS = 7
HANDS = 8
"""More hands than any sheet allows on one box."""

ENDED, STAKE, HAND_FIELDS = range(3)
"""Places of a hand: how it ended, and the number of its stake, as ``rule_tables/ends.py`` numbers them."""

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
MAY_BE_NATURAL, UNSEEN_NATURAL = 16, 32
"""Where the second and third part of a table by up card begin."""

RETURNED = 15
"""Class of a side bet that its cards did not decide: it comes back, or its sheet says otherwise."""
CLASSES = 16

DEALER_22, DEALER_NATURAL, UP, VOID, FINAL, MARK = range(6)
"""Places of what a round tells of the dealer and the shoe. ``FINAL`` is 512 · the number of the dealer's cards +
16 · their end + the set of their suits, or FINAL_HANDS where the dealer's hand was not finished. From ``MARK`` on, one
place for each side bet: what it asks about single cards of the dealer (``dealer_marks.py``)."""
MAX_SIDE_BETS = 32
ROUND_FIELDS = MARK + MAX_SIDE_BETS
MAX_DEALER_CARDS = 15
"""More cards are counted as so many."""
FINAL_HANDS = 512 * (MAX_DEALER_CARDS + 1)
UNSEEN = 2
"""In the place of DEALER_NATURAL, where 1 is a natural that was dealt: the card that the dealer did not take would have
made one. Bets do not see it; it is only counted."""

UNFAIR = np.array([0] + [(1 << 32) % bound for bound in range(1, 52 * 8 + 1)], dtype=np.uint64)
"""By bound: low words below this come up once too often. A table, since a division here would be made every time."""


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
KIND, WINNING_ONLY, BY_HAND, NATURAL_LOSES, MARKS, MARK_STATES, BET_FIELDS = range(7)
"""Places of a side bet: how it is read. ``MARKS`` is where the machine of its marks begins, 0 where it has none."""
OFFSET, UP_PLACES, NATURAL_STRIDE = 1, 2, 3
"""The same places of a bet on cards: where its classes begin, its places for the up card, and how far those with a
dealer natural are behind the others (0: it does not read the natural)."""
LOOKS = 4096
"""Codes of the automaton from here on: a state whose next card is looked at and not taken; below, pairs to be split."""
BIN_FIELDS = 4
DEALER_NATURAL_CLASS = 14
NOT_PLACED = 14
"""Class of a bet on cards that was not offered. No bet on cards has the class of a dealer natural."""
MAX_LAMMERS_COUNTED = 13
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

RULE_PARTS = {
    "value": 52,
    "alike": 52,
    "full": 16,
    "first_card": 52,
    "up_card": 52,
    "asks": 32,
    "ups": 48,
    "draws": 64,
    "second": 16 * 16,
    "beats": 32 * 32,
    "dealt": 64 * 16,
    "two_cards": 52 * 52,
    "split_cards": 52 * 52,
}
"""Parts of the one array of rules, with their sizes. One array is passed between kernels much sooner than thirteen."""
(
    VALUE,
    ALIKE,
    FULL,
    FIRST_CARD,
    UP_CARD,
    ASKS,
    UPS,
    DRAWS,
    SECOND_CARD,
    BEATS,
    DEALT,
    TWO_CARDS,
    SPLIT_CARDS,
) = (sum(list(RULE_PARTS.values())[:place]) for place in range(len(RULE_PARTS)))
"""Where each part begins."""
