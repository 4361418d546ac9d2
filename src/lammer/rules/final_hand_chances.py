"""The dealer's final hands, counted by the outcomes of a side bet that hold.

The hands are the compositions of ``chances.py``. Within one, suits and ranks are divided up value by value. With k_g of k
cards from group g of n_g cards, k!/∏k_g! · ∏(n_g)_{k_g} ordered draws give that division. Only what conditions ask about
is kept of it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb, perm
from typing import Any, NamedTuple

from lammer.cards.card import VALUES
from lammer.rules.chances import Composition, dealer_hands
from lammer.rules.conditions.cards import codes_named
from lammer.rules.conditions.outcomes import Classifier, Hand, Outcome, Seen, asked_by, card_words
from lammer.rules.conditions.words import NOT_SAME, SAME, Word
from lammer.rules.shoe_cards import Counted, Deal, ShoeCards


class _Folded(NamedTuple):
    """The facts of a dealer's hand of which only some things are known."""

    number: int
    total: int
    hard_total: int
    suits: int
    ranks: int
    counts: Mapping[tuple[str, ...], int]

    @property
    def first(self) -> None:
        return None

    def count(self, names: tuple[str, ...]) -> int:  # type: ignore[override]
        return self.counts[names]


_State = tuple[int, int, tuple[int, ...]]
"""Suits and ranks that are there, and how many cards of each list of names."""


class FinalHands:
    """The dealer's final hands by what conditions ask about them."""

    def __init__(self, outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal) -> None:
        self._asked = asked_by(outcomes)
        self._lists = self._asked.lists
        self._deal = deal
        self._groups = {value: self._grouped(shoe, value) for value in range(1, 11)}
        self._classify = Classifier(outcomes)
        self._totals = [_of_totals(one) for one in outcomes.values()]
        self._ways = lru_cache(maxsize=None)(self._divided)

    def counted(self) -> Counter[Counted]:
        found: Counter[Counted] = Counter()
        hands = dealer_hands(self._deal.limit, self._deal.stand_on_hard, self._deal.stand_on_soft)
        for total, compositions in hands.items():
            for cards, orders in compositions.items():
                number = sum(cards)
                for names, ways in self._of_composition(total, cards, number):
                    if ways:
                        found[names, True, number] += orders * ways
        return found

    def _of_composition(self, total: int, cards: Composition, number: int) -> Iterator[tuple[tuple[str, ...], int]]:
        hard = sum(value * count for value, count in enumerate(cards, start=1))
        natural = number == 2 and total == self._deal.limit
        blank = _Folded(number, total, hard, 0, 0, {})
        if not any(all(word.holds(blank, argument) for word, argument in words) for words in self._totals):
            yield (), self._all_ways(cards)
            return
        for (suits, ranks, counts), ways in self._states(cards).items():
            facts = _Folded(number, total, hard, suits, ranks, dict(zip(self._lists, counts, strict=True)))
            hand = Hand(facts)
            yield self._classify(Seen(hand, dealer=hand, dealer_natural=natural, limit=self._deal.limit)), ways

    def _all_ways(self, cards: Composition) -> int:
        ways = 1
        for value, count in enumerate(cards, start=1):
            ways *= perm(sum(size for _, size in self._groups[value]), count) if count else 1
        return ways

    def _states(self, cards: Composition) -> Counter[_State]:
        states: Counter[_State] = Counter({(0, 0, (0,) * len(self._lists)): 1})
        for value, count in enumerate(cards, start=1):
            if count:
                divided, more = self._ways(value, count), Counter[_State]()
                for (suits, ranks, counts), ways in states.items():
                    for (add_suits, add_ranks, add_counts), times in divided.items():
                        sums = tuple(map(sum, zip(counts, add_counts, strict=True)))
                        more[suits | add_suits, ranks | add_ranks, sums] += ways * times
                states = more
        return states

    def _divided(self, value: int, count: int) -> Counter[_State]:
        """In how many ways so many cards of a value are drawn one after another, by what is asked about them."""
        found: Counter[_State] = Counter()
        groups = self._groups[value]

        def divide(at: int, left: int, ways: int, state: _State) -> None:
            if at == len(groups):
                found[state] += ways if left == 0 else 0
                return
            (suits, ranks, member), size = groups[at]
            for taken in range(min(left, size) + 1):
                now = state
                if taken:
                    sums = tuple(have + taken * one for have, one in zip(state[2], member, strict=True))
                    now = state[0] | suits, state[1] | ranks, sums
                divide(at + 1, left - taken, ways * comb(left, taken) * perm(size, taken), now)

        divide(0, count, 1, (0, 0, (0,) * len(self._lists)))
        return found

    def _grouped(self, shoe: ShoeCards, value: int) -> list[tuple[_State, int]]:
        """Cards of a value that are alike to the bet."""
        groups: Counter[_State] = Counter()
        for code, count in enumerate(shoe.counts):
            if VALUES[code] == value and count:
                member = tuple(int(code in codes_named(names)) for names in self._lists)
                suit = 1 << code % 4 if "suits" in self._asked.about else 0
                rank = code // 4 if "ranks" in self._asked.about else value - 1
                groups[suit, 1 << rank, member] += count
        return list(groups.items())


def _of_totals(outcome: Outcome) -> list[tuple[Word, Any]]:
    """Conditions that need no division into suits and ranks."""
    return [
        (word, argument)
        for _, word, argument in card_words(outcome)
        if word.about(argument) <= {"values"} and not word.lists(argument) and word not in (SAME, NOT_SAME)
    ]
