"""The dealer's final hands, counted by the outcomes of a side bet that hold.

The hands are the compositions of ``chances.py``. Within one, suits and ranks are divided up value by value. With k_g of
k cards from group g of n_g cards, k!/∏k_g! · ∏(n_g)_{k_g} ordered draws give that division. Only what conditions ask
about is kept of it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb, perm
from typing import Any, NamedTuple

from lammer.cards.card import VALUES
from lammer.rules.chances import Composition, dealer_hands, dealer_hands_under
from lammer.rules.conditions.cards import Cards, codes_named
from lammer.rules.conditions.outcomes import NO_HAND, UP_CARD, Classifier, Hand, Outcome, Seen, asked_by, card_words
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

    def count(self, names: tuple[str, ...]) -> int:
        return self.counts[names]


_State = tuple[int, int, tuple[int, ...]]
"""Suits and ranks that are there, and how many cards of each list of names."""


def count_final_hands(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal
) -> Counter[Counted]:
    """Where the bet reads the up card too, the hands are counted for every up card that makes a difference."""
    if UP_CARD not in reads:
        return _FinalHands(outcomes, shoe, deal).counted()
    asked, first, alike = asked_by(outcomes), dict[object, int](), Counter[int]()
    for code, count in enumerate(shoe.counts):
        if count:
            alike[first.setdefault(asked.answers(code, value=True), code)] += count
    found: Counter[Counted] = Counter()
    for up, count in alike.items():
        left = (*shoe.counts[:up], shoe.counts[up] - 1, *shoe.counts[up + 1 :])
        for key, ways in _FinalHands(outcomes, ShoeCards(left, shoe.detail), deal, up).counted().items():
            found[key] += count * ways
    return found


class _FinalHands:
    """The dealer's final hands by what conditions ask about them; with an up card, from the shoe that is left."""

    def __init__(self, outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal, up: int | None = None) -> None:
        self._asked = asked_by(outcomes)
        self._lists = self._asked.lists
        self._deal, self._up = deal, up
        self._groups = {value: self._grouped(shoe, value) for value in range(1, 11)}
        self._classify = Classifier(outcomes)
        self._totals = [_of_totals(one) for one in outcomes.values()]
        self._ways = lru_cache(maxsize=None)(self._divided)

    def counted(self) -> Counter[Counted]:
        found: Counter[Counted] = Counter()
        rule = self._deal.limit, self._deal.stand_on_hard, self._deal.stand_on_soft
        hands = dealer_hands(*rule) if self._up is None else dealer_hands_under(VALUES[self._up], *rule)
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
        drawn = self._drawn(cards)
        if not any(all(word.holds(blank, argument) for word, argument in words) for words in self._totals):
            yield (), self._all_ways(drawn)
            return
        up = NO_HAND if self._up is None else Hand(Cards((self._up,), self._deal.limit))
        for (suits, ranks, counts), ways in self._states(drawn).items():
            facts = _Folded(number, total, hard, suits, ranks, dict(zip(self._lists, counts, strict=True)))
            read = Seen(Hand(facts), up=up, dealer=Hand(facts), dealer_natural=natural, limit=self._deal.limit)
            yield self._classify(read), ways

    def _drawn(self, cards: Composition) -> Composition:
        """The cards beside the up card."""
        if self._up is None:
            return cards
        return tuple(count - (value == VALUES[self._up]) for value, count in enumerate(cards, start=1))

    def _all_ways(self, cards: Composition) -> int:
        ways = 1
        for value, count in enumerate(cards, start=1):
            ways *= perm(sum(size for _, size in self._groups[value]), count) if count else 1
        return ways

    def _states(self, cards: Composition) -> Counter[_State]:
        begin = (0, 0, (0,) * len(self._lists)) if self._up is None else self._features(self._up)
        states: Counter[_State] = Counter({begin: 1})
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
                groups[self._features(code)] += count
        return list(groups.items())

    def _features(self, code: int) -> _State:
        member = tuple(int(code in codes_named(names)) for names in self._lists)
        rank = code // 4 if "ranks" in self._asked.about else VALUES[code] - 1
        return 1 << code % 4 if "suits" in self._asked.about else 0, 1 << rank, member


def _of_totals(outcome: Outcome) -> list[tuple[Word, Any]]:
    """Conditions that need no division into suits and ranks."""
    return [
        (word, argument)
        for scope, word, argument in card_words(outcome)
        if scope != "up"
        and word.about(argument) <= {"values"}
        and not word.lists(argument)
        and word not in (SAME, NOT_SAME)
    ]
