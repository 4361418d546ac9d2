"""Refusals of the ledger; a refused command changes nothing."""

from lammer.errors import LammerError


class LedgerFault(LammerError):
    """``code`` is the reason for programs, the text is for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
