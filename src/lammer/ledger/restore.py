"""Restores a backup, and never replaces newer books without notice.

Existing books are replaced page by page in one SQLite transaction: if the restore is killed, the old books remain, and
a server that is started meanwhile waits. The replaced books are kept in a separate file.

Restored books have no sessions: a session that was ended after the backup must not be open again.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from lammer.ledger.backup import PAGES_AT_ONCE, Last, OnProgress, copy_books, last_of, opened, write_json, written_whole
from lammer.ledger.refusals import LedgerFault

LOST = "SELECT number, at, kind, actor, about, key FROM events WHERE number > ? ORDER BY number"
MOVED = "SELECT debit, credit, amount, reason FROM entries WHERE event = ? ORDER BY line"


class Behind(NamedTuple):
    """The events that a restore would lose: those of the present books after the last common event."""

    common: int
    lost: int
    present: Last


def compared(present: sqlite3.Connection, where: Path, backup: sqlite3.Connection, file: Path) -> Behind:
    """Compares the present books with the backup; raises LedgerFault if they are different journals."""
    here, there = last_of(present, where), last_of(backup, file)
    if (here.journal, here.public_key) != (there.journal, there.public_key):
        raise LedgerFault(
            "other-books", f"{where} and {file} are different books: move {where} away, or restore to another file"
        )
    common = _common(present, backup, min(here.number, there.number))
    return Behind(common, here.number - common, here)


def _common(present: sqlite3.Connection, backup: sqlite3.Connection, maximum: int) -> int:
    """The last common event, found by binary search, since each hash covers all earlier events."""
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
    """The events that the restore removes, each with its actor and entries, for the record."""
    events = [
        dict(zip(("number", "at", "kind", "actor", "about", "key"), row, strict=True))
        | {"entries": [list(line) for line in present.execute(MOVED, (row[0],)).fetchall()]}
        for row in present.execute(LOST, (behind.common,)).fetchall()
    ]
    return {"kept_up_to": behind.common, "last_event": behind.present._asdict(), "lost": events}


@contextmanager
def alone(where: Path) -> Iterator[sqlite3.Connection]:
    """Opens the books with an exclusive lock; refused while a server has them open."""
    with closing(opened(where)) as books:
        try:
            books.execute("PRAGMA busy_timeout=1000").fetchone()
            # SQLite leaves WAL mode only if there is no other connection.
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
    where: Path,
    books: sqlite3.Connection,
    backup: sqlite3.Connection,
    on_progress: OnProgress = lambda done, total: None,
) -> Path:
    """Overwrites the books with the backup's pages; returns the file that keeps the replaced books."""
    kept = free_name(where, "replaced", ".db")
    with written_whole(kept) as beside:
        copy_books(books, beside)
    with _without_sessions(where, backup) as ready:
        # SQLite keeps the old pages in its journal until the last page is written, and restores them from there when
        # someone opens a half-written file.
        ready.backup(books, pages=PAGES_AT_ONCE, progress=lambda _, left, total: on_progress(total - left, total))
    return kept


@contextmanager
def _without_sessions(where: Path, backup: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A temporary copy of the backup beside the books, without sessions. If they were deleted from the restored books
    instead, a restore that is killed could leave books with sessions."""
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
    """Renames books that cannot be read, with SQLite's -wal and -shm files."""
    kept = free_name(where, "replaced", ".db")
    for end in ("-wal", "-shm", ""):
        beside = Path(f"{where}{end}")
        if beside.exists():
            beside.rename(f"{kept}{end}")
    return kept


def put_new(where: Path, backup: sqlite3.Connection) -> None:
    """Restores the backup to a new file."""
    with written_whole(where) as beside:
        copy_books(backup, beside)
        _end_sessions(beside)


def record_loss(where: Path, loss: dict[str, Any]) -> Path:
    path = free_name(where, "lost", ".json")
    write_json(path, loss)
    return path


def free_name(where: Path, what: str, end: str) -> Path:
    """An unused file name beside the books."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    names = (
        where.with_name(f"{where.name}.{what}-{stamp}{more}{end}") for more in ["", *(f"-{n}" for n in range(2, 100))]
    )
    return next(name for name in names if not name.exists())
