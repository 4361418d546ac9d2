"""Counts the dealer's final hands by the outcomes of a side bet that hold.

The hands are the compositions of ``chances.py``. Within a composition, suits and ranks are distributed value by value.
With k_g of k cards from group g of n_g cards, k!/∏k_g! · ∏(n_g)_{k_g} ordered draws give that distribution. Only the
features that conditions use are kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb, perm
from operator import add
from typing import Any, NamedTuple

from lammer.cards.card import DECK_SIZE, TEN, VALUES
from lammer.rules.chances import Composition, dealer_hands, dealer_hands_under
from lammer.rules.conditions.cards import Cards, Detail, codes_named
from lammer.rules.conditions.outcomes import (
    DEALER_BUSTS,
    DEALER_HAS_NATURAL,
    FIRST_TWO,
    NO_HAND,
    UP_CARD,
    CardFeatures,
    Classifier,
    Hand,
    Outcome,
    RoundWord,
    Seen,
    card_words,
    features_used,
    round_words,
)
from lammer.rules.conditions.reading import own_hand
from lammer.rules.conditions.words import NOT_SAME, SAME, Word, words_of
from lammer.rules.player_deals import Deals, PlayerDeals
from lammer.rules.shoe_cards import Counted, Deal, ShoeCards


class _Folded(NamedTuple):
    """The facts about a dealer's hand of which only some features are known."""

    number: int
    total: int
    hard_total: int
    suits: int
    ranks: int
    counts: Mapping[tuple[str, ...], int]

    @property
    def first(self) -> None:
        return None

    def start(self, _number: int) -> None:
        return None

    @property
    def groups(self) -> tuple[int, ...]:
        """Not known; a sheet with such a condition on a final hand is refused."""
        return ()

    def count(self, names: tuple[str, ...]) -> int:
        return self.counts[names]


_State = tuple[int, int, tuple[int, ...]]
"""Suits and ranks that occur, as bit masks, and the number of cards in each list of names."""


def count_final_hands(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal
) -> Counter[Counted]:
    """If the bet also reads the up card, the hands are counted for every distinguishable up card; if it reads the
    player's cards, with and without a natural of the player."""
    deals: Deals = "natural or not" if FIRST_TWO in reads else "all"
    if UP_CARD not in reads:
        return _FinalHands(outcomes, shoe, deal).counted(deals)
    found: Counter[Counted] = Counter()
    for up, count in _up_cards(outcomes, shoe).items():
        for key, ways in _under(up, outcomes, shoe, deal).counted(deals).items():
            found[key] += count * ways
    return found


def count_final_hands_by_cards(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal, *, placed_later: bool
) -> dict[Composition, Counter[Counted]]:
    """The counts by the values of the dealer's cards, and of the player's where these matter. ``placed_later``: only
    hands for which a bet placed after the up card is offered."""
    deals: Deals = "offered" if placed_later else "natural or not" if FIRST_TWO in reads else "all"
    found: dict[Composition, Counter[Counted]] = {}
    if UP_CARD not in reads and not placed_later:
        _FinalHands(outcomes, shoe, deal).add_by_cards(deals, 1, found)
        return found
    for up, count in _up_cards(outcomes, shoe).items():
        _under(up, outcomes, shoe, deal).add_by_cards(deals, count, found)
    return found


def final_hands_alike(outcomes: dict[str, Outcome], shoe: ShoeCards) -> bool:
    """Whether all cards of one value are interchangeable for a bet on the dealer's final hand."""
    features = features_used(outcomes)
    if features.detail is Detail.VALUES:
        return True
    tens = [code for code in range(DECK_SIZE) if VALUES[code] == TEN]
    named = any(len({code in codes_named(names) for code in tens}) > 1 for names in features.lists)
    return "ranks" not in features.about and not named and _suits_alike(features, shoe)


def count_final_hands_without(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal
) -> dict[int, Counter[Counted]]:
    """The counts for every shoe that has one card less, by the value of that card: the sum over all cards of it."""
    deals: Deals = "natural or not" if FIRST_TWO in reads else "all"
    if UP_CARD not in reads:
        return _FinalHands(outcomes, shoe, deal).counted_without(deals)
    found: dict[int, Counter[Counted]] = {}
    for one in count_by_up_card_without(outcomes, shoe, deal, deals).values():
        for value, counted in one.items():
            found.setdefault(value, Counter()).update(counted)
    return found


def count_by_up_card_without(
    outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal, deals: Deals = "offered"
) -> dict[int, dict[int, Counter[Counted]]]:
    """The same by the value of the up card, and then by the value of the card that the shoe has less."""
    found: dict[int, dict[int, Counter[Counted]]] = {}
    for up, count in _up_cards(outcomes, shoe).items():
        for value, counted in _under(up, outcomes, shoe, deal).counted_without(deals).items():
            into = found.setdefault(VALUES[up], {}).setdefault(value, Counter())
            for key, ways in counted.items():
                into[key] += count * ways
    return found


def count_by_up_card(outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal) -> dict[int, Counter[Counted]]:
    """Counts by the value of the up card, for a bet that is placed after it is seen. Only hands for which the bet is
    offered to the box are counted."""
    found: dict[int, Counter[Counted]] = {}
    for up, count in _up_cards(outcomes, shoe).items():
        for key, ways in _under(up, outcomes, shoe, deal).counted("offered").items():
            found.setdefault(VALUES[up], Counter())[key] += count * ways
    return found


def _up_cards(outcomes: dict[str, Outcome], shoe: ShoeCards) -> Counter[int]:
    """Distinguishable up cards, with the number of cards equivalent to each."""
    features, first, alike = features_used(outcomes), dict[object, int](), Counter[int]()
    suits_alike = _suits_alike(features, shoe)
    for code, count in enumerate(shoe.counts):
        if count:
            example = code - code % 4 if suits_alike else code
            alike[first.setdefault(features.of(example, value=True), code)] += count
    return alike


def _suits_alike(features: CardFeatures, shoe: ShoeCards) -> bool:
    """Whether suits are interchangeable: there are as many cards of each, and no condition names one. (Colours are
    then interchangeable, too.)"""
    ranks = [range(at, at + 4) for at in range(0, DECK_SIZE, 4)]
    named = any(len({code in codes_named(names) for code in rank}) > 1 for names in features.lists for rank in ranks)
    return not named and all(len({shoe.counts[code] for code in rank}) == 1 for rank in ranks)


def _under(up: int, outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal) -> "_FinalHands":
    """The dealer's hands with this up card. Outcomes that need another up card are left out."""
    left = (*shoe.counts[:up], shoe.counts[up] - 1, *shoe.counts[up + 1 :])
    shown = Cards((up,), deal.limit)
    possible = {
        name: one.model_copy(update={"up": None})
        for name, one in outcomes.items()
        if one.up is None or all(word.holds(shown, argument) for word, argument in words_of(one.up))
    }
    return _FinalHands(possible, ShoeCards(left, shoe.detail), deal, up)


class _FinalHands:
    """The dealer's final hands by the features that conditions use; with an up card, from the remaining shoe."""

    def __init__(self, outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal, up: int | None = None) -> None:
        self._used = features_used(outcomes)
        self._by_rank = "ranks" in self._used.about
        self._by_value = any(
            _of_value(word, argument) for one in outcomes.values() for _, word, argument in card_words(one)
        )
        self._lists = self._used.lists
        self._deal, self._up = deal, up
        self._groups = {value: self._grouped(shoe, value) for value in range(1, 11)}
        self._sizes = {value: sum(size for _, size in groups) for value, groups in self._groups.items()}
        self._classify = lru_cache(maxsize=None)(self._classified)
        self._classifier = Classifier(outcomes)
        self._totals = [(_of_totals(one), _of_round(one)) for one in outcomes.values()]
        self._ways = lru_cache(maxsize=None)(self._divided)
        self._states = lru_cache(maxsize=None)(self._drawn_states)

    def counted(self, deals: Deals) -> Counter[Counted]:
        found: Counter[Counted] = Counter()
        players = self._players(deals)
        for total, cards, orders in self._compositions():
            dealer_natural = self._dealer_natural(total, sum(cards))
            for natural, ways_dealt, more in players.ways(dealer_natural, self._left(cards)):
                for names, ways in self._of_composition(total, cards, sum(cards), natural) if ways_dealt else ():
                    if ways:
                        found[names, True, sum(cards) + more] += orders * ways * ways_dealt
        return found

    def add_by_cards(self, deals: Deals, times: int, found: dict[Composition, Counter[Counted]]) -> None:
        """Adds the counts of ``counted``, so many times, by the values of the cards."""
        players = self._players(deals)
        for total, cards, orders in self._compositions():
            left = self._left(cards)
            for natural, pair, beside in players.by_cards(self._dealer_natural(total, sum(cards)), left):
                drawn = tuple(map(add, cards, pair))
                for names, ways in self._of_composition(total, cards, sum(cards), natural):
                    if ways:
                        found.setdefault(drawn, Counter())[names, True, sum(drawn)] += times * orders * ways * beside

    def counted_without(self, deals: Deals) -> dict[int, Counter[Counted]]:
        """The same for every shoe that has one card less, by the value of that card. Of W ways that use k of the n
        cards of a value, W·(n − k)/n remain without one of them, on average over these cards, the up card included.
        The counts are the sums over the n cards, so n times as large."""
        up = 0 if self._up is None else VALUES[self._up]
        sizes = {value: size + (value == up) for value, size in self._sizes.items()}
        found = {value: Counter[Counted]() for value, size in sizes.items() if size}
        for total, cards, orders in self._compositions():
            dealt = {value: self._dealt_without(deals, total, cards, value) for value in found}
            for natural, more in {way for ways in dealt.values() for way in ways}:
                key_length = sum(cards) + more
                for names, ways in self._of_composition(total, cards, sum(cards), natural):
                    for value, counted in found.items() if ways else ():
                        left = orders * ways * (sizes[value] - cards[value - 1])
                        counted[names, True, key_length] += left * dealt[value].get((natural, more), 0)
        return found

    def _dealt_without(self, deals: Deals, total: int, cards: Composition, value: int) -> dict[tuple[bool, int], int]:
        """By natural and number of cards: the ways to deal the player's cards from a shoe without a card of a value."""
        left = self._left(cards)
        if left[value - 1] == 0:
            return {}
        left[value - 1] -= 1
        dealt = self._players(deals).ways(self._dealer_natural(total, sum(cards)), left)
        return {(natural, more): ways for natural, ways, more in dealt if ways}

    def _players(self, deals: Deals) -> PlayerDeals:
        return PlayerDeals(deals, self._deal, 0 if self._up is None else VALUES[self._up])

    def _compositions(self) -> Iterator[tuple[int, Composition, int]]:
        """Final totals, compositions and the number of orders in which each is drawn."""
        rule = self._deal.limit, self._deal.stand_on_hard, self._deal.stand_on_soft
        hands = dealer_hands(*rule) if self._up is None else dealer_hands_under(VALUES[self._up], *rule)
        for total, compositions in hands.items():
            for cards, orders in compositions.items():
                yield total, cards, orders

    def _dealer_natural(self, total: int, number: int) -> bool:
        return number == 2 and total == self._deal.limit

    def _left(self, cards: Composition) -> list[int]:
        """The cards left by value."""
        return [self._sizes[value] - count for value, count in enumerate(self._drawn(cards), start=1)]

    def _of_composition(
        self, total: int, cards: Composition, number: int, natural: bool
    ) -> Iterator[tuple[tuple[str, ...], int]]:
        hard = sum(value * count for value, count in enumerate(cards, start=1))
        drawn = self._drawn(cards)
        if not self._possible(number, total, hard):
            yield (), self._all_ways(drawn)
            return
        for state, ways in self._states(drawn).items():
            yield self._classify(number, total, hard, state, natural), ways

    def _possible(self, number: int, total: int, hard: int) -> bool:
        """Whether some outcome may hold for a hand of which only these numbers are known."""
        blank = _Folded(number, total, hard, 0, 0, {})
        read = self._seen(blank)
        return any(
            all(word.holds(blank, argument) for word, argument in words)
            and all(word.holds(read, argument) for word, argument in of_round)
            for words, of_round in self._totals
        )

    def _classified(self, number: int, total: int, hard: int, state: _State, natural: bool) -> tuple[str, ...]:
        suits, ranks, counts = state
        facts = _Folded(number, total, hard, suits, ranks, dict(zip(self._lists, counts, strict=True)))
        return self._classifier(self._seen(facts)._replace(mine=own_hand(self._deal.limit, natural=natural)))

    def _seen(self, facts: _Folded) -> Seen:
        natural = self._dealer_natural(facts.total, facts.number)
        up = NO_HAND if self._up is None else Hand(Cards((self._up,), self._deal.limit))
        return Seen(Hand(facts), up=up, dealer=Hand(facts), dealer_natural=natural, limit=self._deal.limit)

    def _drawn(self, cards: Composition) -> Composition:
        """The composition without the up card."""
        if self._up is None:
            return cards
        return tuple(count - (value == VALUES[self._up]) for value, count in enumerate(cards, start=1))

    def _all_ways(self, cards: Composition) -> int:
        ways = 1
        for value, count in enumerate(cards, start=1):
            ways *= perm(self._sizes[value], count) if count else 1
        return ways

    def _drawn_states(self, cards: Composition) -> Counter[_State]:
        """The number of ways for each state. Compositions with the same beginning share its computation."""
        if not cards:
            return Counter({(0, 0, (0,) * len(self._lists)) if self._up is None else self._features(self._up): 1})
        before = self._states(cards[:-1])
        if not cards[-1]:
            return before
        divided, found = self._ways(len(cards), cards[-1]), Counter[_State]()
        for (suits, ranks, counts), ways in before.items():
            for (add_suits, add_ranks, add_counts), times in divided.items():
                sums = tuple(map(add, counts, add_counts))
                found[suits | add_suits, ranks | add_ranks, sums] += ways * times
        return found

    def _divided(self, value: int, count: int) -> Counter[_State]:
        """The number of ordered draws of some cards of a value, by the features that conditions use."""
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
        """Groups of cards of a value that are equivalent for the bet."""
        groups: Counter[_State] = Counter()
        for code, count in enumerate(shoe.counts):
            if VALUES[code] == value and count:
                groups[self._features(code)] += count
        return list(groups.items())

    def _features(self, code: int) -> _State:
        member = tuple(int(code in codes_named(names)) for names in self._lists)
        rank = code // 4 if self._by_rank else VALUES[code] - 1
        ranks = 1 << rank if self._by_rank or self._by_value else 0
        return 1 << code % 4 if "suits" in self._used.about else 0, ranks, member


def _of_totals(outcome: Outcome) -> list[tuple[Word, Any]]:
    """Conditions that do not depend on suits and ranks."""
    return [
        (word, argument)
        for scope, word, argument in card_words(outcome)
        if scope != "up"
        and word.about(argument) <= {"values"}
        and not word.lists(argument)
        and word not in (SAME, NOT_SAME)
    ]


def _of_round(outcome: Outcome) -> list[tuple[RoundWord, Any]]:
    """Conditions on the round that depend only on the total."""
    return [(word, argument) for word, argument in round_words(outcome) if word in (DEALER_BUSTS, DEALER_HAS_NATURAL)]


def _of_value(word: Word, argument: Any) -> bool:
    return word in (SAME, NOT_SAME) and "value" in argument
