"""The layout of the simulator's arrays: indexes, sizes and codes."""

import numpy as np

SEATS = 14
"""Seven boxes with two hands each; a box with one hand takes one seat."""
HANDS = 8
"""More hands than any sheet allows on one box."""

ENDED, STAKE, HAND_FIELDS = range(3)
"""Fields of a hand: its end and the number of its stake, as numbered in ``rule_tables/ends.py``."""

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
"""Fields of a seat's result. ``HELD`` is its number of hands, ``PUSHED`` the number pushed by a dealer 22."""
NO_CARD = 52
MAY_BE_NATURAL, UNSEEN_NATURAL = 16, 32
"""The beginnings of the second and third part of a table by up card."""

RETURNED = 15
"""The class of an undecided side bet: it is returned or lost, as the sheet states."""
CLASSES = 16

DEALER_22, DEALER_NATURAL, UP, VOID, FINAL, MARK = range(6)
"""Fields of a round about the dealer and the shoe. ``FINAL`` is 512 · the number of the dealer's cards + 16 · their end
+ the set of their suits, or FINAL_HANDS if the dealer's hand is not complete. From ``MARK`` on there is one field for
each side bet: the state of its machine over the dealer's cards (``dealer_marks.py``)."""
MAX_SIDE_BETS = 32
RUN = MARK + MAX_SIDE_BETS
"""From here on there is one field for each seat and side bet: the state of its machine over the player's cards
(``run_marks.py``)."""
SPUN = RUN + SEATS * MAX_SIDE_BETS
OTHERS = SPUN + SEATS * MAX_SIDE_BETS
"""Likewise for each seat and side bet with a wheel: the class of the stop (0 without a spin), and what the spins of
other seats pay, in units."""
ROUND_FIELDS = OTHERS + SEATS * MAX_SIDE_BETS
STREAKS = SEATS * SEAT_FIELDS
"""After the results of the seats: for each seat and side bet the wins so far of a bet on rounds won in a row, which
stay from round to round, and the class of its result in the last round."""
SEAT_NUMBERS = STREAKS + 2 * SEATS * MAX_SIDE_BETS
MAX_DEALER_CARDS = 15
"""A larger number of cards is counted as this number."""
FINAL_HANDS = 512 * (MAX_DEALER_CARDS + 1)
UNSEEN = 2
"""A value of DEALER_NATURAL, where 1 is a dealt natural: the next card, which the dealer did not take, would have made
a natural. It is only counted; bets do not depend on it."""

UNFAIR = np.array([0] + [(1 << 32) % bound for bound in range(1, 52 * 8 + 1)], dtype=np.uint64)
"""By bound: low words below this are rejected because they would be biased. A table avoids a division for every
card."""


FIRST, SECOND, SPLIT_FIRST, SPLIT_SECOND, BOX = range(HANDS * HAND_FIELDS, HANDS * HAND_FIELDS + 5)
"""Fields of a box after its hands: its first two cards, and the second cards of the two hands of its first split."""
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
"""Counts of a run besides its nets; rounds are counted for each seat."""
LAMMER_BET, FINAL_HAND_BET, OPENING_BET, RUN_BET, STREAK_BET, FOUR_CARDS_BET = range(6)
KIND, WINNING_ONLY, BY_HAND, NATURAL_LOSES, MARKS, MARK_STATES, OWN_NATURALS, OWN_STRIDE, WHEEL, BET_FIELDS = range(10)
"""Fields of a side bet. ``MARKS`` is the beginning of its state machine, 0 if it has none. ``OWN_NATURALS`` is the
beginning of its table of the player's naturals, 0 if it does not read them, and ``OWN_STRIDE`` the offset of the
classes with such a natural. A bet on opening cards has there the table of split hands that it counts, and the offset of
the classes with one more of them. ``WHEEL`` is the beginning of its wheels by class, 0 if it has none."""
TOTAL_WEIGHT, UNFAIR_BELOW, FIRST_STOP = range(3)
STOP_WEIGHT, STOP_CLASS, STOP_OTHERS, STOP_FIELDS = range(4)
"""Fields of a wheel, and of each of its stops. ``UNFAIR_BELOW``: low words below this are rejected."""
LOW_WORD = 0xFFFFFFFF
WINS_NEEDED = 1
"""The same field for a bet on rounds won in a row: its number of wins."""
OFFSET, UP_PLACES, NATURAL_STRIDE = 1, 2, 3
"""The same fields for a bet on cards: the beginning of its classes, the number of entries for the up card, and the
offset of the classes with a dealer natural (0 if it does not read the natural)."""
LOOKS = 4096
"""Codes of the automaton from here on are states in which the next card is looked at but not taken; lower ones are
pairs to split."""
BINS = 41
"""True counts from −20 to 20; counts beyond are put into the outer bins."""
COUNT_SQUARES, COUNT_ALL_NET, COUNT_ALL_SQUARES, BIN_FIELDS = range(4)
"""Sums of the rounds of one true count, in units: the squares of the main nets of each seat, if there are several; if
there are side bets, the net of all wagers of all seats, and its squares. Then follow the rounds by main net of all
seats together, and for each side bet the rounds of a seat by outcome class."""
ROUNDING, START, PER_DECK, SCALE, TAG_NUMBERS = range(52, 57)
"""Behind the tags of 52 cards: how a true count is rounded, the running count at the beginning of a shoe, whether the
running count is divided by the decks left, and by what the tags were multiplied to be whole numbers."""
DOWN, TOWARDS_ZERO, NEAREST = range(3)
"""Ways to round a true count: floor, truncate, round (halves up)."""
DEALER_NATURAL_CLASS = 14
NOT_PLACED = 14
"""The class of a bet on cards that was not offered, and of a bet on rounds won in a row that stays on the layout. No
bet on cards uses the class of a dealer natural."""
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
"""Sums of a run of two games: rounds of both, and sums and sums of squares of their nets in minor units."""

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
    "ends": 16 * 32,
}
"""Parts of the array of rules, with their sizes. Passing one array between kernels is much faster than thirteen."""
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
    ENDS,
) = (sum(list(RULE_PARTS.values())[:place]) for place in range(len(RULE_PARTS)))
"""The beginning of each part."""
