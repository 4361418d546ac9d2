"""Numbered streams of random numbers: chunk k of seed s is always the same, on any machine and in any order."""

import hashlib

import numpy as np

from lammer.simulate.arrays import Words


def random_state(seed: int, chunk: int, purpose: str = "") -> Words:
    """The initial state of a generator, a SHA-256 hash of seed, chunk and purpose, so that streams are independent."""
    digest = hashlib.sha256(f"lammer simulate {seed} {chunk} {purpose}".encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)
