"""Values of hands, from the dealer's chances and what a stake is paid; compiled by Numba.

Hands come highest hard total first, so that the values of all hands a card can lead to are known before. All kinds of
stake are valued in one pass: the dealer's chances and the next card are the same for them, and reading them takes most
of the time. Results go into arrays of the caller, so that the kernels count no references.
"""

from typing import NamedTuple

import numpy as np

from lammer.compiled import njit_bare
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.unseen import CardTables
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, HIT, SURRENDER

NO_PLAY = -1
PLAYS = 5
"""Plays of a hand that may stand in a policy; splits are decided separately."""


class HandTable(NamedTuple):
    """Hands of one family."""

    after: Ints
    """hands × 10: place after one more card, below 0 beyond the limit."""
    total: Ints
    natural: Bools
    """Hands that come from a split and count as naturals."""


class Nets(NamedTuple):
    """The net of a hand against one up card, in original wagers, for each kind of stake."""

    stand: Floats
    """kinds × totals × the dealer's classes."""
    paid: Floats
    """The same after a paid double."""
    free: Floats
    """The same after a free double."""
    broke: Floats
    """kinds × 3: the net of a bust without a double, after a paid double and after a free double."""
    revived: Floats
    """The same: what is added to it if the dealer ends in the last class, where busts are boxed; else 0."""
    natural: Floats
    """kinds × (1 + classes): a natural of a split hand; the usual net, then what each class adds to it."""
    surrender: Floats
    """The same for a hand that is surrendered."""


@njit_bare()
def best_policies(
    places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, legal: Bools, value: Floats, policy: Ints
) -> None:
    """Fills in hands × kinds: the value of the best play, and kinds × hands: that play, for the hands at these places.
    ``legal`` is kinds × hands × PLAYS."""
    for at in range(places.shape[0]):
        hand = places[at]
        for kind in range(value.shape[1]):
            best, chosen = -np.inf, NO_PLAY
            for play in range(PLAYS):
                if legal[kind, hand, play]:
                    worth = _value(play, kind, hand, sets, hands, cards, nets, value)
                    if worth > best:
                        best, chosen = worth, play
            value[hand, kind] = best
            policy[kind, hand] = chosen


@njit_bare()
def policy_values(
    places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, policy: Ints, value: Floats
) -> None:
    """Fills in hands × kinds: the value of the hands at these places under given policies, kinds × hands."""
    for at in range(places.shape[0]):
        hand = places[at]
        for kind in range(value.shape[1]):
            play = policy[kind, hand]
            if play != NO_PLAY:
                value[hand, kind] = _value(play, kind, hand, sets, hands, cards, nets, value)


@njit_bare()
def begun_values(
    places: Ints, levels: Ints, hands: HandTable, cards: CardTables, nets: Nets, policy: Ints, value: Floats,
    begun: Ints, found: Floats,
) -> None:  # fmt: skip
    """Fills in kinds × removed × 10: the value of a split hand by its second card, for each row of ``levels``."""
    for level in range(levels.shape[0]):
        policy_values(places, levels[level], hands, cards, nets, policy, value)
        for kind in range(value.shape[1]):
            for card in range(begun.shape[0]):
                there = begun[card]
                found[kind, level, card] = nets.broke[kind, 0] if there < 0 else value[there, kind]


@njit_bare()
def best_by_removal(
    places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, legal: Bools, value: Floats,
    policies: Ints, chosen: Ints, found: Floats,
) -> None:  # fmt: skip
    """``best_policies`` for each row of ``sets``: fills in the policies, and the values of some chosen hands for the
    first kind of stake."""
    for removal in range(sets.shape[0]):
        best_policies(places, sets[removal], hands, cards, nets, legal, value, policies[removal])
        for at in range(chosen.shape[0]):
            found[removal, at] = value[chosen[at], 0]


@njit_bare()
def values_by_removal(
    places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, policy: Ints, value: Floats,
    chosen: Ints, found: Floats,
) -> None:  # fmt: skip
    """The same for one policy."""
    for removal in range(sets.shape[0]):
        policy_values(places, sets[removal], hands, cards, nets, policy, value)
        for at in range(chosen.shape[0]):
            found[removal, at] = value[chosen[at], 0]


@njit_bare()
def begun_by_removal(
    places: Ints, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, policies: Ints, value: Floats,
    begun: Ints, found: Floats,
) -> None:  # fmt: skip
    """``begun_values`` for each removal, with its own policies."""
    for removal in range(sets.shape[0]):
        begun_values(places, sets[removal], hands, cards, nets, policies[removal], value, begun, found[removal])


@njit_bare(part=True)
def _value(
    play: int, kind: int, hand: int, sets: Ints, hands: HandTable, cards: CardTables, nets: Nets, value: Floats
) -> float:
    """One play of one hand; ``value`` holds the values of the hands that a hit leads to."""
    removed, classes = sets[hand], cards.chances.shape[1]
    worth = 0.0
    if play == HIT:
        broke = nets.broke[kind, 0]
        for card in range(10):
            there = hands.after[hand, card]
            worth += cards.draw[removed, card] * (broke if there < 0 else value[there, kind])
        if nets.revived[kind, 0] != 0.0:
            worth += nets.revived[kind, 0] * _both_bust(hand, sets, hands, cards)
    elif play == DOUBLE:
        worth = _one_more(hand, kind, sets, hands, cards, nets.paid, nets.broke[kind, 1])
        if nets.revived[kind, 1] != 0.0:
            worth += nets.revived[kind, 1] * _both_bust(hand, sets, hands, cards)
    elif play == FREE_DOUBLE:
        worth = _one_more(hand, kind, sets, hands, cards, nets.free, nets.broke[kind, 2])
        if nets.revived[kind, 2] != 0.0:
            worth += nets.revived[kind, 2] * _both_bust(hand, sets, hands, cards)
    elif play == SURRENDER:
        worth = nets.surrender[kind, 0]
        for end in range(classes):
            worth += cards.chances[removed, end] * nets.surrender[kind, end + 1]
    elif hands.natural[hand]:
        worth = nets.natural[kind, 0]
        for end in range(classes):
            worth += cards.chances[removed, end] * nets.natural[kind, end + 1]
    else:
        total = hands.total[hand]
        for end in range(classes):
            worth += cards.chances[removed, end] * nets.stand[kind, total, end]
    return worth


@njit_bare(part=True)
def _one_more(
    hand: int, kind: int, sets: Ints, hands: HandTable, cards: CardTables, nets: Floats, broke: float
) -> float:
    """Exactly one more card, and then the dealer."""
    worth = 0.0
    for card in range(10):
        there, chance = hands.after[hand, card], cards.draw[sets[hand], card]
        met = broke
        if there >= 0:
            met = 0.0
            for end in range(cards.chances.shape[1]):
                met += cards.chances[sets[there], end] * nets[kind, hands.total[there], end]
        worth += chance * met
    return worth


@njit_bare(part=True)
def _both_bust(hand: int, sets: Ints, hands: HandTable, cards: CardTables) -> float:
    """Chance that the next card busts the hand and the dealer ends in the last class: of all rounds in which the dealer
    does, those in which the card does not bust the hand are left out. So no composition of a busted hand is needed."""
    last = cards.chances.shape[1] - 1
    chance: float = cards.chances[sets[hand], last]
    for card in range(10):
        there = hands.after[hand, card]
        if there >= 0:
            chance -= cards.draw[sets[hand], card] * cards.chances[sets[there], last]
    return chance
