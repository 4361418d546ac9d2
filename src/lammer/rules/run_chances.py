"""Counts how a box's cards start, in the order dealt, by the outcomes of a side bet that hold.

The first two cards are dealt with the opening, the others in play. So two things are assumed: a box whose cards may
still bring a better outcome always takes another card (it hits or splits), and a natural that the dealer finds ends the
round before the third card. All orders of the shoe are equally likely, so cards dealt in between do not matter.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from lammer.cards.card import VALUES
from lammer.cards.hand import natural_partner
from lammer.rules.conditions.outcomes import IN_ORDER, Classifier, Outcome, run_length
from lammer.rules.conditions.reading import seen
from lammer.rules.opening_chances import Outcomes, merged
from lammer.rules.shoe_cards import Counted, Deal, ShoeCards

OPENING = 2
"""The number of cards before the dealer's check."""


def count_runs(outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal) -> Counter[Counted]:
    return _Runs(outcomes, shoe, deal).counted()


class RunOutcomes:
    """The outcomes that hold for cards in the order dealt, and whether a better one may follow, cached: they are the
    same for every shoe."""

    def __init__(self, outcomes: Outcomes, limit: int) -> None:
        self._outcomes, self._limit = dict(outcomes), limit
        self._classify = Classifier(self._outcomes)
        self._held: dict[tuple[int, ...], tuple[str, ...]] = {}
        self._may_improve: dict[tuple[int, ...], bool] = {}

    def held(self, cards: tuple[int, ...]) -> tuple[str, ...]:
        if cards not in self._held:
            self._held[cards] = self._classify(seen((IN_ORDER,), self._limit, mine=cards))
        return self._held[cards]

    def may_improve(self, cards: tuple[int, ...]) -> bool:
        if cards not in self._may_improve:
            read = seen((IN_ORDER,), self._limit, mine=cards, mine_done=False)
            self._may_improve[cards] = self._classify.may_improve(read, self._outcomes)
        return self._may_improve[cards]


@lru_cache(maxsize=32)
def run_outcomes(outcomes: Outcomes, limit: int) -> RunOutcomes:
    return RunOutcomes(outcomes, limit)


class _Runs:
    def __init__(self, outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal) -> None:
        self._found = run_outcomes(tuple(outcomes.items()), deal.limit)
        self._length, self._deal = run_length(outcomes), deal
        self._shoe = merged((IN_ORDER,), outcomes, shoe, deal, by_value=True)

    def counted(self) -> Counter[Counted]:
        found: Counter[Counted] = Counter()
        for cards, ways in self._starts((), 1):
            for held, drawn, ways_dealt in self._with_dealer(cards, ways):
                found[held, True, drawn] += ways_dealt
        return found

    def _starts(self, cards: tuple[int, ...], ways: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Cards in the order dealt, up to the one that decides the bet, with their number of ways."""
        if len(cards) == self._length or not self._found.may_improve(cards):
            yield cards, ways
            return
        for code, count in enumerate(self._shoe.counts):
            left = count - cards.count(code)
            if left > 0:
                yield from self._starts((*cards, code), ways * left)

    def _with_dealer(self, cards: tuple[int, ...], ways: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
        """The outcomes, the number of cards drawn with the dealer's two, and the ways."""
        if len(cards) <= OPENING:
            yield self._found.held(cards), len(cards), ways
            return
        left = [0] * 11
        for code, count in enumerate(self._shoe.counts):
            left[VALUES[code]] += count - cards.count(code)
        pairs = sum(left) * (sum(left) - 1)
        ended = sum(self._naturals(left, up) for up in range(1, 11))
        yield self._found.held(cards), len(cards) + 2, ways * (pairs - ended)
        yield self._found.held(cards[:OPENING]), len(cards) + 2, ways * ended

    def _naturals(self, left: list[int], up: int) -> int:
        """Ordered pairs of up card and hole card that end the round at the dealer's check."""
        partner = natural_partner(up, self._deal.limit)
        if partner is None or (up, True) not in self._deal.not_offered:
            return 0
        return left[up] * (left[partner] - (up == partner))
