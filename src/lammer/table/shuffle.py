"""The secure shuffle: 32 random bytes from the operating system determine a shoe, and anybody can check it later.

seed → SHAKE-256 stream of 16-bit words → unbiased draws by rejection → Fisher-Yates. The commitment, published
before the first card, is a hash of the seed. With the seed, anybody can repeat the shuffle afterwards.
"""

import hashlib
import secrets
import struct
from collections.abc import Callable

from lammer.cards.card import fresh_decks

SEED_BYTES = 32
_STREAM, _COMMITMENT, _DERIVED = b"lammer/shoe/1", b"lammer/commitment/1", b"lammer/derived-seed/1"
_WORDS = 1 << 16


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def derived_seed(master: str, label: str) -> bytes:
    """A reproducible seed for demonstrations and tests. It is not secret: it follows from ``master``."""
    return hashlib.sha256(b"\0".join((_DERIVED, master.encode(errors="surrogateescape"), label.encode()))).digest()


def commitment(seed: bytes, decks: int) -> str:
    """The commitment of scheme 1, published before the shoe is dealt."""
    return hashlib.sha256(_COMMITMENT + bytes([decks]) + seed).hexdigest()


class DrawStream:
    """Uniform whole numbers from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._source = hashlib.shake_256(_STREAM + seed)
        self._bytes = b""
        self._at = 0

    def word(self) -> int:
        """The next 16 bits."""
        if self._at + 2 > len(self._bytes):
            # A longer digest begins with the shorter one, so the stream continues.
            self._bytes = self._source.digest(max(1024, 2 * len(self._bytes)))
        self._at += 2
        return (self._bytes[self._at - 2] << 8) | self._bytes[self._at - 1]

    def below(self, bound: int) -> int:
        """Uniform in 0 … bound − 1: words beyond the last whole multiple of ``bound`` are discarded."""
        ceiling = _WORDS - _WORDS % bound
        while True:
            word = self.word()
            if word < ceiling:
                return word % bound


def shuffled(cards: list[int], below: Callable[[int], int]) -> list[int]:
    """Fisher-Yates: every order is equally likely if ``below`` is uniform."""
    cards = list(cards)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def shoe_order(seed: bytes, decks: int) -> list[int]:
    """The whole shoe before the cut, first card first: ``shuffled`` with ``DrawStream(seed).below``, written as one
    loop, because verification spends most of its time here."""
    cards, source, at = fresh_decks(decks), hashlib.shake_256(_STREAM + seed), 0
    words = _words_of(source.digest(4 * len(cards)))
    for last in range(len(cards) - 1, 0, -1):
        bound = last + 1
        ceiling = _WORDS - _WORDS % bound
        while True:
            if at == len(words):
                words = _words_of(source.digest(4 * len(words)))
            word = words[at]
            at += 1
            if word < ceiling:
                break
        other = word % bound
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def _words_of(digest: bytes) -> tuple[int, ...]:
    return struct.unpack(f">{len(digest) // 2}H", digest)
