"""Counts the outcomes of side bets that go on through a split: the first two cards, the dealer's natural, and the first
two cards of each of the two hands that the split makes.

Every pair is split, unless the dealer has found a natural before. Which cards come next does not depend on the order in
which they are dealt, so the second cards of the split hands are drawn before the dealer's two. Re-splits do not count.
Pairs whose cards are in no split hand that the bet counts need not be followed.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from lammer.cards.card import ACE, TEN, VALUES
from lammer.cards.hand import natural_partner
from lammer.rules.conditions.cards import codes_named
from lammer.rules.conditions.outcomes import Classifier, Outcome
from lammer.rules.conditions.reading import seen
from lammer.rules.opening_chances import merged
from lammer.rules.shoe_cards import Counted, Deal, ShoeCards


class _Dealer(NamedTuple):
    """Whether the dealer has a natural, whether hands are played, and the number of ways to deal the dealer's cards."""

    natural: bool
    plays: bool
    ways: int


def count_split_hands(
    reads: tuple[str, ...], outcomes: dict[str, Outcome], shoe: ShoeCards, deal: Deal
) -> Counter[Counted]:
    classify, found = Classifier(outcomes), Counter[Counted]()
    left = list(merged(reads, outcomes, shoe, deal).counts)
    names = [one.split_hands.exactly for one in outcomes.values() if one.split_hands is not None]
    counted = frozenset(code for exactly in names for code in codes_named(exactly))
    for mine, ways in _drawn(left, 2):
        pair = _is_pair(mine, deal) and not counted.isdisjoint(mine)
        for more, further in _drawn(_without(left, mine), 2 if pair else 0):
            rest = _without(_without(left, mine), more)
            for natural, plays, dealt in _dealers(rest, deal):
                split = tuple(zip(mine, more, strict=True)) if plays and pair else ()
                read = seen(reads, deal.limit, mine=mine, dealer_natural=natural, split=split)
                found[classify(read), read.together.whole, 4 + len(more)] += ways * further * dealt
    return found


def _is_pair(mine: tuple[int, ...], deal: Deal) -> bool:
    first, second = mine
    return first // 4 == second // 4 if deal.pairs_by_rank else VALUES[first] == VALUES[second]


def _drawn(left: list[int], number: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Cards in the order drawn, with the number of ways."""
    if number == 0:
        yield (), 1
        return
    for code, count in enumerate(left):
        if count:
            for rest, ways in _drawn(_without(left, (code,)), number - 1):
                yield (code, *rest), count * ways


def _without(left: list[int], codes: tuple[int, ...]) -> list[int]:
    found = list(left)
    for code in codes:
        found[code] -= 1
    return found


def _dealers(left: list[int], deal: Deal) -> Iterator[_Dealer]:
    values, cards = Counter[int](), sum(left)
    for code, count in enumerate(left):
        values[VALUES[code]] += count
    naturals = Counter[bool]()
    for up in range(ACE, TEN + 1):
        partner = natural_partner(up, deal.limit)
        ways = values[up] * (values[partner] - (up == partner)) if partner is not None else 0
        naturals[up not in deal.peeks_under] += ways
    for plays, ways in naturals.items():
        yield _Dealer(True, plays, ways)
    yield _Dealer(False, True, cards * (cards - 1) - naturals.total())
