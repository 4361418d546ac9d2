"""The state after the last event, which a command may read while it is executed."""

import json
from typing import NamedTuple

from lammer.ledger import statements
from lammer.ledger.prepared_sql import PreparedConnection
from lammer.ledger.records import GENESIS, Balance, Posted, digest
from lammer.ledger.refusals import LedgerFault

MAX_CHANGED = 1000
"""After more events of other processes than this, the whole cache is dropped, which is quicker."""


class Mark(NamedTuple):
    """The audit row of an event; by default that before the first event."""

    number: int = 0
    hash: str = GENESIS
    signature: str = ""


class Known(NamedTuple):
    """The cached part of the state after the event ``last``."""

    last: Mark
    balances: dict[str, Balance | None]
    documents: dict[str, str | None]


class Books:
    """The state after the last event, as a command may read it."""

    def __init__(self, connection: PreparedConnection, known: Known) -> None:
        self._connection, self._known = connection, known

    @property
    def next_number(self) -> int:
        return self._known.last.number + 1

    def document(self, name: str) -> str | None:
        cache = self._known.documents
        if name not in cache:
            cache[name] = _checked_document(self._connection, name)
        return cache[name]

    def balance(self, account: str) -> Balance:
        return self.stored_balance(account) or Balance()

    def stored_balance(self, account: str) -> Balance | None:
        """None if the account has no entries."""
        cache = self._known.balances
        if account not in cache:
            row = self._connection.first(statements.ACCOUNT, {"name": account})
            cache[account] = None if row is None else Balance(*row)
        return cache[account]


def changed_since(connection: PreparedConnection, known: Known, last: Mark) -> Known:
    """The cached state without the documents and balances that the events of other processes have changed."""
    if last.number - known.last.number > MAX_CHANGED:
        return Known(last, {}, {})
    after = {"number": known.last.number}
    for (name,) in connection.execute(statements.WRITTEN_SINCE, after):
        known.documents.pop(name, None)
    for accounts in connection.execute(statements.ENTERED_SINCE, after):
        for account in accounts:
            known.balances.pop(account, None)
    return known._replace(last=last)


def posted_before(connection: PreparedConnection, key: str, request_digest: str) -> Posted | None:
    """The stored answer of an earlier command with the same key, if any. It must be the same command."""
    row = connection.first(statements.FIND, {"key": key})
    if row is None:
        return None
    number, stored_digest, answer, hash_ = row
    if stored_digest != request_digest:
        raise LedgerFault("key-reused", f"the key {key!r} was used for another command, event {number}")
    return Posted(number, json.loads(answer), True, hash_ or "")


def _checked_document(connection: PreparedConnection, name: str) -> str | None:
    """A document; refused if its digest is not the one in the last event that wrote it."""
    (body,) = connection.first(statements.DOCUMENT, {"name": name}) or (None,)
    (log,) = connection.first(statements.WRITTEN, {"name": name}) or (None,)
    if (body is None) != (log is None) or (body is not None and [name, digest(body)] not in json.loads(str(log))):
        raise LedgerFault("tampered", f"the document {name!r} differs from the log: verify the books")
    return None if body is None else str(body)
