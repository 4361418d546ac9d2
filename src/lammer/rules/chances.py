"""Exact chances of the dealer's final hands, which depend only on the sheet and not on the play.

The dealer's final hands are a few thousand unordered compositions c. With o(c) the number of drawing orders in which
no earlier prefix stands or busts, P(c) = o(c) · ∏ (n_r)_{c_r} / (M)_{|c|} for a shoe of M cards, n_r of them of value
r. Players' cards do not matter: unseen cards are exchangeable, so the dealer's hand has the distribution of a fresh
shoe.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import perm

from lammer.cards.card import ACE, DECK_SIZE, TEN
from lammer.cards.hand import add_card, dealer_draws
from lammer.rules.schema import Rules

Composition = tuple[int, ...]
"""The number of cards of each value, ace first, ten-values last."""

RANKS_OF_VALUE = (1,) * 9 + (4,)
SUITS = 4


@cache
def dealer_hands(limit: int, stand_on_hard: int, stand_on_soft: int) -> dict[int, Counter[Composition]]:
    """Final total → composition → number of orders in which it is drawn; a natural counts under its total."""
    finals: dict[int, Counter[Composition]] = {}
    for value in range(ACE, TEN + 1):
        for end, hands in dealer_hands_under(value, limit, stand_on_hard, stand_on_soft).items():
            finals.setdefault(end, Counter()).update(hands)
    return finals


@cache
def dealer_hands_under(up: int, limit: int, stand_on_hard: int, stand_on_soft: int) -> dict[int, Counter[Composition]]:
    """The same for one value of the up card, which is part of the composition."""
    finals: dict[int, Counter[Composition]] = {}
    total, soft = add_card(0, False, up, limit)
    for end, cards in _draw_out(total, soft, _with(tuple([0] * 10), up), limit, stand_on_hard, stand_on_soft):
        finals.setdefault(end, Counter())[cards] += 1
    return finals


def _with(cards: Composition, value: int) -> Composition:
    return (*cards[: value - 1], cards[value - 1] + 1, *cards[value:])


def _draw_out(
    total: int, soft: bool, cards: Composition, limit: int, on_hard: int, on_soft: int
) -> Iterator[tuple[int, Composition]]:
    for value in range(ACE, TEN + 1):
        more, still_soft = add_card(total, soft, value, limit)
        held = _with(cards, value)
        if more <= limit and dealer_draws(more, still_soft, on_hard, on_soft):
            yield from _draw_out(more, still_soft, held, limit, on_hard, on_soft)
        else:
            yield more, held


def _hands_of(rules: Rules) -> dict[int, Counter[Composition]]:
    return dealer_hands(rules.points.limit, rules.dealer.stand_on_hard, rules.dealer.stand_on_soft)


def dealer_total_chances(rules: Rules) -> dict[int, Fraction]:
    """The chance of each final total of a dealer who completes every hand."""
    return {
        total: sum((orders * _chance(cards, rules.shoe.decks) for cards, orders in hands.items()), Fraction(0))
        for total, hands in _hands_of(rules).items()
    }


def _chance(cards: Composition, decks: int) -> Fraction:
    """The chance of these values in one given order."""
    ways = 1
    for count, ranks in zip(cards, RANKS_OF_VALUE, strict=True):
        ways *= perm(ranks * SUITS * decks, count)
    return Fraction(ways, perm(DECK_SIZE * decks, sum(cards)))
