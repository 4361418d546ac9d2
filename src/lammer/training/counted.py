"""Running count and true count, exactly, and answers as people write them."""

import re
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from lammer.cards.card import DECK_SIZE, VALUES
from lammer.counting.tags import Tags

HALF = Fraction(1, 2)
NUMBER = re.compile(r"[+-]?\d{1,6}(\.\d{1,4}|/[1-9]\d?)?", re.ASCII)


class Rounding(StrEnum):
    """How a true count becomes a whole number: down, to the nearest (a half up), or towards zero, as in the
    simulator."""

    FLOOR = "floor"
    ROUND = "round"
    TRUNCATE = "truncate"


def start_of(tags: Tags, decks: int) -> Fraction:
    """The running count of a new shoe: 0 for a balanced count. Any other starts so low that it ends at 0 with the
    shoe, so that it can be converted to a true count."""
    return -tags.per_deck * decks


def running_count(tags: Tags, cards: Iterable[int], start: Fraction) -> Fraction:
    return sum((tags.by_value[VALUES[card] - 1] for card in cards), start)


def true_count(running: Fraction, decks_left: Fraction, rounding: Rounding) -> int:
    exact = running / decks_left
    if rounding is Rounding.FLOOR:
        return floor(exact)
    if rounding is Rounding.TRUNCATE:
        return ceil(exact) if exact < 0 else floor(exact)
    return floor(exact + HALF)


def half_decks(cards: int) -> Fraction:
    """The number of decks to the nearest half deck; a quarter is rounded up. Never less than half a deck.

    >>> [str(half_decks(cards)) for cards in (1, 38, 39, 52)]
    ['1/2', '1/2', '1', '1']
    """
    return max(Fraction(floor(Fraction(2 * cards, DECK_SIZE) + HALF), 2), HALF)


def read_number(text: str) -> Fraction | None:
    """A number like ``-3``, ``+2``, ``1.5`` or ``3/2``; None if it is not one."""
    plain = text.strip().replace("−", "-").replace(",", ".")
    return Fraction(plain) if NUMBER.fullmatch(plain) else None


def number_text(number: Fraction) -> str:
    """As a person writes it: ``3``, ``1.5``.

    >>> number_text(Fraction(3, 2)), number_text(Fraction(-2))
    ('1.5', '−2')
    """
    return f"{float(number):g}".replace("-", "−")


def count_text(number: Fraction) -> str:
    """A count with its sign: ``+3``, ``−1.5``, ``0``."""
    return f"+{number_text(number)}" if number > 0 else number_text(number)


def decks_text(decks: Fraction | int) -> str:
    """``1 deck``, ``2.5 decks``."""
    return f"{number_text(Fraction(decks))} deck{'s' * (decks != 1)}"
