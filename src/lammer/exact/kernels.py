"""The time-critical loops of the analysis, mainly the walk over the dealer's tree for every row of unseen cards.

Compiled by Numba; ``lammer.compiled`` caches them so that a stale version is never used.
"""

from typing import NamedTuple

import numpy as np
from numba import prange

from lammer.compiled import njit
from lammer.exact.classes import NO_COLUMN
from lammer.exact.hands import Bools, Floats, Ints
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, HIT

ABREAST = 128
"""Rows walked together: wide enough for vector instructions, small enough to stay in the nearest caches."""


class Nodes(NamedTuple):
    """Hands of the dealer that draw again, in depth-first order."""

    value: Ints
    """Of the last card, less 1."""
    already: Floats
    """How many cards of this value there were before."""
    depth: Ints
    """The number of cards."""
    orders: Floats
    whole: Ints
    """The number of the hand's sum W; −1 for a hand that no card ends, or that is only passed on the way."""
    begin: Ints
    """Nodes + 1: where the hand's entries in ``part`` begin."""
    part: Ints
    """Numbers of sums C."""
    times: Floats
    """c_v for them."""


class Terms(NamedTuple):
    """What the chances of the classes consist of."""

    sum: Ints
    value: Ints
    """The value, less 1, by whose unseen cards a sum W is multiplied; −1 for a sum C, which is subtracted."""
    ends: Ints
    """The place among the classes."""


@njit(parallel=True)
def walk_tree(
    unseen: Floats, weight: Floats, classes: int, sums: int, deepest: int, nodes: Nodes, terms: Terms
) -> Floats:
    """rows × classes: a row's weight times the chance of each class, as ``dealer.py`` defines it; 0 for the bust."""
    rows = unseen.shape[0]
    chances = np.zeros((rows, classes))
    width = min(ABREAST, rows)
    for block in prange((rows + width - 1) // width):
        begin = block * width
        here = min(width, rows - begin)
        left = np.zeros((10, width))
        share = np.ones((deepest + 1, width))
        for row in range(here):
            cards = 0.0
            for rank in range(10):
                left[rank, row] = unseen[begin + row, rank]
                cards += unseen[begin + row, rank]
            falling = weight[begin + row]
            for depth in range(deepest + 1):
                falling /= max(cards - depth, 1.0)
                share[depth, row] = falling
        found = np.zeros((sums, width))
        _add_up(left, share, np.ones((deepest + 1, width)), found, np.empty(width), nodes)
        ended = np.zeros((classes, width))
        _end(left, found, ended, terms)
        for row in range(here):
            for end in range(classes):
                chances[begin + row, end] = ended[end, row]
    return chances


@njit()
def _add_up(left: Floats, share: Floats, ways: Floats, found: Floats, one: Floats, nodes: Nodes) -> None:
    """The sums for a block of rows. A count that has reached 0 keeps its whole branch at 0."""
    # The width is read from an array: loops of a known short length are unrolled instead of vectorised.
    width = left.shape[1]
    for node in range(nodes.value.shape[0]):
        depth, gone = nodes.depth[node], nodes.already[node]
        here = ways[depth]
        if depth:
            before, cards = ways[depth - 1], left[nodes.value[node]]
            for row in range(width):
                here[row] = before[row] * (cards[row] - gone)
        if nodes.whole[node] >= 0:
            orders, part, total = nodes.orders[node], share[depth], found[nodes.whole[node]]
            for row in range(width):
                one[row] = orders * part[row] * here[row]
                total[row] += one[row]
            for at in range(nodes.begin[node], nodes.begin[node + 1]):
                times, total = nodes.times[at], found[nodes.part[at]]
                for row in range(width):
                    total[row] += times * one[row]


@njit()
def _end(left: Floats, found: Floats, ended: Floats, terms: Terms) -> None:
    """The chances of the classes from the sums."""
    width = left.shape[1]
    for term in range(terms.sum.shape[0]):
        part, total, value = found[terms.sum[term]], ended[terms.ends[term]], terms.value[term]
        if value < 0:
            for row in range(width):
                total[row] -= part[row]
        else:
            cards = left[value]
            for row in range(width):
                total[row] += cards[row] * part[row]


@njit()
def unknown(known: Bools, sets: Ints) -> Ints:
    """Those of the sets that are not known, each once."""
    new = 0
    for at in sets:
        new += not known[at]
    found, count = np.empty(new, dtype=np.int64), 0
    if new:
        for at in sets:
            if not known[at]:
                known[at] = True  # until the end, so that it is found once
                found[count] = at
                count += 1
    for at in found[:count]:
        known[at] = False
    return found[:count]


@njit()
def next_cards(shoe: Floats, sets: Ints, rows: Ints, hole_is_not: int, draw: Floats) -> None:
    """Fills in these rows of sets × values: the chance of the next card when the cards of a set are gone, as
    ``unseen.Draws.next_card``. ``hole_is_not`` is a value less 1, or below 0."""
    for at in rows:
        cards, chance = 0.0, draw[at]
        for value in range(10):
            chance[value] = max(shoe[value] - sets[at, value], 0.0)
            cards += chance[value]
        cards = max(cards, 2.0)
        if hole_is_not < 0:
            for value in range(10):
                chance[value] /= cards
        else:
            completes = chance[hole_is_not]
            ways = max(cards - completes, 1.0) * (cards - 1)
            for value in range(10):
                chance[value] = chance[value] * (cards - 1 - completes + (value == hole_is_not)) / ways


@njit()
def put_rows(source: Floats, target: Floats, places: Ints) -> None:
    """``target[places] = source``, in less time than numpy takes for rows as short as these."""
    for at in range(places.shape[0]):
        for column in range(source.shape[1]):
            target[places[at], column] = source[at, column]


@njit()
def cards_left(shoe: Floats, sets: Ints, rows: Ints) -> Floats:
    """rows × 10: the shoe without the cards of these sets."""
    left = np.empty((rows.shape[0], 10))
    for at in range(rows.shape[0]):
        for value in range(10):
            left[at, value] = max(shoe[value] - sets[rows[at], value], 0.0)
    return left


@njit()
def reached(after: Ints, policies: Ints, begun: Ints) -> Ints:
    """Places of the hands that policies, kinds × hands, can come to from those begun, highest hard total first."""
    seen = np.zeros((policies.shape[0], after.shape[0]), dtype=np.bool_)
    for kind in range(policies.shape[0]):
        for card in range(begun.shape[0]):
            if begun[card] >= 0:
                seen[kind, begun[card]] = True
        for back in range(after.shape[0]):
            hand = after.shape[0] - 1 - back
            play = policies[kind, hand]
            if seen[kind, hand] and play in (HIT, DOUBLE, FREE_DOUBLE):
                for card in range(10):
                    if after[hand, card] >= 0:
                        seen[kind, after[hand, card]] = True
    for kind in range(1, policies.shape[0]):
        seen[0] |= seen[kind]
    return np.flatnonzero(seen[0])


@njit()
def one_more_card(two: Ints, after: Ints, draw: Floats, standing: Floats) -> Floats:
    """hands × (ways + 1): chance to meet the dealer in each way, or to bust, after exactly one more card, for the given
    hands."""
    ways = standing.shape[1]
    chances = np.zeros((after.shape[0], ways + 1))
    for at in range(two.shape[0]):
        hand = two[at]
        for card in range(10):
            there = after[hand, card]
            if there < 0:
                chances[hand, ways] += draw[hand, card]
            else:
                for way in range(ways):
                    chances[hand, way] += draw[hand, card] * standing[there, way]
    return chances


@njit()
def standing_of(chances: Floats, total: Ints, columns: Ints, ways: int) -> Floats:
    """rows × ways: chance to meet the dealer in each way for a hand that stands on its total."""
    standing = np.zeros((chances.shape[0], ways))
    for row in range(chances.shape[0]):
        for end in range(chances.shape[1]):
            way = columns[total[row], end]
            if way != NO_COLUMN:
                standing[row, way] += chances[row, end]
    return standing


@njit()
def reach_weights(after: Ints, draw: Floats, policy: Ints, start: Floats) -> Floats:
    """How often each hand comes up when hands begin with these weights and are hit as the policy says."""
    weight = start.copy()
    for back in range(after.shape[0]):
        hand = after.shape[0] - 1 - back
        if policy[hand] == HIT and weight[hand] != 0.0:
            for card in range(10):
                if after[hand, card] >= 0:
                    weight[after[hand, card]] += weight[hand] * draw[hand, card]
    return weight
