"""Random numbers in numbered streams: chunk k of seed s is always the same, on any machine, in any order."""

import hashlib

import numpy as np

from lammer.simulate.arrays import Words


def random_state(seed: int, chunk: int, purpose: str = "") -> Words:
    """A generator's state from seed, chunk and purpose by SHA-256, so that streams have nothing in common."""
    digest = hashlib.sha256(f"lammer simulate {seed} {chunk} {purpose}".encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)
