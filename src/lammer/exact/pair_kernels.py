"""Loops over pairs of final hands, compiled by Numba."""

import numpy as np
from numba import prange

from lammer.compiled import njit
from lammer.exact.hands import Floats, Ints
from lammer.rule_tables.plays import HIT

BITS = 6
"""Bits for the number of cards of one value: ten values fit a word, and no two hands hold 64 cards of one."""
EMPTY = -1
SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2⁶⁴ over the golden ratio: spreads neighbouring keys over a table."""


@njit()
def orders_of(after: Ints, begun: Ints, pair: int, policy: Ints) -> Floats:
    """hands × 2: in how many orders a policy comes to each hand, by whether the second card is the pair's value."""
    orders = np.zeros((after.shape[0], 2))
    for card in range(10):
        orders[begun[card], int(card == pair)] += 1
    for back in range(after.shape[0]):
        hand = after.shape[0] - 1 - back
        if policy[hand] == HIT:
            for card in range(10):
                if after[hand, card] >= 0:
                    orders[after[hand, card], 0] += orders[hand, 0]
                    orders[after[hand, card], 1] += orders[hand, 1]
    return orders


@njit()
def _slot(key: int, table: Ints, known: Ints) -> int:
    """The slot of a key in a hash table, or the free slot for it."""
    mask = table.shape[0] - 1
    slot: int = np.int64((np.uint64(key) * SPREAD) >> np.uint64(20)) & mask
    while table[slot] != EMPTY and known[table[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@njit()
def numbered(keys: Ints) -> tuple[Ints, Ints]:
    """(the number of each key, the different keys by their number)."""
    size = 1024
    while size < 2 * keys.shape[0]:
        size *= 2
    table = np.full(size, EMPTY)
    known = np.empty(keys.shape[0], dtype=np.int64)
    numbers = np.empty(keys.shape[0], dtype=np.int64)
    count = 0
    for at in range(keys.shape[0]):
        slot = _slot(keys[at], table, known)
        if table[slot] == EMPTY:
            known[count] = keys[at]
            table[slot] = count
            count += 1
        numbers[at] = table[slot]
    return numbers, known[:count].copy()


@njit()
def numbered_sums(hands: Ints) -> tuple[Ints, Ints]:
    """Sums of any two packed compositions: (hands × hands: the number of each sum, the sums by their number)."""
    size = 1 << 14
    while True:
        table = np.full(size, EMPTY)
        sums = np.empty(size // 2, dtype=np.int64)
        numbers = np.empty((hands.shape[0], hands.shape[0]), dtype=np.int64)
        count = _number_sums(hands, table, sums, numbers)
        if count != EMPTY:
            return numbers, sums[:count].copy()
        size *= 2


@njit()
def _number_sums(hands: Ints, table: Ints, sums: Ints, numbers: Ints) -> int:
    """How many sums there are; EMPTY when the table is too small to stay half empty."""
    count = 0
    for i in range(hands.shape[0]):
        for j in range(i + 1):
            key = hands[i] + hands[j]
            slot = _slot(key, table, sums)
            if table[slot] == EMPTY:
                if count == sums.shape[0]:
                    return EMPTY
                sums[count] = key
                table[slot] = count
                count += 1
            numbers[i, j] = numbers[j, i] = table[slot]
    return count


@njit()
def unpacked(sums: Ints) -> Ints:
    cards = np.empty((sums.shape[0], 10), dtype=np.int64)
    for row in range(sums.shape[0]):
        for value in range(10):
            cards[row, value] = (sums[row] >> (BITS * value)) & ((1 << BITS) - 1)
    return cards


@njit(parallel=True)
def falling_chances(drawn: Ints, left: Floats) -> Floats:
    """levels × rows: ∏ (n_r)_{c_r} / (M)_{|c|}, the chance to draw these cards in one order from what is left."""
    chances = np.ones((left.shape[0], drawn.shape[0]))
    for row in prange(drawn.shape[0]):
        for level in range(left.shape[0]):
            cards, chance = left[level].sum(), 1.0
            for value in range(10):
                for count in range(drawn[row, value]):
                    chance *= max(left[level, value] - count, 0.0) / max(cards, 1.0)
                    cards -= 1.0
            chances[level, row] = chance
    return chances


@njit(parallel=True)
def weighed(shares: Floats, chances: Floats, numbers: Ints, dealt: Floats) -> Floats:
    """rows × columns: the sum over levels of share · chance · what is dealt after that."""
    found = np.zeros((chances.shape[1], dealt.shape[1]))
    for row in prange(chances.shape[1]):
        for level in range(shares.shape[0]):
            if shares[level] != 0.0:
                weight, number = shares[level] * chances[level, row], numbers[level, row]
                for column in range(dealt.shape[1]):
                    found[row, column] += weight * dealt[number, column]
    return found


@njit(parallel=True)
def added_up(numbers: Ints, first: Ints, second: Ints, orders: Floats, begin: Ints, weights: Floats) -> Floats:
    """first × ends × columns: for each first hand, the weights of its sums by how the second hand ends.

    Second hands are sorted by their end, which begins at ``begin``; columns go four at a time, in registers.
    """
    ends = begin.shape[0] - 1
    found = np.zeros((first.shape[0], ends, weights.shape[1]))
    for i in prange(first.shape[0]):
        row = numbers[first[i]]
        for end in range(ends):
            for four in range(0, weights.shape[1], 4):
                a = b = c = d = 0.0
                for j in range(begin[end], begin[end + 1]):
                    number, count = row[second[j]], orders[j]
                    a += count * weights[number, four]
                    b += count * weights[number, four + 1]
                    c += count * weights[number, four + 2]
                    d += count * weights[number, four + 3]
                found[i, end, four] = a
                found[i, end, four + 1] = b
                found[i, end, four + 2] = c
                found[i, end, four + 3] = d
    return found


@njit()
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
