"""Copies books that may be in use to a file, with the signed head of the last event.

SQLite's backup API copies one snapshot while a server continues to write. A file gets its final name only when it is
complete and on the disk.
"""

import glob
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from lammer.ledger.keys import sync_folder
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.verify.keys import Keys, keys_of
from lammer.ledger.witness import Head

PAGES_AT_ONCE = 2_000
OnProgress = Callable[[int, int], None]


class Last(NamedTuple):
    """A journal and its last event; the number is 0 if there is no event."""

    journal: str
    public_key: str
    """The first key of the books."""
    number: int
    hash: str


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A temporary file to write to, which only the owner can read. It gets its final name once it is on the disk; after
    an error it is removed."""
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.*.part*"):
        _remove_leftover(leftover)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        yield beside
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        beside.rename(path)
        sync_folder(path.parent)
    finally:
        for file_left in (beside, *(Path(f"{beside}{end}") for end in ("-journal", "-wal", "-shm"))):
            with suppress(FileNotFoundError):
                file_left.unlink()


def _remove_leftover(leftover: Path) -> None:
    """Removes a temporary file unless the process that writes it is still running."""
    process = leftover.name.rpartition(".part")[0].rpartition(".")[2]
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, ValueError):
        leftover.unlink(missing_ok=True)
    except PermissionError:
        return


def copy_books(source: sqlite3.Connection, target: Path, on_progress: OnProgress = lambda done, total: None) -> None:
    """Copies one snapshot. The copy is complete without a -wal file."""
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        copy.execute("PRAGMA synchronous=FULL")
        # An open read transaction keeps the snapshot, so that writers do not restart the copy.
        source.execute("BEGIN")
        try:
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(copy, pages=PAGES_AT_ONCE, progress=lambda _, left, total: on_progress(total - left, total))
        finally:
            source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode=DELETE").fetchone()


def opened(path: Path) -> sqlite3.Connection:
    """Opens existing books; a missing file is never created."""
    try:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=10)
    except sqlite3.Error as error:
        raise LedgerFault("unusable-store", f"{path}: cannot be opened: {error}") from None


def last_of(books: sqlite3.Connection, path: Path) -> Last:
    """The journal's id and last event; raises LedgerFault for a file that is not a journal."""
    try:
        facts = dict(books.execute("SELECT name, value FROM journal_facts").fetchall())
        row = books.execute("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1").fetchone()
        return Last(facts["journal"], facts["public_key"], *(row or (0, "")))
    except (sqlite3.Error, KeyError) as error:
        raise LedgerFault("no-books", f"{path}: not the books of lammer: {error}") from None


def signed_head(
    last: Last, seal: Seal | None, stored: Iterator[tuple[int, str, str]], keys: Keys
) -> dict[str, Any] | None:
    """The head of the last event, signed with ``seal``; without the current key, the first of the ``stored`` heads."""
    if seal is not None and last.number and seal.public == keys.at(last.number).text:
        signed: tuple[int, str, str] | None = (
            last.number,
            last.hash,
            seal.sign(last.journal, last.number, last.hash),
        )
    else:
        signed = next(stored, None)
    if signed is None:
        return None
    number = signed[0]
    return Head(last.journal, keys.at(number).text, *signed, keys=keys.up_to(number)).as_json()


HEADS = "SELECT number, hash, signature FROM heads ORDER BY number DESC LIMIT 1"


def back_up(
    source: Path, target: Path, seal: Seal | None, on_progress: OnProgress = lambda done, total: None
) -> tuple[Last, dict[str, Any] | None]:
    """Copies the books at ``source`` to the new file ``target``; returns the copy's last event and its signed head."""
    with closing(opened(source)) as books:
        last_of(books, source)
        try:
            copy_books(books, target, on_progress)
        except sqlite3.Error as error:
            raise LedgerFault("unusable-store", f"{source}: cannot be copied: {error}") from None
    with closing(opened(target)) as copy:
        last = last_of(copy, target)
        return last, signed_head(last, seal, iter(copy.execute(HEADS).fetchall()), keys_of(copy.execute))


def head_file(backup: Path) -> Path:
    """The path of a backup's signed head."""
    return backup.with_name(f"{backup.name}.head.json")


def write_json(path: Path, value: Any) -> None:
    """Writes a small file atomically."""
    with written_whole(path) as beside:
        beside.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
