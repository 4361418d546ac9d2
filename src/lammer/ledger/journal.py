"""The journal: a command goes in once, and event, entries, audit row, balances and documents are on the disk together
before its answer comes out.

What the last event left (hash, balances, documents) is remembered between commands and trusted only while no other
writer has added an event: number and hash of the last one say so.
"""

import json
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from lammer.ledger import schema
from lammer.ledger.notices import CHANNEL, listen
from lammer.ledger.peek import Peek
from lammer.ledger.phrases import Phrases, Spoken
from lammer.ledger.records import GENESIS, Balance, Command, Entry, Link, Posted, Posting, canonical, chained, digest
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.store import checkpoint, engine_of, has_tables, migrate, reading, unusable, writing

HEAD_EVERY = 100
"""Events between two signed heads, at most."""
LONGEST_KEY = 200
MOST = 2**62
"""Amounts beyond this would not fit into the books."""

_FIND = select(schema.events.c.number, schema.events.c.digest, schema.events.c.answer).where(
    schema.events.c.key == bindparam("key")
)
_LAST = select(schema.audit.c.number, schema.audit.c.hash).order_by(schema.audit.c.number.desc()).limit(1)
_DOCUMENT = select(schema.documents.c.body).where(schema.documents.c.name == bindparam("name"))
_WRITTEN = (
    select(schema.events.c.documents)
    .join(schema.writings, schema.writings.c.event == schema.events.c.number)
    .where(schema.writings.c.name == bindparam("name"))
    .order_by(schema.writings.c.event.desc())
    .limit(1)
)
_ACCOUNT = select(schema.accounts.c.debits, schema.accounts.c.credits).where(
    schema.accounts.c.name == bindparam("name")
)
_NEW_EVENT, _NEW_ENTRY = insert(schema.events), insert(schema.entries)
_NEW_AUDIT, _NEW_HEAD = insert(schema.audit), insert(schema.heads)
_NEW_DOCUMENT, _NEW_ACCOUNT = insert(schema.documents), insert(schema.accounts)
_NEW_WRITING = insert(schema.writings)
_REPLACE_DOCUMENT = (
    update(schema.documents).where(schema.documents.c.name == bindparam("its_name")).values(body=bindparam("body"))
)
_NOTIFY = text("SELECT pg_notify(:channel, :about)")
_UPDATE_ACCOUNT = (
    update(schema.accounts)
    .where(schema.accounts.c.name == bindparam("its_name"))
    .values(debits=bindparam("debits"), credits=bindparam("credits"))
)


class Known(NamedTuple):
    """How things stood after event ``number``, as far as anyone asked."""

    number: int
    hash: str
    balances: dict[str, Balance | None]
    documents: dict[str, str | None]


class Books:
    """What a command may read while it is carried out: everything as the last event left it."""

    def __init__(self, connection: Spoken, known: Known) -> None:
        self._connection, self._known = connection, known

    @property
    def next_number(self) -> int:
        return self._known.number + 1

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
            row = self._connection.execute(_ACCOUNT, {"name": account}).first()
            found[account] = None if row is None else Balance(row.debits, row.credits)
        return found[account]


class Journal:
    """``side_of`` says of an account whether it may not fall below zero: "credit", "debit" or "either"."""

    def __init__(
        self,
        engine: Engine,
        seal: Seal,
        side_of: Callable[[str], str],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._engine, self._seal, self._side_of, self._now = engine, seal, side_of, now
        self._known: Known | None = None
        self._phrases = Phrases(engine.dialect)
        self._peek = Peek(engine, _DOCUMENT)
        # The store would make threads of one process wait for one another too, but by polling.
        self._turn = threading.Lock()
        with reading(engine) as connection:
            self.id, public = _facts(connection)
        if public != seal.public:
            raise LedgerFault("other-key", "this is not the key these books are signed with")

    @property
    def where(self) -> str:
        """The file or the address of the books, for whoever reads them on their own."""
        url = self._engine.url
        return (
            url.set(drivername="postgresql").render_as_string(hide_password=False) if self.shared else str(url.database)
        )

    @property
    def shared(self) -> bool:
        """Whether other processes may write to these books too, and hear of what is written."""
        return self._engine.dialect.name == "postgresql"

    def listen(self, told: Callable[[str], None], stop: threading.Event) -> None:
        """Tells what every event was about, whoever wrote it; for shared books."""
        listen(self._engine, told, stop)

    def post(self, command: Command, carry_out: Callable[[Books], Posting]) -> Posted:
        """Carries a command out once. Whatever ``carry_out`` raises leaves the books as they were."""
        if not 0 < len(command.key) <= LONGEST_KEY:
            raise LedgerFault("bad-key", f"an idempotency key has 1 to {LONGEST_KEY} characters")
        asked = canonical([command.kind, command.actor, command.body])
        try:
            with self._turn:
                known, self._known = self._known, None
                with writing(self._engine) as open_:
                    connection = Spoken(open_, self._phrases)
                    if (posted := _posted_before(connection, command.key, digest(asked))) is not None:
                        return posted
                    known = _as_it_stands(connection, known)
                    posting = carry_out(Books(connection, known))
                    after = self._write(connection, known, command, digest(asked), posting)
                self._known = after
        except IntegrityError as error:
            if "below_zero" not in str(error.orig):
                raise unusable(self._engine, error) from None
            raise LedgerFault("overdrawn", f"an account would fall below zero: {error.orig}") from None
        except SQLAlchemyError as error:
            raise unusable(self._engine, error) from None
        return Posted(after.number, json.loads(canonical(posting.answer)), False)

    def _write(self, connection: Spoken, known: Known, command: Command, asked: str, posting: Posting) -> Known:
        _check(posting)
        books = Books(connection, known)
        there = {name for name in posting.documents if books.document(name) is not None}
        number, at = known.number + 1, self._now().astimezone(UTC).isoformat(timespec="microseconds")
        texts = {
            "body": canonical(command.body),
            "answer": canonical(posting.answer),
            "documents": canonical(sorted([name, digest(body)] for name, body in posting.documents.items())),
        }
        row = {"number": number, "key": command.key, "digest": asked, "kind": command.kind, "actor": command.actor}
        connection.execute(_NEW_EVENT, row | {"at": at, "about": posting.about} | texts)
        if posting.entries:
            lines = [entry._asdict() | {"event": number, "line": line} for line, entry in enumerate(posting.entries)]
            connection.execute(_NEW_ENTRY, lines)
            self._write_balances(connection, known, posting.entries)
        _write_documents(connection, known, posting.documents, there)
        if posting.documents:
            connection.execute(_NEW_WRITING, [{"name": name, "event": number} for name in posting.documents])
        said = [list(entry) for entry in posting.entries]
        link = Link(
            known.hash, number, command.key, command.kind, command.actor, at, posting.about, **texts, entries=said
        )
        hash_ = chained(link)
        connection.execute(_NEW_AUDIT, {"number": number, "hash": hash_})
        if posting.sealed or number % HEAD_EVERY == 0:
            connection.execute(_NEW_HEAD, self._head(number, hash_))
        if self.shared:
            connection.execute(_NOTIFY, {"channel": CHANNEL, "about": posting.about})
        return known._replace(number=number, hash=hash_)

    def _write_balances(self, connection: Spoken, known: Known, entries: Iterable[Entry]) -> None:
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
            connection.execute(_NEW_ACCOUNT, new)
        if changed:
            connection.execute(_UPDATE_ACCOUNT, changed)
        known.balances.update(after)

    def _head(self, number: int, hash_: str) -> dict[str, Any]:
        return {"number": number, "hash": hash_, "signature": self._seal.sign(self.id, number, hash_)}

    def sign_head(self) -> dict[str, Any]:
        """The last event's hash, signed: kept elsewhere, it proves that nothing up to it was changed or taken away."""
        with writing(self._engine) as connection:
            last = connection.execute(_LAST).first()
            if last is None:
                raise LedgerFault("empty", "nothing has been written yet")
            head = self._head(last.number, last.hash)
            known = select(schema.heads.c.number).where(schema.heads.c.number == last.number)
            if connection.execute(known).first() is None:
                connection.execute(_NEW_HEAD, head)
        return {"journal": self.id, "public_key": self._seal.public, **head}

    def balances(self) -> dict[str, Balance]:
        with reading(self._engine) as connection:
            rows = connection.execute(select(schema.accounts))
            return {row.name: Balance(row.debits, row.credits) for row in rows}

    def balance(self, account: str) -> Balance:
        return self.look("", [account])[1].get(account, Balance())

    def balance_after(self, account: str, number: int) -> int:
        """What an account held for its owner once an event was written."""
        lines, here = schema.entries.c, schema.entries.c.event <= number
        added, taken = (
            select(func.coalesce(func.sum(lines.amount), 0)).where(side == account, here)
            for side in (lines.credit, lines.debit)
        )
        with reading(self._engine) as connection:
            return int(connection.execute(added).scalar_one()) - int(connection.execute(taken).scalar_one())

    def actor_of(self, key: str) -> str | None:
        """Who asked for the command of a key; None for a key that was never used."""
        with reading(self._engine) as connection:
            found: str | None = connection.execute(
                select(schema.events.c.actor).where(schema.events.c.key == key)
            ).scalar()
            return found

    def look(self, document: str, accounts: Sequence[str]) -> tuple[str | None, dict[str, Balance]]:
        """A document and some balances, both as one event left them."""
        return self._peek.look(document, accounts)

    def document(self, name: str) -> str | None:
        return self._peek.document(name)

    def documents(self, prefix: str) -> dict[str, str]:
        """Every document whose name begins so, as one event left them."""
        with reading(self._engine) as connection:
            found = select(schema.documents).where(schema.documents.c.name.startswith(prefix, autoescape=True))
            return {row.name: row.body for row in connection.execute(found.order_by(schema.documents.c.name))}

    def events_about(self, about: str) -> list[Mapping[str, Any]]:
        """Every event about one thing, in order, each with its entries and its hash."""
        return list(self._told(schema.events.c.about == about))

    def count_about(self, about: str) -> int:
        with reading(self._engine) as connection:
            found = select(func.count()).select_from(schema.events).where(schema.events.c.about == about)
            return int(connection.execute(found).scalar_one())

    def last_events(self, count: int) -> list[Mapping[str, Any]]:
        with reading(self._engine) as connection:
            last = connection.execute(_LAST).first()
        return list(self._told(schema.events.c.number > last.number - count)) if last is not None else []

    def _told(self, which: Any) -> Iterator[Mapping[str, Any]]:
        with reading(self._engine) as connection:
            query = select(schema.events, schema.audit.c.hash).join(schema.audit).where(which)
            for row in connection.execute(query.order_by(schema.events.c.number)).mappings():
                lines = select(schema.entries).where(schema.entries.c.event == row["number"])
                entries = connection.execute(lines.order_by(schema.entries.c.line)).mappings()
                yield dict(row) | {"entries": [dict(line) for line in entries]}

    def close(self) -> None:
        """Ends in order: what SQLite's log holds goes into the file itself, which is then whole without it."""
        checkpoint(self._engine)
        self._engine.dispose()


def _vouched_for(connection: Spoken, name: str) -> str | None:
    """A document as the last event that wrote it left it; one that was changed since is not taken up."""
    body: str | None = connection.execute(_DOCUMENT, {"name": name}).scalar()
    said = connection.execute(_WRITTEN, {"name": name}).scalar()
    if (body is None) != (said is None) or (body is not None and [name, digest(body)] not in json.loads(str(said))):
        raise LedgerFault("tampered", f"the document {name!r} is not what the log says was written: verify the books")
    return body


def _check(posting: Posting) -> None:
    """What the chain could not repeat is refused here: amounts that are no whole numbers, accounts without a name."""
    for entry in posting.entries:
        whole = type(entry.amount) is int and 0 < entry.amount < MOST
        if not whole or not entry.debit or not entry.credit or entry.debit == entry.credit:
            raise LedgerFault("bad-entry", f"{tuple(entry)}: an entry moves a whole amount between two accounts")


def _posted_before(connection: Spoken, key: str, asked: str) -> Posted | None:
    row = connection.execute(_FIND, {"key": key}).first()
    if row is None:
        return None
    if row.digest != asked:
        raise LedgerFault("key-reused", f"the key {key!r} was used for another command, event {row.number}")
    return Posted(row.number, json.loads(row.answer), True)


def _as_it_stands(connection: Spoken, known: Known | None) -> Known:
    last = connection.execute(_LAST).first()
    number, hash_ = (last.number, last.hash) if last is not None else (0, GENESIS)
    same = known is not None and (known.number, known.hash) == (number, hash_)
    return known if known is not None and same else Known(number, hash_, {}, {})


def _write_documents(connection: Spoken, known: Known, documents: Mapping[str, str], there: set[str]) -> None:
    for name, body in documents.items():
        if name in there:
            connection.execute(_REPLACE_DOCUMENT, {"its_name": name, "body": body})
        else:
            connection.execute(_NEW_DOCUMENT, {"name": name, "body": body})
        known.documents[name] = body


def _facts(connection: Connection) -> tuple[str, str]:
    found = {row.name: row.value for row in connection.execute(select(schema.facts))}
    if not found:
        raise LedgerFault("no-books", "these books were never begun: create a link first")
    return found["journal"], found["public_key"]


def create_journal(
    where: str | Path, key_file: Path, side_of: Callable[[str], str], engine: Engine | None = None, **more: Any
) -> Journal:
    """New books; books that are there are opened as they are. Another ``engine`` is for fault tests alone."""
    engine = engine or engine_of(where)
    migrate(engine)
    with writing(engine) as connection:
        begun = connection.execute(select(schema.facts.c.name)).first() is not None
        # Only new books get a new key: a key that was lost is to be put back, not replaced.
        seal = Seal.read_from(key_file) if begun else Seal.made_in(key_file)
        if not begun:
            told = {"journal": secrets.token_hex(8), "public_key": seal.public}
            connection.execute(insert(schema.facts), [{"name": name, "value": value} for name, value in told.items()])
    return Journal(engine, seal, side_of, **more)


def open_journal(where: str | Path, key_file: Path, side_of: Callable[[str], str], **more: Any) -> Journal:
    """Books that were created before."""
    if "://" not in str(where) and not Path(where).exists():
        raise LedgerFault("no-books", f"{where}: there are no books here yet; create a link first")
    engine = engine_of(where)
    if not has_tables(engine):
        raise LedgerFault("no-books", f"{where}: there are no books here yet; create a link first")
    migrate(engine)
    return Journal(engine, Seal.read_from(key_file), side_of, **more)
