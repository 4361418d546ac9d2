"""The bet against the player's own hand, which is played by the dealer's rules.

Neither side decides anything, so a round is two hands that are each drawn to their end. Cards come in a random order,
so the chance of a pair of final hands depends only on how many cards of each value both hold together:

    orders of one × orders of the other × Π n(n − 1)…(n − k + 1) / N(N − 1)…(N − K + 1)

with k of the n cards of a value in both hands, K of the N cards in all, and the orders in which each hand can be drawn.
A round that a natural ends early has the same result as one in which both hands are drawn to their end.
"""

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from lammer.cards.card import TEN
from lammer.cards.hand import SOFT_BONUS
from lammer.exact.hands import Floats, Ints
from lammer.exact.refusals import NotAnalysed
from lammer.rule_tables import ends
from lammer.rule_tables.legality import UNSPLIT
from lammer.rule_tables.numbers import NATURAL_STATE
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables

Counts = tuple[int, ...]
"""How many cards of each value a hand has, ace first."""
MAX_KEPT = 16
STILL_OPEN = -1
"""In place of the end of a hand that draws another card."""


class FinalHands(NamedTuple):
    """Every final hand of one side, as a composition: its cards, in how many orders it is drawn, and its end."""

    cards: Ints
    orders: Floats
    ends: Ints


def chances_against(tables: RuleTables, shoe: Floats) -> dict[float, float]:
    """The probability of each net of the bet, in original wagers."""
    return dict(_chances(tables, tuple(shoe.tolist())))


@lru_cache(MAX_KEPT)
def _chances(tables: RuleTables, cards_left: tuple[float, ...]) -> dict[float, float]:
    if tables.dealing.first_values or tables.dealing.up_values:
        raise NotAnalysed("first_ace: a first card that ends the hand ends the bet against it before it is drawn to")
    mine, dealers = player_hands(tables), dealer_hands(tables)
    kinds, column = np.unique(dealers.ends, return_inverse=True)
    met = np.zeros((ends.HAND_ENDS, len(kinds)))
    longest = int(mine.cards.sum(axis=1).max() + dealers.cards.sum(axis=1).max())
    falling, all_cards = _falling(np.array(cards_left), longest)
    sizes, by_value = dealers.cards.sum(axis=1), np.ascontiguousarray(dealers.cards.T)
    for cards, orders, ended in zip(mine.cards.tolist(), mine.orders, mine.ends, strict=True):
        chances = orders * dealers.orders / all_cards[sum(cards) :][sizes]
        for value, count in enumerate(cards):
            chances *= falling[value, count:][by_value[value]]
        met[ended] += np.bincount(column, chances, len(kinds))
    found: dict[float, float] = {}
    for ended, dealer in np.argwhere(met > 0):
        net = float(tables.payoffs.net(int(ended), int(kinds[dealer]), ends.FIRST_STAKE))
        found[net] = found.get(net, 0.0) + float(met[ended, dealer])
    return dict(sorted(found.items()))


def mean_and_sd(chances: dict[float, float]) -> tuple[float, float]:
    mean = sum(net * chance for net, chance in chances.items())
    return mean, sqrt(sum((net - mean) ** 2 * chance for net, chance in chances.items()))


def player_hands(tables: RuleTables) -> FinalHands:
    """The hand that is bet against: it has one legal play at a time."""
    limit, dealing, legality = tables.limit, tables.dealing, tables.legality

    def end_of(cards: Counts) -> int:
        total, soft = _total(cards, limit)
        if total > limit:
            return limit + 1
        held = [value + 1 for value, count in enumerate(cards) for _ in range(count)]
        if len(held) == 2 and dealing.is_natural(held[0], held[1]):
            return ends.NATURAL
        return total if legality.plays(UNSPLIT, total, soft, len(held)) == {Play.STAND} else STILL_OPEN

    return _final_hands(end_of)


def dealer_hands(tables: RuleTables) -> FinalHands:
    drawing = tables.dealing.drawing

    def end_of(cards: Counts) -> int:
        total, soft = _total(cards, tables.limit)
        held = [value + 1 for value, count in enumerate(cards) for _ in range(count)]
        if len(held) == 2 and drawing.second[16 * held[0] + held[1]] == NATURAL_STATE:
            return ends.DEALER_NATURAL
        return STILL_OPEN if total <= tables.limit and drawing.draws[2 * total + soft] else total

    return _final_hands(end_of)


def _final_hands(end_of: Callable[[Counts], int]) -> FinalHands:
    """Hands of two cards and more, drawn until they end, with the number of orders of each."""
    drawn: dict[Counts, float] = {_with((0,) * TEN, value): 1.0 for value in range(TEN)}
    final: dict[Counts, tuple[float, int]] = {}
    while drawn:
        further: dict[Counts, float] = {}
        for cards, orders in drawn.items():
            for value in range(TEN):
                more = _with(cards, value)
                further[more] = further.get(more, 0.0) + orders
        drawn = {}
        for cards, orders in further.items():
            ended = end_of(cards)
            if ended == STILL_OPEN:
                drawn[cards] = orders
            else:
                final[cards] = orders, ended
    return FinalHands(
        np.array(list(final)),
        np.array([orders for orders, _ in final.values()]),
        np.array([ended for _, ended in final.values()]),
    )


def _with(cards: Counts, value: int) -> Counts:
    return (*cards[:value], cards[value] + 1, *cards[value + 1 :])


def _total(cards: Counts, limit: int) -> tuple[int, bool]:
    hard = sum((value + 1) * count for value, count in enumerate(cards))
    soft = cards[0] > 0 and hard + SOFT_BONUS <= limit
    return hard + SOFT_BONUS * soft, soft


def _falling(shoe: Floats, most: int) -> tuple[Floats, Floats]:
    """By value and number of cards, and by the number of all cards: the products above. Each factor is divided by the
    number of cards in the shoe, so that endless decks do not overflow."""
    whole = shoe.sum()
    taken = np.arange(most)
    by_value = np.maximum(shoe[:, None] - taken, 0.0) / whole
    ones = np.ones((len(shoe), 1))
    return (
        np.concatenate([ones, np.cumprod(by_value, axis=1)], axis=1),
        np.concatenate([[1.0], np.cumprod(np.maximum(whole - taken, 1.0) / whole)]),
    )
