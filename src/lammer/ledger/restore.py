"""Restores a backup, and never replaces newer books without notice.

Books that are there are replaced page by page within one transaction of SQLite: a restore that is killed leaves the
old books, and a server that is started meanwhile waits. The replaced books are kept in a file of their own.

Restored books have no sessions: one that was ended after the backup must not be open again.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from lammer.ledger.backup import PAGES_AT_ONCE, Last, Told, copy_books, last_of, opened, write_json, written_whole
from lammer.ledger.refusals import LedgerFault

LOST = "SELECT number, at, kind, actor, about, key FROM events WHERE number > ? ORDER BY number"
MOVED = "SELECT debit, credit, amount, reason FROM entries WHERE event = ? ORDER BY line"


class Behind(NamedTuple):
    """What a restore would lose: events of the present books after the last common event."""

    common: int
    lost: int
    present: Last


def compared(present: sqlite3.Connection, where: Path, backup: sqlite3.Connection, file: Path) -> Behind:
    """Compares the present books with the backup; raises LedgerFault if they are different journals."""
    here, there = last_of(present, where), last_of(backup, file)
    if (here.journal, here.public_key) != (there.journal, there.public_key):
        raise LedgerFault(
            "other-books", f"{where} holds other books than {file}: move them away first, or restore to another file"
        )
    common = _common(present, backup, min(here.number, there.number))
    return Behind(common, here.number - common, here)


def _common(present: sqlite3.Connection, backup: sqlite3.Connection, maximum: int) -> int:
    """The last common event. Each hash covers all earlier events, so a binary search finds it."""
    low, high = 0, maximum
    while low < high:
        middle = (low + high + 1) // 2
        one, other = (
            books.execute("SELECT hash FROM audit WHERE number = ?", (middle,)).fetchone()
            for books in (present, backup)
        )
        low, high = (middle, high) if one == other and one is not None else (low, middle - 1)
    return low


def lost_events(present: sqlite3.Connection, behind: Behind) -> dict[str, Any]:
    """What the present books have after the backup, for the record: who did what, and what it moved."""
    events = [
        dict(zip(("number", "at", "kind", "actor", "about", "key"), row, strict=True))
        | {"entries": [list(line) for line in present.execute(MOVED, (row[0],)).fetchall()]}
        for row in present.execute(LOST, (behind.common,)).fetchall()
    ]
    return {"kept_up_to": behind.common, "last_event": behind.present._asdict(), "lost": events}


@contextmanager
def alone(where: Path) -> Iterator[sqlite3.Connection]:
    """The books, locked against everybody else until the end; refused while a server has them open."""
    with closing(opened(where)) as books:
        try:
            books.execute("PRAGMA busy_timeout=1000").fetchone()
            # SQLite leaves WAL mode only for a connection that is the only one.
            books.execute("PRAGMA journal_mode=DELETE").fetchone()
            books.execute("PRAGMA locking_mode=EXCLUSIVE").fetchone()
            books.execute("BEGIN EXCLUSIVE")
            books.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise LedgerFault("in-use", f"{where}: a server has these books open; stop it first") from None
            raise LedgerFault("unusable-store", f"{where}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise LedgerFault("unreadable", f"{where}: cannot be read: {error}") from None
        yield books


def replace(
    where: Path, books: sqlite3.Connection, backup: sqlite3.Connection, on_progress: Told = lambda done, total: None
) -> Path:
    """Puts the backup's pages in place of the books'; gives the file that keeps the replaced ones."""
    kept = free_name(where, "replaced", ".db")
    with written_whole(kept) as beside:
        copy_books(books, beside)
    with _without_sessions(where, backup) as ready:
        # SQLite keeps the old pages in a journal until the last one is written: whoever opens a half-done file gets
        # them.
        ready.backup(books, pages=PAGES_AT_ONCE, progress=lambda _, left, total: on_progress(total - left, total))
    return kept


@contextmanager
def _without_sessions(where: Path, backup: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A copy of the backup beside the books, for as long as it is needed. The sessions are deleted there and not in the
    restored books, so that a restore that is killed leaves no books with sessions."""
    beside = free_name(where, "restoring", ".db")
    try:
        copy_books(backup, beside)
        _end_sessions(beside)
        with closing(opened(beside)) as copy:
            yield copy
    finally:
        beside.unlink(missing_ok=True)


def _end_sessions(path: Path) -> None:
    with closing(opened(path)) as books:
        books.execute("PRAGMA secure_delete=ON").fetchone()
        if books.execute("SELECT 1 FROM sqlite_master WHERE name = 'sessions'").fetchone():
            books.execute("DELETE FROM sessions")


def set_aside(where: Path) -> Path:
    """Moves books that cannot be read out of the way, with what SQLite keeps beside them."""
    kept = free_name(where, "replaced", ".db")
    for end in ("-wal", "-shm", ""):
        beside = Path(f"{where}{end}")
        if beside.exists():
            beside.rename(f"{kept}{end}")
    return kept


def put_new(where: Path, backup: sqlite3.Connection) -> None:
    """The backup as a new file."""
    with written_whole(where) as beside:
        copy_books(backup, beside)
        _end_sessions(beside)


def record_loss(where: Path, told: dict[str, Any]) -> Path:
    path = free_name(where, "lost", ".json")
    write_json(path, told)
    return path


def free_name(where: Path, what: str, end: str) -> Path:
    """An unused file name beside the books."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    names = (
        where.with_name(f"{where.name}.{what}-{stamp}{more}{end}") for more in ["", *(f"-{n}" for n in range(2, 100))]
    )
    return next(name for name in names if not name.exists())
