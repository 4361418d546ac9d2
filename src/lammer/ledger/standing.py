"""The state after the last event, which a command may read while it is carried out."""

import json
from typing import NamedTuple

from lammer.ledger import statements
from lammer.ledger.prepared_sql import PreparedConnection
from lammer.ledger.records import GENESIS, Balance, Posted, digest
from lammer.ledger.refusals import LedgerFault

MAX_CHANGED = 1000
"""Events of others after which it is quicker to forget all."""


class Mark(NamedTuple):
    """The last event: its audit row."""

    number: int = 0
    hash: str = GENESIS
    signature: str = ""


class Known(NamedTuple):
    """The state after the event ``last``, as far as it was read."""

    last: Mark
    balances: dict[str, Balance | None]
    documents: dict[str, str | None]


class Books:
    """The state that a command may read: everything after the last event."""

    def __init__(self, connection: PreparedConnection, known: Known) -> None:
        self._connection, self._known = connection, known

    @property
    def next_number(self) -> int:
        return self._known.last.number + 1

    def document(self, name: str) -> str | None:
        found = self._known.documents
        if name not in found:
            found[name] = _vouched_for(self._connection, name)
        return found[name]

    def balance(self, account: str) -> Balance:
        return self.stored_balance(account) or Balance()

    def stored_balance(self, account: str) -> Balance | None:
        """None when nothing was ever entered."""
        found = self._known.balances
        if account not in found:
            row = self._connection.first(statements.ACCOUNT, {"name": account})
            found[account] = None if row is None else Balance(*row)
        return found[account]


def changed_since(connection: PreparedConnection, known: Known, last: Mark) -> Known:
    """The cached state that is still valid after other processes have written: all that their events did not change."""
    if last.number - known.last.number > MAX_CHANGED:
        return Known(last, {}, {})
    after = {"number": known.last.number}
    for (name,) in connection.execute(statements.WRITTEN_SINCE, after):
        known.documents.pop(name, None)
    for accounts in connection.execute(statements.ENTERED_SINCE, after):
        for account in accounts:
            known.balances.pop(account, None)
    return known._replace(last=last)


def posted_before(connection: PreparedConnection, key: str, asked: str) -> Posted | None:
    """The stored answer of an earlier command with the same key."""
    row = connection.first(statements.FIND, {"key": key})
    if row is None:
        return None
    number, said, answer, hash_ = row
    if said != asked:
        raise LedgerFault("key-reused", f"the key {key!r} was used for another command, event {number}")
    return Posted(number, json.loads(answer), True, hash_ or "")


def _vouched_for(connection: PreparedConnection, name: str) -> str | None:
    """A document as the last event that wrote it left it; one that was changed since is not taken up."""
    (body,) = connection.first(statements.DOCUMENT, {"name": name}) or (None,)
    (said,) = connection.first(statements.WRITTEN, {"name": name}) or (None,)
    if (body is None) != (said is None) or (body is not None and [name, digest(body)] not in json.loads(str(said))):
        raise LedgerFault("tampered", f"the document {name!r} is not what the log says was written: verify the books")
    return None if body is None else str(body)
