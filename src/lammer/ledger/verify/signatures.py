"""The signature of every event.

The hash of an event covers the signature of the event before it. So one sound signature vouches for all events and all
signatures before it, and it is enough to check every hundredth and the last. Where one does not hold, all since the
last sound one are checked, so that each bad one is named.
"""

import re
from functools import cached_property

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from lammer.ledger.verify.verdict import Findings

CHECK_EVERY = 100
# Python reads capitals and blanks as hexadecimal, too; the journal writes neither.
HEXADECIMAL = re.compile(r"[0-9a-f]*").fullmatch


class PublicKey:
    """The key of one journal."""

    def __init__(self, journal: str, text: str) -> None:
        self.journal, self.text = journal, text

    @cached_property
    def _key(self) -> Ed25519PublicKey | None:
        try:
            return Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.text)) if HEXADECIMAL(self.text) else None
        except ValueError:
            return None

    def signed(self, number: int, hash_: str, signature: str) -> bool:
        """Whether this is the journal's signature of an event's number and hash."""
        if self._key is None or not HEXADECIMAL(signature):
            return False
        try:
            self._key.verify(bytes.fromhex(signature), f"lammer head {self.journal} {number} {hash_}".encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class Signatures:
    """``signed_from`` is the first event that must be signed, where somebody outside the books knows it; ``before``
    says whether the event before the first one entered was signed. ``every`` checks each signature by itself."""

    def __init__(
        self,
        key: PublicKey,
        findings: Findings,
        *,
        signed_from: int | None = None,
        before: bool = False,
        every: bool = False,
    ) -> None:
        self._key, self._findings, self._signed_from, self._every = key, findings, signed_from, every
        self.vouched = 0
        """The last event that a signature or a signed head vouches for."""
        self._begun = before
        self._pending: list[tuple[int, str, str]] = []
        self._unsigned: tuple[int, bool] | None = None
        """The last event without a signature, and whether it has a sound head."""

    def enter(self, number: int, hash_: str, signature: str, *, headed: bool) -> None:
        if headed:
            self.vouched = number
        if not signature:
            self._enter_unsigned(number, headed)
            return
        if not self._begun:
            self._end_unsigned()
            self._begun = True
        self._pending.append((number, hash_, signature))
        if self._every or len(self._pending) >= CHECK_EVERY:
            self._settle()

    def end(self) -> None:
        self._settle()
        if not self._begun:
            self._end_unsigned()

    def _enter_unsigned(self, number: int, headed: bool) -> None:
        if self._begun or (self._signed_from is not None and number >= self._signed_from):
            self._findings.fault("unsigned", number, f"event {number} has no signature")
        self._unsigned = number, headed

    def _end_unsigned(self) -> None:
        """Older books: the last event without a signature must have a signed head."""
        if self._unsigned is not None and not self._unsigned[1]:
            number = self._unsigned[0]
            text = f"event {number} is the last one without a signature and has no signed head"
            self._findings.fault("head-missing", number, text)

    def _settle(self) -> None:
        if not self._pending:
            return
        if self._key.signed(*self._pending[-1]):
            self.vouched = self._pending[-1][0]
        else:
            for number, hash_, signature in self._pending:
                if not self._key.signed(number, hash_, signature):
                    self._findings.fault("signature", number, f"the signature of event {number} does not hold")
        self._pending.clear()
