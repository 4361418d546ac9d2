"""Random numbers in numbered streams: chunk k of seed s is always the same, on any machine, in any order."""

import hashlib

import numpy as np

from lammer.simulate.arrays import Words


def random_state(seed: int, chunk: int) -> Words:
    """A generator's state from seed and chunk by SHA-256, so that streams have nothing in common."""
    digest = hashlib.sha256(f"lammer simulate {seed} {chunk}".encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)
