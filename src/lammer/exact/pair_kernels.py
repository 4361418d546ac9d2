"""Loops over pairs of final hands. Compiled by Numba and cached; they call nothing outside this file."""

import numpy as np
from numba import njit, prange

from lammer.exact.hands import Floats, Ints

BITS = 6
"""Bits for the number of cards of one value: ten values fit a word, and no two hands hold 64 cards of one."""
EMPTY = -1
SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2⁶⁴ over the golden ratio: spreads neighbouring keys over a table."""


@njit(cache=True)
def numbered_sums(hands: Ints) -> tuple[Ints, Ints]:
    """Sums of any two packed compositions: (hands × hands: the number of each sum, the sums by their number)."""
    bits = 14
    while True:
        table = np.full(1 << bits, EMPTY)
        sums = np.empty(1 << (bits - 1), dtype=np.int64)
        numbers = np.empty((hands.shape[0], hands.shape[0]), dtype=np.int64)
        known = _fill(hands, table, numbers, sums, bits)
        if known >= 0:
            return numbers, sums[:known].copy()
        bits += 1


@njit(cache=True)
def _fill(hands: Ints, table: Ints, numbers: Ints, sums: Ints, bits: int) -> int:
    """How many sums there are; EMPTY when the table is too small to stay half empty."""
    known = 0
    mask = table.shape[0] - 1
    for i in range(hands.shape[0]):
        for j in range(i + 1):
            key = hands[i] + hands[j]
            slot = np.int64((np.uint64(key) * SPREAD) >> np.uint64(64 - bits))
            while table[slot] != EMPTY and sums[table[slot]] != key:
                slot = (slot + 1) & mask
            if table[slot] == EMPTY:
                if known == sums.shape[0]:
                    return EMPTY
                sums[known] = key
                table[slot] = known
                known += 1
            numbers[i, j] = numbers[j, i] = table[slot]
    return known


@njit(cache=True)
def unpacked(sums: Ints) -> Ints:
    cards = np.empty((sums.shape[0], 10), dtype=np.int64)
    for row in range(sums.shape[0]):
        for value in range(10):
            cards[row, value] = (sums[row] >> (BITS * value)) & ((1 << BITS) - 1)
    return cards


@njit(cache=True, error_model="numpy")
def falling_chance(drawn: Ints, left: Floats) -> Floats:
    """∏ (n_r)_{c_r} / (M)_{|c|}: the chance to draw these cards in one given order."""
    cards = left.sum()
    chance = np.ones(drawn.shape[0])
    for row in range(drawn.shape[0]):
        taken = 0
        for value in range(10):
            for count in range(drawn[row, value]):
                chance[row] *= max(left[value] - count, 0.0) / max(cards - taken, 1.0)
                taken += 1
    return chance


@njit(parallel=True, cache=True)
def added_up(
    numbers: Ints, first: Ints, second: Ints, orders: Floats, ends: Ints, weights: Floats, kinds: int
) -> Floats:
    """first × kinds × dealer classes: for each first hand, the weights of its sums by how the second hand ends."""
    found = np.zeros((first.shape[0], kinds, weights.shape[1]))
    for i in prange(first.shape[0]):
        for j in range(second.shape[0]):
            number, count, end = numbers[first[i], second[j]], orders[j], ends[j]
            for dealer in range(weights.shape[1]):
                found[i, end, dealer] += count * weights[number, dealer]
    return found


@njit(cache=True)
def convolved(one: Floats, other: Floats) -> Floats:
    """Row by row, the distribution of the sum of two independent nets on a grid whose middle is 0."""
    rows, width = one.shape
    middle = width // 2
    found = np.zeros((rows, width))
    for row in range(rows):
        for a in range(width):
            if one[row, a] != 0.0:
                for b in range(max(0, middle - a), min(width, width + middle - a)):
                    found[row, a + b - middle] += one[row, a] * other[row, b]
    return found
