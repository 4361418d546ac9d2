"""The dealer's chances behind one up card for shoes that differ by a few cards.

A shoe without a five and a hand of two eights leave the same cards as the whole shoe and a hand of two eights and a
five. A set of missing cards has one key (``compositions.keys_of``), whichever shoe it belongs to, and the dealer is
computed once for each.
"""

import numpy as np

from lammer.compiled import njit
from lammer.exact.dealer import DealerRule, dealer_chances, dealer_tree
from lammer.exact.hands import Floats, Ints

EMPTY = -1
SPREAD = 0x9E3779B97F4A7C15 - 2**64
"""Fibonacci hashing: 2⁶⁴ divided by the golden ratio, as a signed number."""


class SharedChances:
    """``left`` are the unseen cards of the whole shoe, the hole card included, the up card not."""

    def __init__(self, rule: DealerRule, up: int, left: Floats) -> None:
        self.rule, self.up, self.left = rule, up, left
        self._count = 0
        self._rows = np.empty((0, len(dealer_tree(rule, up).classes)))
        self._table = np.full((1, 2), EMPTY)

    def add(self, keys: Ints, chances: Floats) -> None:
        """Chances that are known from elsewhere; their keys are new here."""
        first, self._count = self._count, self._count + len(keys)
        if self._count > len(self._rows):
            self._grow()
        self._rows[first : self._count] = chances
        _put(self._table, keys, np.arange(first, self._count))

    def _grow(self) -> None:
        """Makes room for at least twice as many rows; the table has two places for each."""
        rows, table = self._rows, self._table[self._table[:, 0] != EMPTY]
        room = 2 ** int(self._count).bit_length()
        self._rows = np.empty((room, rows.shape[1]))
        self._rows[: len(rows)] = rows
        self._table = np.full((2 * room, 2), EMPTY)
        _put(self._table, table[:, 0], table[:, 1])

    def chances(self, keys: Ints, left: Floats) -> Floats:
        """rows × classes for card sets with these keys, which leave these cards; each key once."""
        found = _find(self._table, keys)
        new = np.flatnonzero(found == EMPTY)
        if len(new):
            found[new] = self._count + np.arange(len(new))
            self.add(keys[new], dealer_chances(self.rule, self.up, left[new]))
        return self._rows[found]


@njit()
def _find(table: Ints, keys: Ints) -> Ints:
    """The number under each key, EMPTY where there is none."""
    last = table.shape[0] - 1
    found = np.empty(keys.shape[0], dtype=np.int64)
    for at in range(keys.shape[0]):
        place = ((keys[at] * SPREAD) >> 20) & last
        while table[place, 0] != EMPTY and table[place, 0] != keys[at]:
            place = (place + 1) & last
        found[at] = table[place, 1]
    return found


@njit()
def _put(table: Ints, keys: Ints, numbers: Ints) -> None:
    """Puts new keys into a table of 2ⁿ places, half of which stay empty."""
    last = table.shape[0] - 1
    for at in range(keys.shape[0]):
        place = ((keys[at] * SPREAD) >> 20) & last
        while table[place, 0] != EMPTY:
            place = (place + 1) & last
        table[place, 0], table[place, 1] = keys[at], numbers[at]
