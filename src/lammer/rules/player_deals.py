"""The player's first two cards beside a final hand of the dealer, as far as a side bet depends on them."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from lammer.cards.card import ACE, TEN
from lammer.cards.hand import natural_partner
from lammer.rules.chances import Composition
from lammer.rules.shoe_cards import Deal

Deals = Literal["all", "offered", "natural or not"]
"""Which deals of the player's cards are counted: all as one; those in which a bet placed after the up card is offered;
or those with and without a natural apart."""
Pairs = frozenset[tuple[int, int]]
"""Values of two cards, in the order dealt."""


class PlayerDeals(NamedTuple):
    """``up`` is the value of the up card, 0 if it is not known."""

    deals: Deals
    deal: Deal
    up: int

    def ways(self, dealer_natural: bool, left: Sequence[int]) -> Iterator[tuple[bool, int, int]]:
        """Whether the player's two cards are a natural, the number of ways to deal them from the cards left by value,
        and how many cards these are (none if they do not matter)."""
        if not self._offered(dealer_natural):
            return
        apart = self._apart()
        if not apart:
            yield False, 1, 0
            return
        among = sum(_ways(pair, left) for pair in apart)
        if self.deals == "natural or not":
            yield True, among, 2
        yield False, sum(left) * (sum(left) - 1) - among, 2

    def by_cards(self, dealer_natural: bool, left: Sequence[int]) -> Iterator[tuple[bool, Composition, int]]:
        """The same by the values of these cards. All deals but some pairs are all deals, for which the cards do not
        matter, minus those of the pairs."""
        if not self._offered(dealer_natural):
            return
        yield False, (0,) * TEN, 1
        for pair in sorted(self._apart()):
            cards, ways = tuple(pair.count(value) for value in range(ACE, TEN + 1)), _ways(pair, left)
            yield False, cards, -ways
            if self.deals == "natural or not":
                yield True, cards, ways

    def _offered(self, dealer_natural: bool) -> bool:
        return self.deals != "offered" or (self.up, dealer_natural) not in self.deal.not_offered

    def _apart(self) -> Pairs:
        """The pairs that are counted apart, or not at all."""
        if self.deals == "all":
            return frozenset()
        return self.deal.ends_early if self.deals == "offered" else _naturals(self.deal.limit)


def _ways(pair: tuple[int, int], left: Sequence[int]) -> int:
    first, second = pair
    return left[first - 1] * (left[second - 1] - (first == second))


@cache
def _naturals(limit: int) -> Pairs:
    """Two cards that are a natural."""
    partners = ((value, natural_partner(value, limit)) for value in range(ACE, TEN + 1))
    return frozenset((value, other) for value, other in partners if other is not None)
