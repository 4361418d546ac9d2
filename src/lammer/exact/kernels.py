"""The time-critical loops of the analysis, mainly the walk over the dealer's tree for every row of unseen cards.

Compiled by Numba; ``lammer.compiled`` caches them so that a stale version is never used.
"""

import numpy as np
from numba import prange

from lammer.compiled import njit
from lammer.exact.classes import NO_COLUMN
from lammer.exact.hands import Bools, Floats, Ints
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, HIT

DEEPEST = 24


ABREAST = 64
"""Rows walked together: wide enough for vector instructions, small enough to stay in the nearest cache."""


@njit(parallel=True)
def walk_tree(
    unseen: Floats, weight: Floats, classes: int, value: Ints, already: Floats, depth: Ints, orders: Floats, ends: Ints,
    leaf: Bools,
) -> Floats:  # fmt: skip
    """rows × classes: a row's weight times the sum of o(c) · ∏ (n_r)_{c_r} / (M)_{|c|} over the compositions c that
    end in each class."""
    rows = unseen.shape[0]
    chances = np.zeros((rows, classes))
    for block in prange((rows + ABREAST - 1) // ABREAST):
        begin = block * ABREAST
        here = min(ABREAST, rows - begin)
        left = np.zeros((10, ABREAST))
        share = np.ones((DEEPEST, ABREAST))
        for row in range(here):
            cards = 0.0
            for rank in range(10):
                left[rank, row] = unseen[begin + row, rank]
                cards += unseen[begin + row, rank]
            falling = weight[begin + row]
            for at in range(DEEPEST):
                falling /= max(cards - at, 1.0)
                share[at, row] = falling
        ways = np.ones((DEEPEST + 1, ABREAST))
        ended = np.zeros((classes, ABREAST))
        _walk_abreast(left, share, ways, ended, value, already, depth, orders, ends, leaf)
        for row in range(here):
            for end in range(classes):
                chances[begin + row, end] = ended[end, row]
    return chances


@njit()
def _walk_abreast(
    left: Floats, share: Floats, ways: Floats, ended: Floats,
    value: Ints, already: Floats, depth: Ints, orders: Floats, ends: Ints, leaf: Bools,
) -> None:  # fmt: skip
    """One walk for a block of rows. A count that has reached 0 keeps its whole branch at 0."""
    # The width is read from an array: loops of a known short length are unrolled instead of vectorised.
    width = left.shape[1]
    for node in range(value.shape[0]):
        at, gone = depth[node], already[node]
        before, cards = ways[at], left[value[node]]
        if not leaf[node]:
            after = ways[at + 1]
            for row in range(width):
                after[row] = before[row] * (cards[row] - gone)
        if ends[node] >= 0:
            count, part, total = orders[node], share[at], ended[ends[node]]
            for row in range(width):
                total[row] += count * part[row] * before[row] * (cards[row] - gone)


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
