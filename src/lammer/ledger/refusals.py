"""What the ledger says no to; nothing has changed when it does."""

from lammer.errors import LammerError


class LedgerFault(LammerError):
    """``code`` names the reason for programs, the text says it to people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
