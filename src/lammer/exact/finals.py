"""The hands a policy ends in: final compositions of a split hand, with the number of orders in which each is drawn.

As for the dealer, the chance of a final composition is its number of orders times a product of falling factorials, and
that holds for several hands and the dealer together: what is drawn is the sum of their compositions.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lammer.exact.grid import Family
from lammer.exact.hands import VALUES, Bools, Floats, Ints
from lammer.exact.kernels import DOUBLE, FREE_DOUBLE, HIT, STAND
from lammer.exact.terms import Terms
from lammer.exact.worth import SplitHands


class End(NamedTuple):
    """How a hand ended: its total (as far as it matters), what was doubled, and whether it counts as a natural."""

    total: int
    doubled: str = ""
    natural: bool = False


BROKE = End(0)
"""Over the limit without a double. Such hands are many and never listed: they are what is left."""


@dataclass(frozen=True, eq=False)
class Finals:
    """Final hands of a policy, BROKE aside; one row for each."""

    drawn: Ints
    """rows × 10: the cards drawn to the pair's card."""
    ends: tuple[End, ...]
    """Every kind of ending, BROKE first."""
    end: Ints
    """Row → place in ``ends``."""
    ways: Floats
    """rows × 2: orders in which the second card is not the pair's value, and in which it is."""

    def having(self, paired: bool) -> "Finals":
        """Only hands that can come up with such a second card."""
        kept: Bools = self.ways[:, int(paired)] > 0
        return Finals(self.drawn[kept], self.ends, self.end[kept], self.ways[kept][:, [int(paired)]])

    @property
    def orders(self) -> Floats:
        """Orders of each row, whatever the second card, or of one kind of second card alone."""
        orders: Floats = self.ways.sum(axis=1)
        return orders


def finals_of(hands: SplitHands, kind: str) -> Finals:
    """How hands of a kind end under their policy."""
    terms, family, policy = hands.against.terms, hands.against.grid.families[hands.pair], hands.policy(kind)
    cards = hands.against.grid.hands.cards[family.hands]
    orders = _orders(family, policy)
    found: dict[tuple[tuple[int, ...], End], Floats] = {}

    def add(held: Ints, end: End, ways: Floats) -> None:
        key = (tuple((held - _one(family.pair)).tolist()), end)
        found[key] = found.get(key, 0.0) + ways

    for hand in np.flatnonzero(orders.any(axis=1)).tolist():
        if policy[hand] == STAND:
            natural = bool(terms.natural_after_split and family.two[hand] and family.total[hand] == terms.limit)
            add(cards[hand], End(_counted(terms, int(family.total[hand])), "", natural), orders[hand])
        elif policy[hand] in (DOUBLE, FREE_DOUBLE):
            doubled = "free" if policy[hand] == FREE_DOUBLE else "paid"
            for card in VALUES:
                there = family.after[hand, card]
                total = _counted(terms, int(family.total[there])) if there >= 0 else BROKE.total
                add(cards[hand] + _one(card), End(total, doubled), orders[hand])
    ends = (BROKE, *sorted({end for _, end in found}))
    return Finals(
        np.array([drawn for drawn, _ in found], dtype=np.int64).reshape(-1, 10),
        ends,
        np.array([ends.index(end) for _, end in found], dtype=np.int64),
        np.array(list(found.values())).reshape(-1, 2),
    )


def _one(card: int) -> Ints:
    one = np.zeros(10, dtype=np.int64)
    one[card] = 1
    return one


def _counted(terms: Terms, total: int) -> int:
    """Totals below every standing total of the dealer are worth the same."""
    return max(total, min(terms.stand_on_hard, terms.stand_on_soft) - 1)


def _orders(family: Family, policy: Ints) -> Floats:
    """hands × 2: in how many orders the policy comes to each hand, by second card."""
    orders = np.zeros((len(family.hands), 2))
    for card in VALUES:
        orders[family.begun[card], int(card == family.pair)] += 1
    for hand in range(len(family.hands) - 1, -1, -1):
        if policy[hand] == HIT and orders[hand].any():
            there = family.after[hand]
            np.add.at(orders, there[there >= 0], orders[hand])
    return orders
