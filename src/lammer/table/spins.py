"""The stop of a wheel from the seed of a shoe, so that anybody can check it when the seed is disclosed.

seed of the shuffle, number of the round, number of the spin in it → SHAKE-256 stream of 64-bit words, apart from the
stream of the cards → an unbiased number below the sum of the weights by rejection → the stop.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

Spun = tuple[tuple[int, ...], int]
"""The weights of a wheel and the stop it was spun to, from 1."""
_STREAM = b"lammer/wheel/1\n"
_WORD, _WORDS = 8, 1 << 64


def spin_of(seed: bytes, round_number: int, nth: int, weights: Sequence[int]) -> int:
    """The stop, from 1, of the ``nth`` spin of a round; ``seed`` is that of the shuffle, with contributions."""
    name = json.dumps([seed.hex(), round_number, nth], separators=(",", ":")).encode()
    source, total, at = hashlib.shake_256(_STREAM + name), sum(weights), 0
    ceiling = _WORDS - _WORDS % total
    while True:
        at += _WORD
        word = int.from_bytes(source.digest(at)[-_WORD:], "big")
        if word < ceiling:
            return stop_at(word % total, weights)


def read_spins(stored: Any) -> tuple[Spun, ...]:
    """Spins as records and books contain them. Raises LookupError, TypeError or ValueError if they are no spins."""
    spins = tuple((tuple(one["weights"]), one["stop"]) for one in stored)
    for weights, stop in spins:
        if not weights or any(type(number) is not int or number < 1 for number in (*weights, stop)):
            raise ValueError("weights and stops are whole numbers from 1")
    return spins


def stop_at(number: int, weights: Sequence[int]) -> int:
    """The stop, from 1, of a number below the sum of the weights."""
    for stop, weight in enumerate(weights, start=1):
        number -= weight
        if number < 0:
            return stop
    raise ValueError("the number is not below the sum of the weights")
