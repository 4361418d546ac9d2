"""Routes: Finished rounds, records, and the verification of the books.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import cast

from lammer.client.connection import quoted
from lammer.client.requests import Routes
from lammer.client.routes.history_types import BooksVerdictView, PastRound, Recall


class HistoryRoutes(Routes):
    """Finished rounds, records, and the verification of the books."""

    def rounds(self, table: str, *, before: int | None = None) -> list[PastRound]:
        """The last finished rounds of a table, newest first, in pages: `before` is the last number of the previous
        page. For: everybody who is logged in."""
        return cast(list[PastRound], self._get(f"/api/tables/{quoted(table)}/rounds", before=before))

    def recall_round(self, table: str, number: int) -> Recall:
        """A finished round, step by step. Auditors also get the entries of each step, the chips before and after,
        and what every seat saw. For: everybody who is logged in."""
        return cast(Recall, self._get(f"/api/tables/{quoted(table)}/rounds/{quoted(number)}"))

    def records(self, table: str, *, after: int | None = None) -> str:
        """Rounds for `lammer replay`, one JSON object per line. For: everybody who is logged in."""
        return cast(str, self._get(f"/api/tables/{quoted(table)}/records", after=after))

    def verify_books(self) -> BooksVerdictView:
        """Verifies the ledger, and every round by the rules; one verification at a time. For: auditor."""
        return cast(BooksVerdictView, self._post("/api/verify"))
