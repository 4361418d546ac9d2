"""Checks the signatures of the events.

The hash of an event covers the signature of the previous event. So one valid signature vouches for all earlier events
and signatures, and it is enough to check every hundredth and the last. If one is invalid, all since the last valid one
are checked, so that each invalid one is reported. Each is checked with the key that was in use at the time.
"""

from lammer.ledger.verify.keys import Keys
from lammer.ledger.verify.verdict import Findings

CHECK_EVERY = 100


class Signatures:
    """``signed_from`` is the first event that must be signed, if that is known from outside the books. ``before`` says
    whether the event before the first one entered was signed. ``every`` checks each signature separately."""

    def __init__(
        self,
        keys: Keys,
        findings: Findings,
        *,
        signed_from: int | None = None,
        before: bool = False,
        every: bool = False,
    ) -> None:
        self._keys, self._findings, self._signed_from, self._every = keys, findings, signed_from, every
        self.vouched = 0
        """The last event that a signature or a signed head vouches for."""
        self._begun = before
        self._pending: list[tuple[int, str, str]] = []
        self._unsigned: tuple[int, bool] | None = None
        """The last event without a signature, and whether it has a valid head."""

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
            self.check_pending()

    def end(self) -> None:
        self.check_pending()
        if not self._begun:
            self._end_unsigned()

    def _enter_unsigned(self, number: int, headed: bool) -> None:
        if self._begun or (self._signed_from is not None and number >= self._signed_from):
            self._findings.fault("unsigned", number, f"event {number} has no signature")
        self._unsigned = number, headed

    def _end_unsigned(self) -> None:
        """In older books the last event without a signature must have a signed head."""
        if self._unsigned is not None and not self._unsigned[1]:
            number = self._unsigned[0]
            text = f"event {number} is the last one without a signature and has no signed head"
            self._findings.fault("head-missing", number, text)

    def check_pending(self) -> None:
        """Checks the events entered since the last check; needed before the key changes."""
        if not self._pending:
            return
        key = self._keys.current
        if key.signed(*self._pending[-1]):
            self.vouched = self._pending[-1][0]
        else:
            for number, hash_, signature in self._pending:
                if not key.signed(number, hash_, signature):
                    self._findings.fault("signature", number, f"the signature of event {number} is invalid")
        self._pending.clear()
