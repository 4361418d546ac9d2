"""Numbers the hands and sets of removed cards that occur in the analysis.

A hand that comes from a split of value p is judged with ``removed`` further p's known to lie in the other hands. Hands
reached along different roads remove the same cards: (8, 3) with one more 8 removed is (8, 8, 3) with none. Every such
set has one number, and the dealer is worked out once for it.
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import BUST, Bools, Hands, Ints, all_hands

MAX_HANDS = 4
"""A sheet allows no more hands to a box. Games with fewer use the same numbers, so that they share work."""
BITS = 5
"""For the number of cards of a value in a key: a hand has at most 21 aces, and few more are elsewhere."""
TWO_CARDS = [(one, other) for one in range(1, 11) for other in range(one, 11)]
"""The values of two cards in any order."""
UNSPLIT = -1
"""In the place of a pair: hands that come from no split."""


@dataclass(frozen=True, eq=False)
class Family:
    """Hands of two and more cards that come from one pair, or from no split; highest hard total first.

    Whatever a card makes of a hand stands before it, so one pass from the front works out every value.
    """

    pair: int
    """Place of the pair's value, 0 the ace; UNSPLIT for first hands."""
    hands: Ints
    """Rows of ``all_hands``."""
    after: Ints
    """hands × 10: place in this family after one more card, BUST beyond the limit."""
    total: Ints
    hard: Ints
    soft: Bools
    two: Bools
    """Hands of exactly two cards."""
    place: Ints
    """Row of ``all_hands`` → place in this family."""
    begun: Ints
    """By second card: the two-card hand it makes of the pair's card."""
    cells: dict[tuple[bool, int], Ints]
    """(soft, total) → places: the hands that look alike on a chart."""
    places: Ints
    """All of them: 0, 1, 2, …"""
    sets: Ints
    """removed × hands: the number of the removed card set of each hand."""


@dataclass(frozen=True, eq=False)
class Grid:
    limit: int
    hands: Hands
    sets: Ints
    """sets × 10: removed cards. The first rows are the hands themselves."""
    families: dict[int, Family]

    @cached_property
    def keys(self) -> Ints:
        """The key of each set."""
        return keys_of(self.sets)


def keys_of(cards: Ints) -> Ints:
    """A number for each row of cards, in which each value has its own bits. The key of two sets together is the sum of
    their keys."""
    keys: Ints = cards @ (2**BITS) ** np.arange(10)
    return keys


@cache
def grid_for(limit: int) -> Grid:
    hands = all_hands(limit)
    numbers = {tuple(row): at for at, row in enumerate(hands.cards.tolist())}
    families = {pair: _family(hands, pair, numbers) for pair in range(UNSPLIT, 10)}
    return Grid(limit, hands, np.array(list(numbers), dtype=np.int64), families)


class WiderSets(NamedTuple):
    """Every set of a grid with two more cards."""

    grid: Grid
    """The same hands. Its sets are the wider ones."""
    numbers: Ints
    """two cards × sets of the grid: the number of each set together with each of ``TWO_CARDS``."""


@cache
def two_card_places(limit: int) -> Ints:
    """10 × 10: the place of every two cards among the hands that are not split."""
    grid = grid_for(limit)
    place, of = grid.families[UNSPLIT].place, grid.hands.of
    return np.array([[int(place[of(first, second)]) for second in range(1, 11)] for first in range(1, 11)])


@cache
def with_two_more(limit: int) -> WiderSets:
    grid = grid_for(limit)
    added = np.array([[(one, other).count(value) for value in range(1, 11)] for one, other in TWO_CARDS])
    every = grid.keys[None, :] + keys_of(added)[:, None]
    keys, first, numbers = np.unique(every, return_index=True, return_inverse=True)
    # In the order in which they come up, so that hands that are valued one after the other lie side by side.
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    sets = keys[order][:, None] >> (BITS * np.arange(10)) & (2**BITS - 1)
    return WiderSets(replace(grid, sets=sets), rank[numbers].reshape(every.shape))


def _family(hands: Hands, pair: int, numbers: dict[tuple[int, ...], int]) -> Family:
    held = hands.size >= 2
    if pair != UNSPLIT:
        held &= hands.cards[:, pair] > 0
    rows = np.flatnonzero(held)[::-1]
    place = np.full(len(hands.cards) + 1, BUST)
    place[rows] = np.arange(len(rows))
    begun = place[hands.after[hands.of(pair + 1)]] if pair != UNSPLIT else np.full(10, BUST)
    removed = range(1) if pair == UNSPLIT else range(2 * MAX_HANDS - 1)
    sets = np.stack([_sets(hands.cards[rows], pair, count, numbers) for count in removed])
    # The last place stands for BUST, so that an index of −1 leads to it.
    return Family(
        pair, rows, place[hands.after[rows]], hands.total[rows], hands.hard[rows], hands.soft[rows],
        hands.size[rows] == 2, place, begun, _cells(hands.soft[rows], hands.total[rows]), np.arange(len(rows)), sets,
    )  # fmt: skip


def _cells(soft: Bools, total: Ints) -> dict[tuple[bool, int], Ints]:
    return {
        (kind, int(each)): np.flatnonzero((soft == kind) & (total == each))
        for kind in (True, False)
        for each in np.unique(total[soft == kind])
    }


def _sets(cards: Ints, pair: int, removed: int, numbers: dict[tuple[int, ...], int]) -> Ints:
    cards = cards.copy()
    if removed:
        cards[:, pair] += removed
    return np.array([numbers.setdefault(tuple(row), len(numbers)) for row in cards.tolist()], dtype=np.int64)
