"""Values of hands, from the dealer's chances and what a stake is paid; compiled by Numba.

Hands come highest hard total first, so that whatever a card makes of a hand is known before it.
"""

from typing import NamedTuple

import numpy as np

from lammer.compiled import njit
from lammer.exact.classes import NO_COLUMN
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.unseen import CardTables
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, HIT, STAND, SURRENDER

NO_PLAY = -1
PLAYS = 5
"""Plays of a hand that may stand in a policy; splits are decided apart."""


class HandTable(NamedTuple):
    """Hands of one family."""

    after: Ints
    """hands × 10: place after one more card, below 0 beyond the limit."""
    total: Ints
    natural: Bools
    """Hands that come from a split and count as naturals."""


class Nets(NamedTuple):
    """What hands with one kind of stake bring against one up card, in original wagers."""

    columns: Ints
    """Totals × the dealer's classes: in which way a hand that stands meets the dealer, NO_COLUMN for a push."""
    stand: Floats
    """By way; the last is going over the limit."""
    paid: Floats
    """The same after a paid double."""
    free: Floats
    """The same after a free double."""
    natural: Floats
    """What a natural of a split hand brings; the first is the usual net, then what each class adds to it."""
    surrender: Floats
    """The same for a hand that is surrendered."""


@njit()
def best_policy(
    places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, legal: Bools
) -> tuple[Floats, Ints]:
    """The best play of the hands at these places and its value; ``legal`` is hands × PLAYS."""
    value = np.zeros(hands.after.shape[0])
    policy = np.full(hands.after.shape[0], NO_PLAY)
    standing = _standing(places, sets, hands, cards, nets)
    for at in range(places.shape[0]):
        hand = places[at]
        best, chosen = -np.inf, NO_PLAY
        for play in range(PLAYS):
            if legal[hand, play]:
                worth = _value(play, hand, sets[hand], hands, cards, nets, standing, value)
                if worth > best:
                    best, chosen = worth, play
        value[hand] = best
        policy[hand] = chosen
    return value, policy


@njit()
def policy_values(places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, policy: Ints) -> Floats:
    """The value of the hands at these places under a given policy."""
    value = np.zeros(hands.after.shape[0])
    standing = _standing(places, sets, hands, cards, nets)
    for at in range(places.shape[0]):
        hand = places[at]
        if policy[hand] != NO_PLAY:
            value[hand] = _value(policy[hand], hand, sets[hand], hands, cards, nets, standing, value)
    return value


@njit()
def begun_values(
    places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, policy: Ints, begun: Ints
) -> Floats:
    """removed × 10: the value of a split hand by its second card, for each row of ``sets``."""
    found = np.full((sets.shape[0], begun.shape[0]), nets.stand[-1])
    for level in range(sets.shape[0]):
        value = policy_values(places, sets[level], hands, cards, nets, policy)
        for card in range(begun.shape[0]):
            if begun[card] >= 0:
                found[level, card] = value[begun[card]]
    return found


@njit()
def _standing(places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets) -> Floats:
    """hands × ways: chance to meet the dealer in each way for a hand that stands on its total."""
    standing = np.zeros((hands.after.shape[0], nets.stand.shape[0] - 1))
    for at in range(places.shape[0]):
        hand = places[at]
        for end in range(nets.columns.shape[1]):
            way = nets.columns[hands.total[hand], end]
            if way != NO_COLUMN:
                standing[hand, way] += cards.chances[sets[hand], end]
    return standing


@njit()
def _value(
    play: int, hand: int, removed: int, hands: HandTable, cards: CardTables, nets: Nets, standing: Floats, value: Floats
) -> float:
    """One play of one hand; ``value`` holds what the hands are worth that a hit leads to."""
    if play == HIT:
        worth = 0.0
        for card in range(10):
            there = hands.after[hand, card]
            worth += cards.draw[removed, card] * (nets.stand[-1] if there < 0 else value[there])
        return worth
    if play == DOUBLE:
        return _one_more(hand, removed, hands, cards, nets.paid, standing)
    if play == FREE_DOUBLE:
        return _one_more(hand, removed, hands, cards, nets.free, standing)
    if play == SURRENDER:
        return _settled(cards.chances[removed], nets.surrender)
    if play == STAND and hands.natural[hand]:
        return _settled(cards.chances[removed], nets.natural)
    worth = 0.0
    for way in range(standing.shape[1]):
        worth += standing[hand, way] * nets.stand[way]
    return worth


@njit()
def _one_more(hand: int, removed: int, hands: HandTable, cards: CardTables, nets: Floats, standing: Floats) -> float:
    """Exactly one more card, and then the dealer."""
    ways = standing.shape[1]
    worth = 0.0
    for way in range(ways + 1):
        if nets[way] != 0.0:
            chance = 0.0
            for card in range(10):
                there = hands.after[hand, card]
                if way == ways:
                    if there < 0:
                        chance += cards.draw[removed, card]
                elif there >= 0:
                    chance += cards.draw[removed, card] * standing[there, way]
            worth += chance * nets[way]
    return worth


@njit()
def _settled(chances: Floats, nets: Floats) -> float:
    worth: float = nets[0]
    for end in range(chances.shape[0]):
        worth += chances[end] * nets[end + 1]
    return worth
