"""Enumerates all opening cards and counts them by the outcomes of a side bet that hold.

Cards that no condition distinguishes are merged. In some games a first-card ace decides the hand, so that there is no
second card.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, perm, prod
from typing import NamedTuple

from lammer.cards.card import ACE, DECK_SIZE, TEN, VALUES
from lammer.cards.hand import natural_partner
from lammer.rules.chances import Composition
from lammer.rules.conditions.outcomes import DEALER_NATURAL, UP_CARD, Classifier, Outcome, features_used
from lammer.rules.conditions.reading import cards_read, seen
from lammer.rules.shoe_cards import Counted, Deal, ShoeCards

Outcomes = tuple[tuple[str, Outcome], ...]


class Openings:
    """The outcomes that hold for some opening cards, cached."""

    def __init__(self, reads: tuple[str, ...], outcomes: Outcomes, limit: int) -> None:
        self._reads, self._limit = reads, limit
        self._classify = Classifier(dict(outcomes))
        self._any_order = _any_order(dict(outcomes))
        self._found: dict[tuple[tuple[int, ...], int | None, bool], tuple[tuple[str, ...], bool]] = {}

    def __call__(self, mine: tuple[int, ...], up: int | None, natural: bool) -> tuple[tuple[str, ...], bool]:
        """The outcomes that hold, and whether all cards that the bet reads have been dealt."""
        key = mine, up, natural
        if up is None or UP_CARD not in self._reads:
            key = mine, None, natural
        elif self._any_order and len(mine) == cards_read(self._reads):
            *first, last = sorted((*mine, up))
            key = tuple(first), last, natural
        found = self._found.get(key)
        if found is None:
            read = seen(self._reads, self._limit, mine=key[0], up=key[1], dealer_natural=natural)
            found = self._found[key] = self._classify(read), read.together.whole
        return found


@lru_cache(maxsize=32)
def openings(reads: tuple[str, ...], outcomes: Outcomes, limit: int) -> Openings:
    return Openings(reads, outcomes, limit)


def _any_order(outcomes: Mapping[str, Outcome]) -> bool:
    """Whether it does not matter which of the cards is the up card."""
    parts = [(one.mine, one.up, one.first, one.my_natural) for one in outcomes.values()]
    compared = any(one.compares_with_up for one in outcomes.values())
    return not compared and all(part is None for conditions in parts for part in conditions)


class OneOf(NamedTuple):
    """A card of which only this is known: it is one of ``number`` cards, those of some values."""

    values: frozenset[int]
    number: int


class _Dealt(NamedTuple):
    """The player's cards, the up card, whether the dealer has a natural; the number of ways, and of cards drawn."""

    mine: tuple[int, ...]
    up: int | None
    natural: bool
    ways: int
    drawn: int
    known: tuple[int, ...]
    """The cards drawn, as far as they are known by their code."""
    others: tuple[OneOf, ...]
    """The other cards drawn."""


def count_openings(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal
) -> Counter[Counted]:
    classify, found = openings(reads, tuple(outcomes.items()), deal.limit), Counter[Counted]()
    for one in _deals(reads, outcomes, merged(reads, outcomes, shoe, deal), deal):
        held, whole = classify(one.mine, one.up, one.natural)
        found[held, whole, one.drawn] += one.ways
    return found


def count_openings_without(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal
) -> dict[int, Counter[Counted]]:
    """The same for every shoe that has one card less, by the code of the first card equivalent to it. Of W ways that
    use k of n equivalent cards, W·(n − k)/n remain without one of these cards."""
    classify, cards = openings(reads, tuple(outcomes.items()), deal.limit), merged(reads, outcomes, shoe, deal)
    there = [code for code, count in enumerate(cards.counts) if count]
    all_ways, gone = Counter[Counted](), {code: Counter[Counted]() for code in there}
    for one in _deals(reads, outcomes, cards, deal):
        held, whole = classify(one.mine, one.up, one.natural)
        key = held, whole, one.drawn
        all_ways[key] += one.ways
        for code in there if one.others else set(one.known):
            gone[code][key] += one.ways - _ways_without(code, one, cards)
    return {code: Counter({key: ways - lost[key] for key, ways in all_ways.items()}) for code, lost in gone.items()}


def count_openings_by_cards(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal
) -> dict[Composition, Counter[Counted]]:
    """The same by the values of the cards drawn."""
    classify = openings(reads, tuple(outcomes.items()), deal.limit)
    cards, found = merged(reads, outcomes, shoe, deal, by_value=True), dict[Composition, Counter[Counted]]()
    for one in _deals(reads, outcomes, cards, deal):
        held, whole = classify(one.mine, one.up, one.natural)
        for drawn, ways in _by_cards(one, cards):
            found.setdefault(drawn, Counter())[held, whole, one.drawn] += ways
    return found


def _by_cards(one: _Dealt, cards: ShoeCards) -> Iterator[tuple[Composition, int]]:
    """The ways of a deal by the values of its cards. A card that is one of several has each of their values in turn."""
    values = [0] * TEN
    for code in one.known:
        values[VALUES[code] - 1] += 1
    found = [(tuple(values), one.ways)]
    for other in one.others:
        found = [
            (tuple(count + (at == value) for at, count in enumerate(drawn, start=1)), ways * left // other.number)
            for drawn, ways in found
            for value in other.values
            if (left := _by_value(cards)[value] - drawn[value - 1])
        ]
    yield from found


def _ways_without(code: int, one: _Dealt, cards: ShoeCards) -> int:
    """The ways that remain of a deal without a card of this code."""
    number = cards.counts[code]
    ways = one.ways * (number - one.known.count(code)) // number
    for other in one.others:
        if VALUES[code] in other.values:
            ways = ways * (other.number - 1) // other.number
    return ways


def merged(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal, *, by_value: bool = False
) -> ShoeCards:
    """The shoe with equivalent cards counted under the first of them; ``by_value`` keeps values apart in any case."""
    found = [0] * DECK_SIZE
    for first, count in zip(first_alike(reads, outcomes, deal, by_value=by_value), shoe.counts, strict=True):
        found[first] += count
    return ShoeCards(tuple(found), shoe.detail)


def first_alike(
    reads: tuple[str, ...], outcomes: Mapping[str, Outcome], deal: Deal, *, by_value: bool = False
) -> list[int]:
    """By code: the first card that is equivalent to the card."""
    features, first = features_used(outcomes), dict[object, int]()
    by_value = by_value or DEALER_NATURAL in reads or deal.player_ace_wins or deal.dealer_ace_wins
    return [first.setdefault(features.of(code, value=by_value), code) for code in range(DECK_SIZE)]


def _deals(reads: tuple[str, ...], outcomes: Mapping[str, Outcome], shoe: ShoeCards, deal: Deal) -> Iterator[_Dealt]:
    there = [code for code, count in enumerate(shoe.counts) if count]
    number = cards_read(reads)
    ordered = _order_matters(outcomes, deal)
    hands: list[tuple[tuple[int, ...], int]] = []
    if number == 0:
        hands.append(((), 1))
    if number > 2:
        hands += [(cards, _ways(cards, shoe)) for cards in combinations_with_replacement(there, number)]
    for first in there if 0 < number <= 2 else ():
        if number == 1 or (deal.player_ace_wins and VALUES[first] == ACE):
            hands.append(((first,), shoe.counts[first]))
            continue
        for second in there:
            if ordered or first <= second:
                ways = shoe.counts[first] * (shoe.counts[second] - (first == second))
                hands.append(((first, second), ways if ordered or first == second else 2 * ways))
    for mine, ways in hands:
        if ways:
            yield from _with_dealer(reads, shoe, deal, mine, ways)


def _ways(cards: tuple[int, ...], shoe: ShoeCards) -> int:
    """The number of ordered draws of these cards, whatever their order."""
    counts = Counter(cards)
    orders = factorial(len(cards)) // prod(factorial(number) for number in counts.values())
    return orders * prod(perm(shoe.counts[code], number) for code, number in counts.items())


def _order_matters(outcomes: Mapping[str, Outcome], deal: Deal) -> bool:
    firsts = any(one.first is not None or one.compares_with_up for one in outcomes.values())
    mine = any(one.mine is not None and one.mine.first is not None for one in outcomes.values())
    return firsts or mine or deal.player_ace_wins or deal.dealer_ace_wins


def _with_dealer(
    reads: tuple[str, ...], shoe: ShoeCards, deal: Deal, mine: tuple[int, ...], ways: int
) -> Iterator[_Dealt]:
    drawn, reads_natural = len(mine), DEALER_NATURAL in reads
    if UP_CARD not in reads and not reads_natural and not (deal.dealer_ace_wins and drawn == 2):
        yield _Dealt(mine, None, False, ways, drawn, mine, ())
        return
    by_value, reads_up = _by_value(shoe), UP_CARD in reads
    for up, count in _up_cards(shoe, mine, by_value, reads_up, reads_natural):
        if count <= 0:
            continue
        known = (*mine, up) if reads_up else mine
        shown = () if reads_up else (OneOf(_like(up, by_each=reads_natural), count),)
        if deal.dealer_ace_wins and VALUES[up] == ACE and drawn == 2:
            # The deal ends before the second card. These ways include it, but summing over it changes nothing.
            yield _Dealt(mine[:1], up, False, ways * count, drawn + 1, known, shown)
        elif not reads_natural:
            yield _Dealt(mine, up, False, ways * count, drawn + 1, known, shown)
        else:
            partner = natural_partner(VALUES[up], deal.limit)
            gone = sum(VALUES[code] == partner for code in (*mine, up))
            complete = by_value[partner] - gone if partner is not None else 0
            others = sum(by_value) - drawn - 1 - complete
            completing, rest = _completing(partner)
            for natural, values, number in ((True, completing, complete), (False, rest, others)):
                if number:
                    hole = OneOf(values, number)
                    yield _Dealt(mine, up, natural, ways * count * number, drawn + 2, known, (*shown, hole))


def _like(up: int, *, by_each: bool) -> frozenset[int]:
    """The values of the up cards that this one stands for, see ``_up_cards``."""
    if by_each:
        return frozenset({VALUES[up]})
    return frozenset({ACE}) if VALUES[up] == ACE else frozenset(range(ACE + 1, TEN + 1))


@cache
def _completing(partner: int | None) -> tuple[frozenset[int], frozenset[int]]:
    """The values of hole cards that complete a natural, and the others."""
    completing = frozenset() if partner is None else frozenset({partner})
    return completing, frozenset(range(ACE, TEN + 1)) - completing


@lru_cache(maxsize=8)
def _by_value(shoe: ShoeCards) -> tuple[int, ...]:
    found = [0] * 11
    for code, count in enumerate(shoe.counts):
        found[VALUES[code]] += count
    return tuple(found)


def _up_cards(
    shoe: ShoeCards, mine: tuple[int, ...], by_value: tuple[int, ...], reads_up: bool, reads_natural: bool
) -> Iterator[tuple[int, int]]:
    """Distinguishable up cards, each with the number left."""
    if reads_up:
        for code, count in enumerate(shoe.counts):
            if count:
                yield code, count - mine.count(code)
        return
    left = list(by_value)
    for code in mine:
        left[VALUES[code]] -= 1
    if reads_natural:
        yield from ((4 * (value - 1), left[value]) for value in range(1, 11))
    else:
        yield from ((0, left[ACE]), (4, sum(left) - left[ACE]))
