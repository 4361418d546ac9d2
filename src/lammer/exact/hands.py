"""Every hand of a player as an unordered composition of card values, with its successor for each further card.

Hands are numbered; the whole analysis uses arrays over these numbers. With a limit of 21 there are about
three thousand. Row 0 is the empty hand.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from lammer.cards.hand import SOFT_BONUS

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

VALUES = range(10)
"""Card values as array places: 0 the ace … 9 the ten-values."""

BUST = -1


@dataclass(frozen=True, eq=False)
class Hands:
    """Compositions in ascending order of their hard total, so that drawing only ever leads to higher rows."""

    limit: int
    cards: Ints
    """hands × 10: how many of each value."""
    hard: Ints
    total: Ints
    soft: Bools
    size: Ints
    after: Ints
    """hands × 10: the hand after one more card of a value, BUST beyond the limit."""
    index: dict[tuple[int, ...], int]

    def of(self, *values: int) -> int:
        """The row of a hand given by its card values (1 … 10)."""
        counts = [0] * 10
        for value in values:
            counts[value - 1] += 1
        return self.index[tuple(counts)]


@cache
def all_hands(limit: int) -> Hands:
    rows = sorted(_compositions(limit, 0, ()), key=lambda counts: (_hard(counts), counts))
    index = {counts: row for row, counts in enumerate(rows)}
    cards = np.array(rows, dtype=np.int64)
    hard = cards @ np.arange(1, 11)
    soft = (cards[:, 0] > 0) & (hard + SOFT_BONUS <= limit)
    after = np.full((len(rows), 10), BUST, dtype=np.int64)
    for row, counts in enumerate(rows):
        for value in VALUES:
            more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
            after[row, value] = index.get(more, BUST)
    total = hard + SOFT_BONUS * soft
    return Hands(limit, cards, hard, total, soft, cards.sum(axis=1), after, index)


def _hard(counts: tuple[int, ...]) -> int:
    return sum((value + 1) * count for value, count in enumerate(counts))


def _compositions(room: int, value: int, counts: tuple[int, ...]) -> list[tuple[int, ...]]:
    if value == 10:
        return [counts]
    return [
        found
        for count in range(room // (value + 1) + 1)
        for found in _compositions(room - count * (value + 1), value + 1, (*counts, count))
    ]
