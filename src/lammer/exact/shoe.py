"""Shoes as counts of card values: whole decks, an infinite shoe, or the rest of a shoe."""

from collections.abc import Iterable

import numpy as np

from lammer.cards.card import VALUES
from lammer.exact.hands import Floats

ENDLESS = 1e12
"""Decks that stand for infinitely many: taking a card away changes nothing in the first eleven digits."""

A_DECK = np.array([4.0] * 9 + [16.0])


def full_shoe(decks: float) -> Floats:
    """Counts by value, ace first, ten-values last."""
    return A_DECK * decks


def enough(shoe: Floats, maximum_hands: int) -> bool:
    """Whether a round can never run out of cards: no hand draws on 21 points, aces counted 1, so none holds over 31."""
    return float(shoe @ np.arange(1, 11)) >= 31 * (maximum_hands + 1)


def without(shoe: Floats, codes: Iterable[int]) -> Floats:
    """The shoe without some cards. Raises ValueError if it does not have one of them."""
    left = shoe.copy()
    for code in codes:
        left[VALUES[code] - 1] -= 1
    if (left < 0).any():
        raise ValueError("more cards are taken away than the shoe holds")
    return left
