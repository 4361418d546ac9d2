"""Writes an event with its entries, balances, documents, hash and signature."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

from lammer.ledger import statements
from lammer.ledger.notices import CHANNEL
from lammer.ledger.prepared_sql import PreparedConnection
from lammer.ledger.records import Balance, Command, Entry, Link, Posting, canonical, chained, digest, mark
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.standing import Books, Known, Mark

HEAD_EVERY = 100
"""Events between two rows of ``heads``."""
MAXIMUM = 2**62
"""Amounts must be smaller than this to fit into the database."""


class EventWriter:
    """``notify`` sends other processes a notice of every committed event (PostgreSQL)."""

    def __init__(
        self, journal: str, seal: Seal, side_of: Callable[[str], str], now: Callable[[], datetime], *, notify: bool
    ) -> None:
        self._journal, self._seal, self._side_of, self._now, self._notify = journal, seal, side_of, now, notify

    def sign_with(self, seal: Seal) -> None:
        self._seal = seal

    def write(
        self, connection: PreparedConnection, known: Known, command: Command, request_digest: str, posting: Posting
    ) -> Known:
        _check(posting)
        books = Books(connection, known)
        existing = {name for name in posting.documents if books.document(name) is not None}
        number, at = known.last.number + 1, self._now().astimezone(UTC).isoformat(timespec="microseconds")
        texts = {
            "body": canonical(command.body),
            "answer": canonical(posting.answer),
            "documents": canonical(sorted([name, digest(body)] for name, body in posting.documents.items())),
        }
        row = {
            "number": number,
            "key": command.key,
            "digest": request_digest,
            "kind": command.kind,
            "actor": command.actor,
        }
        connection.write(statements.NEW_EVENT, row | {"at": at, "about": posting.about} | texts)
        if posting.entries:
            lines = [entry._asdict() | {"event": number, "line": line} for line, entry in enumerate(posting.entries)]
            connection.write(statements.NEW_ENTRY, lines)
            self._write_balances(connection, known, posting.entries)
        _write_documents(connection, known, posting.documents, existing)
        if posting.documents:
            connection.write(statements.NEW_WRITING, [{"name": name, "event": number} for name in posting.documents])
        link = Link(
            mark(known.last.hash, known.last.signature),
            number,
            command.key,
            command.kind,
            command.actor,
            at,
            posting.about,
            **texts,
            entries=[list(entry) for entry in posting.entries],
        )
        hash_ = chained(link)
        last = Mark(number, hash_, self._seal.sign(self._journal, number, hash_))
        connection.write(statements.NEW_AUDIT, last._asdict())
        if number % HEAD_EVERY == 0:
            connection.write(statements.NEW_HEAD, last._asdict())
        if self._notify:
            connection.execute(statements.NOTIFY, {"channel": CHANNEL, "about": posting.about})
        return known._replace(last=last)

    def _write_balances(self, connection: PreparedConnection, known: Known, entries: Iterable[Entry]) -> None:
        books, after = Books(connection, known), dict[str, Balance]()
        before = {name: books.stored_balance(name) for entry in entries for name in (entry.debit, entry.credit)}
        for debit, credit, amount, _ in entries:
            for name, debits, credits_ in ((debit, amount, 0), (credit, 0, amount)):
                held = after.get(name) or before[name] or Balance()
                after[name] = Balance(held.debits + debits, held.credits + credits_)
        new = [
            {"name": name, "side": self._side_of(name), **held._asdict()}
            for name, held in after.items()
            if before[name] is None
        ]
        changed = [{"its_name": name, **held._asdict()} for name, held in after.items() if before[name] is not None]
        if new:
            connection.write(statements.NEW_ACCOUNT, new)
        if changed:
            connection.write(statements.UPDATE_ACCOUNT, changed)
        known.balances.update(after)


def _check(posting: Posting) -> None:
    """Refuses entries that the chain cannot represent: amounts that are not integers, accounts without a name."""
    for entry in posting.entries:
        whole = type(entry.amount) is int and 0 < entry.amount < MAXIMUM
        if not whole or not entry.debit or not entry.credit or entry.debit == entry.credit:
            raise LedgerFault("bad-entry", f"{tuple(entry)}: an entry moves a whole amount between two accounts")


def _write_documents(
    connection: PreparedConnection, known: Known, documents: Mapping[str, str], existing: set[str]
) -> None:
    for name, body in documents.items():
        if name in existing:
            connection.write(statements.REPLACE_DOCUMENT, {"its_name": name, "body": body})
        else:
            connection.write(statements.NEW_DOCUMENT, {"name": name, "body": body})
        known.documents[name] = body
