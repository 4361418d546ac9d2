"""The journal executes each command once. It commits event, entries, audit row, balances and documents together before
it returns the answer.

The state after the last event (hash, balances, documents) is cached between commands. The number and hash of the last
event show whether another writer has added events: these must be signed, and what they changed leaves the cache.
"""

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from lammer.ledger import schema, statements
from lammer.ledger.batch import Batch
from lammer.ledger.event_writer import EventWriter
from lammer.ledger.fast_reads import FastReads
from lammer.ledger.history import History
from lammer.ledger.key_files import seal_in_use
from lammer.ledger.keys import KeyPlace
from lammer.ledger.notices import listen
from lammer.ledger.older import begin_signing
from lammer.ledger.operational import Operational
from lammer.ledger.prepared_sql import PreparedConnection, PreparedStatements
from lammer.ledger.probe import document_names, probe
from lammer.ledger.records import (
    Balance,
    Command,
    Posted,
    Posting,
    canonical,
    digest_of,
)
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.standing import Books as Books
from lammer.ledger.standing import Known, Mark, changed_since, posted_before
from lammer.ledger.start_checks import check_books, refuse
from lammer.ledger.start_progress import StartProgress
from lammer.ledger.store import (
    checkpoint,
    engine_of,
    has_tables,
    migrate,
    place_of,
    protect_files,
    reading,
    turn_among_processes,
    turn_among_threads,
    unusable,
    writing,
)
from lammer.ledger.trust import Trust, endorsed, keys_in
from lammer.ledger.verify.keys import ABOUT, NEW_KEY, KeyChange
from lammer.ledger.witness import Reporter, Witness, check_witness, witness_of

LONGEST_KEY = 200


class Journal(History):
    """``side_of`` returns the side on which an account must not fall below zero: "credit", "debit", or "either" for no
    limit."""

    def __init__(
        self,
        engine: Engine,
        seal: Seal,
        side_of: Callable[[str], str],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        keys: KeyPlace | None = None,
        *,
        shared: bool = False,
    ) -> None:
        self.keys = keys
        self.in_file = engine.dialect.name == "sqlite"
        self.shared = shared or not self.in_file
        """Whether other processes may write to these books at the same time."""
        self.beside: Callable[[Command, int], tuple[Command, Posting] | None] = lambda _command, _number: None
        """For a command and the number of its event: a second event to write in the same transaction, or None."""
        self.committed: Callable[[], None] = lambda: None
        """Called after each commit of new events by this process, in the thread that wrote them."""
        self.reporter: Reporter | None = None
        super().__init__(engine)
        self._known: Known | None = None
        self._batch: Batch | None = None
        self._ours: set[int] = set()
        """Numbers of events that this process wrote and whose notices have not arrived yet."""
        self._listening = False
        self._prepared = PreparedStatements(engine.dialect)
        self._reads = FastReads(engine, statements.DOCUMENT)
        self._turn = threading.Lock()
        self.operational = Operational(engine, self._turn)
        with reading(engine) as connection:
            self.id = _journal_in(connection)
            last = connection.execute(statements.LAST).first()
            self._trust = Trust(self.id, seal, keys_in(connection))
        self._writer = EventWriter(self.id, seal, side_of, now, notify=not self.in_file)
        self._trusted = Mark() if last is None else self._trust.vouched(Mark(*last))

    @property
    def where(self) -> str:
        """The file of the books, or their URL with password, for code that opens its own connection."""
        url = self._engine.url
        if self.in_file:
            return str(url.database)
        return url.set(drivername="postgresql").render_as_string(hide_password=False)

    def listen(self, on_event: Callable[[str], None], stop: threading.Event) -> threading.Thread:
        """Calls ``on_event`` with the subject of every event of other processes, and possibly of our own; for shared
        books. Join the thread before closing the journal."""
        self._listening = True
        return listen(self._engine, on_event, self._ours, stop)

    def post(self, command: Command, carry_out: Callable[[Books], Posting]) -> Posted:
        """Executes a command once. If ``carry_out`` raises an exception, the books do not change."""
        if not 0 < len(command.key) <= LONGEST_KEY:
            raise LedgerFault("bad-key", f"an idempotency key must have 1 to {LONGEST_KEY} characters")
        if (batch := self._own_batch()) is not None:
            return self._execute(batch, command, carry_out)
        with self._transaction(several=False) as batch:
            return self._execute(batch, command, carry_out)

    @contextmanager
    def together(self, *, wait: bool = True) -> Iterator[Batch]:
        """Commits the commands that this thread posts in the block together, at its end. Until then only this thread
        reads their changes, and no answer may be sent. A refused command does not affect the others; if the commit
        fails, none was executed. Without ``wait`` it raises Busy if there is another writer."""
        with self._transaction(several=True, wait=wait) as batch:
            yield batch

    @contextmanager
    def _transaction(self, *, several: bool, wait: bool = True) -> Iterator[Batch]:
        processes = turn_among_processes(self._engine, wait=wait) if self.shared and self.in_file else nullcontext()
        written = range(0)
        with turn_among_threads(self._turn, wait=wait), processes:
            try:
                with writing(self._engine, wait=wait) as connection:
                    batch = self._begin(connection, several=several)
                    try:
                        yield batch
                    finally:
                        self._batch = None
                    if batch.fault is not None:
                        raise batch.fault
                    written = range(batch.begun + 1, batch.known.last.number + 1)
                    if self._listening and self.in_file:
                        self._ours.update(written)
            except SQLAlchemyError as error:
                self._ours.difference_update(written)
                raise unusable(self._engine, error) from None
            self._known = batch.known
            if batch.posted:
                self._trusted = batch.known.last
                if self.reporter is not None:
                    self.reporter.note(self._trust.head(self._trusted))
                self.committed()

    def _begin(self, connection: Connection, *, several: bool) -> Batch:
        known, self._known = self._known, None  # stays empty if the transaction fails
        known = self._current_state(PreparedConnection(connection, self._prepared), known)
        self._batch = Batch(connection, self._prepared, known, several=several)
        return self._batch

    def _own_batch(self) -> Batch | None:
        """The open transaction of this thread, if any."""
        batch = self._batch
        return batch if batch is not None and batch.is_mine else None

    def _execute(self, batch: Batch, command: Command, carry_out: Callable[[Books], Posting]) -> Posted:
        if batch.fault is not None:
            raise batch.fault
        request_digest = digest_of(command)
        try:
            if (posted := posted_before(batch.statements, command.key, request_digest)) is not None:
                return posted
            posting = carry_out(batch.books)
            last = self._write_event(batch, command, request_digest, posting)
        except SQLAlchemyError as error:
            batch.fault = unusable(self._engine, error)
            raise batch.fault from None
        return Posted(last.number, json.loads(canonical(posting.answer)), False, last.hash)

    def _write_event(self, batch: Batch, command: Command, request_digest: str, posting: Posting) -> Mark:
        batch.begin_command()
        try:
            known = self._writer.write(batch.statements, batch.known, command, request_digest, posting)
            last, more = known.last, self.beside(command, known.last.number)
            if more is not None:
                known = self._writer.write(batch.statements, known, more[0], digest_of(more[0]), more[1])
        except IntegrityError as error:
            if "below_zero" not in str(error.orig):
                raise
            batch.undo_command()
            raise LedgerFault("overdrawn", f"an account would fall below zero: {error.orig}") from None
        except SQLAlchemyError:
            raise  # the whole transaction is lost, perhaps rolled back already
        except Exception:
            batch.undo_command()
            raise
        batch.keep_command(known)
        return last

    def _current_state(self, connection: PreparedConnection, known: Known | None) -> Known:
        row = connection.first(statements.LAST)
        last = Mark(*row) if row is not None else Mark()
        if known is not None and known.last == last:
            return known
        if last == self._trusted:
            return Known(last, {}, {})
        before, self._trusted = self._trusted, self._trust.accepted(connection, self._trusted, last)
        return Known(last, {}, {}) if known is None or known.last != before else changed_since(connection, known, last)

    def sign_head(self) -> dict[str, Any]:
        """The last event's signed hash. A copy kept elsewhere proves that no event up to it was changed or removed."""
        with reading(self._engine) as connection:
            last = connection.execute(statements.LAST).first()
            if last is None:
                raise LedgerFault("empty", "nothing has been written yet")
            # The last event of older books has no signature, but it got a signed head when they were opened.
            row = last if last.signature else connection.execute(statements.HEAD, {"number": last.number}).one()
            return self._trust.head(Mark(*row)).as_json()

    @property
    def seal(self) -> Seal:
        return self._trust.seal

    def change_key(self, new: Seal, actor: str) -> KeyChange:
        """Signs all later events with another key. The last event under the old key records the change. The first event
        under the new key is written in the same transaction, so that a process with the old key notices the change."""
        trust = self._trust
        try:
            with self.together():
                assert self._batch is not None
                change = endorsed(self.id, self._batch.known.last, trust.seal, new)
                body = {name: value for name, value in change._asdict().items() if name != "number"}
                number = change.number
                self.post(Command(f"|new key| {number}", NEW_KEY, actor, body), lambda _: Posting({}, ABOUT))
                self._trust = trust.after(change, new)
                self._writer.sign_with(new)
                notice = Command(f"|security| of event {number}", "security", actor, {"what": NEW_KEY, "of": number})
                self.post(notice, lambda _: Posting({}, f"security/{actor}"))
        except BaseException:
            self._trust = trust
            self._writer.sign_with(trust.seal)
            raise
        return change

    def balance(self, account: str) -> Balance:
        return self.look("", [account])[1].get(account, Balance())

    def look(self, document: str, accounts: Sequence[str]) -> tuple[str | None, dict[str, Balance]]:
        """A document and the existing balances, both as of the same event."""
        if (batch := self._own_batch()) is not None:
            balances = {account: batch.books.stored_balance(account) for account in accounts}
            return batch.books.document(document), {name: one for name, one in balances.items() if one is not None}
        return self._reads.look(document, accounts)

    def keep_connection(self) -> None:
        """Gives the calling thread a connection for its reads; meant for the thread that reads most."""
        self._reads.keep_connection()

    def document(self, name: str) -> str | None:
        batch = self._own_batch()
        return self._reads.document(name) if batch is None else batch.books.document(name)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        batch = self._own_batch()
        with super()._reading() if batch is None else nullcontext(batch.connection) as connection:
            yield connection

    def report_to(self, witness: Witness) -> None:
        """Compares the books with their witness, and keeps it up to date from now on."""
        with reading(self._engine) as connection:
            check_witness(
                witness,
                self.id,
                self._trust.signed_head,
                self._trusted.number,
                lambda number: connection.execute(statements.AUDIT, {"number": number}).scalars("hash").first(),
            )
        self.reporter = Reporter(witness)
        if self._trusted.signature:
            self.reporter.note(self._trust.head(self._trusted))

    def stop_reporting(self) -> None:
        """Updates the witness for the last time."""
        if self.reporter is not None:
            self.reporter.close()
            self.reporter = None

    def document_names(self, prefix: str) -> list[str]:
        return document_names(self._engine, prefix)

    def probe(self, *, write: bool) -> None:
        """Raises LedgerFault if the books cannot be read or (with ``write``) written, or if our key was replaced."""
        probe(self._engine, write=write)
        with reading(self._engine) as connection:
            self._trust.must_be_in_use(PreparedConnection(connection, self._prepared))

    def close(self) -> None:
        """Updates the witness and copies SQLite's log into the database file, which is then complete without it."""
        self.stop_reporting()
        self._reads.close()
        checkpoint(self._engine)
        self._engine.dispose()


def _journal_in(connection: Connection) -> str:
    """The id of the books."""
    journal: str | None = connection.execute(
        select(schema.facts.c.value).where(schema.facts.c.name == "journal")
    ).scalar()
    if journal is None:
        raise LedgerFault("no-books", "these books are empty: create a link first")
    return journal


def create_journal(
    where: str | Path, keys: Path | KeyPlace, side_of: Callable[[str], str], engine: Engine | None = None, **more: Any
) -> Journal:
    """Creates books; existing books are opened unchanged. ``keys`` is the signing key's file, or says where keys are
    kept. ``witness`` names the witness: an empty string means the environment variable's, None means none. ``engine``
    is only for fault tests."""
    if engine is None:
        protect_files(where, create=True)
    place = _place(keys)
    with _disposed_on_fault(engine or engine_of(where)) as opened:
        migrate(opened)
        with writing(opened) as connection:
            # Only new books get a new key. A lost key must be restored, not replaced.
            if connection.execute(select(schema.facts.c.name)).first() is None:
                _begin(connection, place)
        return _checked(opened, place, side_of, **more)


def open_journal(where: str | Path, keys: Path | KeyPlace, side_of: Callable[[str], str], **more: Any) -> Journal:
    """Opens existing books."""
    if "://" not in str(where) and not Path(where).exists():
        raise LedgerFault("no-books", f"{where}: there are no books here yet; create a link first")
    protect_files(where)
    with _disposed_on_fault(engine_of(where)) as engine:
        if not has_tables(engine):
            raise LedgerFault("no-books", f"{where}: there are no books here yet; create a link first")
        migrate(engine)
        return _checked(engine, _place(keys), side_of, **more)


@contextmanager
def _disposed_on_fault(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    except BaseException:
        engine.dispose()
        raise


def _place(keys: Path | KeyPlace) -> KeyPlace:
    return KeyPlace.at(keys) if isinstance(keys, Path) else keys


def _begin(connection: Connection, place: KeyPlace) -> None:
    """Writes the facts of new books. All their events will be signed."""
    journal = secrets.token_hex(8)
    seal = Seal.made_in(place.signing(journal))
    seal.note_signed_from(journal, 1)
    facts = {"journal": journal, "public_key": seal.public}
    connection.execute(insert(schema.facts), [{"name": name, "value": value} for name, value in facts.items()])


def _checked(
    engine: Engine, place: KeyPlace, side_of: Callable[[str], str], witness: str | None = None, **more: Any
) -> Journal:
    """Opens the journal after the quick checks. Nothing is written to books that fail them."""
    with reading(engine) as connection:
        journal, keys = _journal_in(connection), keys_in(connection)
    seal = seal_in_use(place.signing(journal), keys)
    with StartProgress() as progress:
        progress.stage("all events (once, for books of an earlier version)")
        begin_signing(engine, seal, journal, side_of, place_of(engine))
        refuse(check_books(engine, seal, journal, side_of, on_progress=progress.stage), place_of(engine))
    opened = Journal(engine, seal, side_of, keys=place, **more)
    if witness is not None and (named := witness_of(witness)) is not None:
        opened.report_to(named)
    return opened
