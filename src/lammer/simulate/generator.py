"""A buffer of 32-bit random numbers. xoshiro256++ fills it in bulk, which is faster than one number at a time.

The state, the index of the next number and the numbers are in one array, because passing arrays is expensive.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Words

SHIFT_17, SHIFT_19, SHIFT_23, SHIFT_32, SHIFT_41, SHIFT_45 = (np.uint64(bits) for bits in (17, 19, 23, 32, 41, 45))
LOW = np.uint64(0xFFFFFFFF)
NEXT = np.uint64(4)
FIRST = np.uint64(5)
END = np.uint64(5 + 512)
ONE, TWO = np.uint64(1), np.uint64(2)


def new_store(state: Words) -> Words:
    """An empty buffer, which is filled when the first number is taken."""
    store = np.zeros(int(END), dtype=np.uint64)
    store[:4], store[NEXT] = state, END
    return store


@njit_bare(part=True)
def next_word(
    s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """xoshiro256++: the next random word and the next state."""
    word = s0 + s3
    word = ((word << SHIFT_23) | (word >> SHIFT_41)) + s0
    carry = s1 << SHIFT_17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= carry
    return word, s0, s1, s2, (s3 << SHIFT_45) | (s3 >> SHIFT_19)


@njit_bare()
def fill(store: Words) -> None:
    """Fills the buffer. Both halves of every word are used, the upper one first."""
    s0, s1, s2, s3 = store[0], store[1], store[2], store[3]
    at = FIRST
    while at < END:
        word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
        store[at] = word >> SHIFT_32
        store[at + ONE] = word & LOW
        at += TWO
    store[0], store[1], store[2], store[3] = s0, s1, s2, s3


@njit_bare(part=True)
def take(store: Words, at: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The next number, and the index of the one after it."""
    if at == END:
        fill(store)
        at = FIRST
    return store[at], at + ONE
