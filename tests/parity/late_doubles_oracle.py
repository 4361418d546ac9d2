"""The number of lammers where a hard 9, 10 or 11 of any number of cards doubles free, counted card by card.

Written from the clauses "Golden Nugget doubles" and "Golden Nugget splits" and from SD.14, in exact fractions, and
without the engine, the rule tables or the analysis. The play is fixed: every free bet is taken, hard hands are hit
below 17 and soft hands below 18. Every card is dealt in its turn, the hole card too.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache

Shoe = tuple[int, ...]
"""How many of each value are left: ace, two … nine, ten-values."""
Counts = dict[int, Fraction]
"""Number of lammers → chance."""

ACE, TEN = 1, 10
SPLIT_FREE = (1, 2, 3, 5, 6, 7, 8, 9)
MOST_HANDS = 4


def lammers_of_a_round(shoe: Shoe) -> tuple[Counts, Fraction]:
    """The number of lammers in rounds without a dealer natural, and the chance of a dealer natural."""
    counts: Counts = defaultdict(Fraction)
    natural = Fraction(0)
    for first, left, a in _next(shoe):
        for up, less, b in _next(left):
            for second, fewer, c in _next(less):
                for hole, rest, d in _next(fewer):
                    chance = a * b * c * d
                    if {up, hole} == {ACE, TEN}:
                        natural += chance
                    else:
                        for count, part in _first_hand(tuple(sorted((first, second))), rest).items():
                            counts[count] += chance * part
    return counts, natural


def hit(hand: tuple[int, ...], value: int, waiting: int, hands: int, left: Shoe, no_hole: int = 0) -> Counts:
    """A split hand that takes a card whatever its total, and the hands that wait. ``left`` holds the hole card, which
    is not of the value ``no_hole``."""
    counts: Counts = defaultdict(Fraction)
    holes = [(rest, chance) for hole, rest, chance in _next(left) if hole != no_hole]
    for rest, chance in holes:
        for card, fewer, part in _next(rest):
            for count, share in _play(tuple(sorted((*hand, card))), value, waiting, hands, fewer).items():
                counts[count] += chance * part * share / sum(known for _, known in holes)
    return counts


def _next(left: Shoe) -> list[tuple[int, Shoe, Fraction]]:
    """Each value that the next card can have, what is left then, and its chance."""
    cards = sum(left)
    assert cards, "the small shoe has run out: choose a larger one"
    return [
        (at + 1, (*left[:at], number - 1, *left[at + 1 :]), Fraction(number, cards))
        for at, number in enumerate(left)
        if number
    ]


def _first_hand(hand: tuple[int, ...], left: Shoe) -> Counts:
    if set(hand) == {ACE, TEN}:
        return {0: Fraction(1)}
    if hand[0] == hand[1] and hand[0] in SPLIT_FREE:
        return _more(_split_hands(hand[0], 2, 2, left), 1)
    return _play(hand, 0, 0, 1, left)


@cache
def _split_hands(value: int, waiting: int, hands: int, left: Shoe) -> Counts:
    """Hands of a split, each with one card of this value, that wait for their second card."""
    counts: Counts = defaultdict(Fraction)
    if not waiting:
        return {0: Fraction(1)}
    for second, rest, chance in _next(left):
        if second == value and hands < MOST_HANDS:
            found = _more(_split_hands(value, waiting + 1, hands + 1, rest), 1)
        elif value == ACE:  # split aces take one card each
            found = _split_hands(value, waiting - 1, hands, rest)
        else:
            found = _play(tuple(sorted((value, second))), value, waiting - 1, hands, rest)
        for count, part in found.items():
            counts[count] += chance * part
    return counts


@cache
def _play(hand: tuple[int, ...], value: int, waiting: int, hands: int, left: Shoe) -> Counts:
    """A hand that is played to its end, and then the hands that wait."""
    hard, soft = sum(hand), ACE in hand and sum(hand) + 10 <= 21
    if not soft and 9 <= hard <= 11:
        doubled: Counts = defaultdict(Fraction)
        for _, rest, chance in _next(left):
            for count, part in _more(_split_hands(value, waiting, hands, rest), 1).items():
                doubled[count] += chance * part
        return doubled
    if hard > 21 or (hard + 10 >= 18 if soft else hard >= 17):
        return _split_hands(value, waiting, hands, left)
    counts: Counts = defaultdict(Fraction)
    for card, rest, chance in _next(left):
        for count, part in _play(tuple(sorted((*hand, card))), value, waiting, hands, rest).items():
            counts[count] += chance * part
    return counts


def _more(counts: Counts, lammers: int) -> Counts:
    return {count + lammers: chance for count, chance in counts.items()}
