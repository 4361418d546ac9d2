"""Moments of split hands by the dealer's final class; compiled by Numba.

A hand is followed forward from its second card, lowest hard total first, with the chance of each hand it becomes.
"""

import numpy as np

from lammer.compiled import njit
from lammer.exact.hands import Floats, Ints
from lammer.exact.play_kernels import HandTable, Nets
from lammer.exact.unseen import CardTables
from lammer.rule_tables.plays import DOUBLE, HIT, STAND

CHANCE, NET, SQUARE, PAID = range(4)
"""Rows of a table of moments: the chance of the dealer's class, the net and its square, and the chance that the hand is
doubled for own money."""
MOMENTS = 4


@njit()
def split_moments(
    places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, policy: Ints, begun: Ints, start: Floats
) -> Floats:
    """MOMENTS × classes for one kind of stake, the first of ``nets``. ``start`` has the chances of the second card.

    Hands that bust are the rest of the dealer's chances. A doubled hand that busts is counted with the dealer's chances
    before its last card; best play does not double such hands.
    """
    classes = cards.chances.shape[1]
    found = np.zeros((MOMENTS, classes))
    weight = np.zeros(hands.after.shape[0])
    listed = np.zeros(classes)
    _begin(begun, start, weight)
    for card in range(10):
        if begun[card] >= 0:
            for end in range(classes):
                found[CHANCE, end] += start[card] * cards.chances[sets[begun[card]], end]
    for back in range(places.shape[0]):
        hand = places[places.shape[0] - 1 - back]
        if weight[hand] == 0.0:
            continue
        if policy[hand] == HIT:
            _hit(hand, sets[hand], hands, cards, weight)
        elif policy[hand] == STAND:
            for end in range(classes):
                chance = weight[hand] * cards.chances[sets[hand], end]
                _add(found, listed, end, chance, _standing(hand, end, hands, nets))
        else:
            paid = policy[hand] == DOUBLE
            for card in range(10):
                there, drawn = hands.after[hand, card], weight[hand] * cards.draw[sets[hand], card]
                for end in range(classes):
                    chance = drawn * cards.chances[sets[hand if there < 0 else there], end]
                    _add(found, listed, end, chance, _doubled(there, end, hands, nets, paid))
                    if paid:
                        found[PAID, end] += chance
    for end in range(classes):
        _add(found, listed, end, found[CHANCE, end] - listed[end], _broke(0, end, classes, nets))
    return found


@njit()
def card_moments(
    held: Ints, places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, policy: Ints, begun: Ints,
    start: Floats,
) -> Floats:  # fmt: skip
    """classes × 10: the covariance of the net with the number of cards of each value in the hand, given the dealer's
    class; ``held`` is hands × 10. Hands that bust are counted with the dealer's chances before their last card."""
    classes = cards.chances.shape[1]
    weight = np.zeros(hands.after.shape[0])
    sums = np.zeros((classes, 2))  # chance, net
    counts = np.zeros((classes, 2, 10))  # cards, cards · net
    _begin(begun, start, weight)
    for back in range(places.shape[0]):
        hand = places[places.shape[0] - 1 - back]
        if weight[hand] == 0.0:
            continue
        if policy[hand] == STAND:
            for end in range(classes):
                chance = weight[hand] * cards.chances[sets[hand], end]
                _count(sums, counts, end, chance, _standing(hand, end, hands, nets), held[hand], -1)
            continue
        if policy[hand] == HIT:
            _hit(hand, sets[hand], hands, cards, weight)
        for card in range(10):
            there, drawn = hands.after[hand, card], weight[hand] * cards.draw[sets[hand], card]
            if there >= 0 and policy[hand] == HIT:
                continue
            for end in range(classes):
                chance = drawn * cards.chances[sets[hand if there < 0 else there], end]
                if policy[hand] == HIT:
                    net = _broke(0, end, classes, nets)
                else:
                    net = _doubled(there, end, hands, nets, policy[hand] == DOUBLE)
                _count(sums, counts, end, chance, net, held[hand], card)
    found = np.zeros((classes, 10))
    for end in range(classes):
        if sums[end, 0] > 0:
            for value in range(10):
                mean = sums[end, 1] / sums[end, 0]
                found[end, value] = (counts[end, 1, value] - mean * counts[end, 0, value]) / sums[end, 0]
    return found


@njit()
def _begin(begun: Ints, start: Floats, weight: Floats) -> None:
    for card in range(10):
        if begun[card] >= 0:
            weight[begun[card]] += start[card]


@njit()
def _hit(hand: int, removed: int, hands: HandTable, cards: CardTables, weight: Floats) -> None:
    for card in range(10):
        there = hands.after[hand, card]
        if there >= 0:
            weight[there] += weight[hand] * cards.draw[removed, card]


@njit()
def _standing(hand: int, end: int, hands: HandTable, nets: Nets) -> float:
    if hands.natural[hand]:
        natural: float = nets.natural[0, 0] + nets.natural[0, end + 1]
        return natural
    net: float = nets.stand[0, hands.total[hand], end]
    return net


@njit()
def _broke(doubled: int, end: int, classes: int, nets: Nets) -> float:
    """A bust, which may be boxed and win if the dealer ends in the last class."""
    net: float = nets.broke[0, doubled] + (nets.revived[0, doubled] if end == classes - 1 else 0.0)
    return net


@njit()
def _doubled(there: int, end: int, hands: HandTable, nets: Nets, paid: bool) -> float:
    if there < 0:
        return _broke(1 if paid else 2, end, nets.stand.shape[2], nets)
    net: float = nets.paid[0, hands.total[there], end] if paid else nets.free[0, hands.total[there], end]
    return net


@njit()
def _add(found: Floats, listed: Floats, end: int, chance: float, net: float) -> None:
    listed[end] += chance
    found[NET, end] += chance * net
    found[SQUARE, end] += chance * net * net


@njit()
def _count(sums: Floats, counts: Floats, end: int, chance: float, net: float, held: Ints, card: int) -> None:
    sums[end, 0] += chance
    sums[end, 1] += chance * net
    for value in range(10):
        number = held[value] + (value == card)
        counts[end, 0, value] += chance * number
        counts[end, 1, value] += chance * number * net
