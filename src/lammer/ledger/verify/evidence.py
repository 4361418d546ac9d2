"""Reads the rows of a journal in order, from SQLite or PostgreSQL, over a read-only connection.

All tables are read in one snapshot, so a writer may continue, and no table is held in memory.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from lammer.errors import LammerError

Row = tuple[Any, ...]
Ask = Callable[[str], Iterator[Row]]

POSTGRES = ("postgresql://", "postgresql+psycopg://")
SQLITE = "sqlite:///"
ROWS_AT_ONCE = 5_000


class Table(NamedTuple):
    """A table, the query for its rows and the types of their columns."""

    name: str
    query: str
    kinds: tuple[type, ...]

    def after(self, number: int) -> "Table":
        """The rows of later events only; the first column is the event's number."""
        if not number:
            return self  # all rows, including those that belong to no event
        column = self.query.split()[1].rstrip(",")
        return self._replace(query=self.query.replace(" ORDER BY", f" WHERE {column} > {number} ORDER BY"))


FACTS = Table("journal_facts", "SELECT name, value FROM journal_facts", (str, str))
EVENTS = Table(
    "events",
    "SELECT number, key, digest, kind, actor, at, about, body, answer, documents FROM events ORDER BY number",
    (int, str, str, str, str, str, str, str, str, str),
)
ENTRIES = Table(
    "entries",
    "SELECT event, line, debit, credit, amount, reason FROM entries ORDER BY event, line",
    (int, int, str, str, int, str),
)
AUDIT = Table("audit", "SELECT number, hash, signature FROM audit ORDER BY number", (int, str, str))
HEADS = Table("heads", "SELECT number, hash, signature FROM heads ORDER BY number", (int, str, str))
ACCOUNTS = Table("accounts", "SELECT name, debits, credits, side FROM accounts", (str, int, int, str))
WRITINGS = Table("writings", "SELECT event, name FROM writings ORDER BY event, name", (int, str))
DOCUMENTS = Table("documents", "SELECT name, body FROM documents", (str, str))

HOW_MANY = "SELECT count(*) FROM events"
# The empty string keeps SQLite from reading an index, which may differ from the table.
DOUBLED_KEYS = "SELECT key || '', min(number), max(number) FROM events GROUP BY key || '' HAVING count(*) > 1"


class Unreadable(LammerError):
    """The rows of the database cannot be read."""


@contextmanager
def evidence(where: str) -> Iterator[Ask]:
    """A function that runs queries on the journal at ``where``: a file, or the URL of a PostgreSQL database.

    Raises FileNotFoundError if there is no such file, and Unreadable (also while rows are read) if it is not a journal.
    """
    with _postgres(where) if where.startswith(POSTGRES) else _sqlite(Path(where.removeprefix(SQLITE))) as ask:
        yield ask


def is_postgresql(where: str) -> bool:
    return where.startswith(POSTGRES)


def bytewise(where: str) -> str:
    """The SQL that makes PostgreSQL compare texts by bytes, as SQLite does, whatever the database's collation."""
    return ' COLLATE "C"' if is_postgresql(where) else ""


def damage(where: str, ask: Ask) -> Iterator[str]:
    """Faults that SQLite finds in its file: torn pages, inconsistent indexes."""
    if not where.startswith(POSTGRES):
        yield from (text for (text,) in ask("PRAGMA integrity_check") if text != "ok")


@contextmanager
def _sqlite(path: Path) -> Iterator[Ask]:
    """If there is a -wal file, there may be a writer, and SQLite's locks provide the snapshot. Otherwise the file is
    complete and not in use. It is then opened as immutable, since a read-only connection would leave a -wal file."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no journal at {path}")
    immutable = not Path(f"{path}-wal").exists()
    before = path.stat()
    uri = f"{path.absolute().as_uri()}?{'immutable=1' if immutable else 'mode=ro'}"
    try:
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            yield connection.execute
    except sqlite3.Error as error:
        raise Unreadable(str(error)) from error
    after = path.stat()
    if immutable and (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
        raise Unreadable("a writer opened the file while it was read; verify it again")


@contextmanager
def _postgres(url: str) -> Iterator[Ask]:
    import psycopg

    def ask(query: str) -> Iterator[Row]:
        """A named cursor stays on the server and sends its rows in batches."""
        with connection.cursor(name=f"evidence{next(names)}") as cursor:
            cursor.itersize = ROWS_AT_ONCE
            yield from cursor.execute(query)

    names = count(1)
    try:
        with psycopg.connect(url.replace("+psycopg", "", 1)) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            yield ask
    except psycopg.Error as error:
        raise Unreadable(str(error)) from error
