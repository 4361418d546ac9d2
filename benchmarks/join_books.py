"""Joins the books of several floors into one journal: all events in the order of time, with a new hash chain and new
signatures.

Playing a million events on one floor takes half an hour. Several floors can be played in parallel, and their tables and
players have different names, so together they are the books of one larger floor.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from heapq import merge
from pathlib import Path
from typing import Any

from benchmarks.verify_ledger import AT_ONCE, HEAD_EVERY, insert
from lammer.floor.accounts import side_of
from lammer.ledger.journal import create_journal
from lammer.ledger.records import GENESIS, Link, chained, mark
from lammer.ledger.signing import Seal

EVENTS = "SELECT key, digest, kind, actor, at, about, body, answer, documents, number FROM events ORDER BY number"
ENTRIES = "SELECT event, debit, credit, amount, reason FROM entries ORDER BY event, line"


def joined(where: Path, parts: list[Path]) -> None:
    key_file = Path(f"{where}.key")
    journal = create_journal(where, key_file, side_of)
    name = journal.id
    journal.close()
    with closing(sqlite3.connect(where, isolation_level=None)) as books:
        books.execute("PRAGMA synchronous = OFF")
        books.execute("BEGIN")
        waiting = defaultdict[str, list[tuple[Any, ...]]](list)
        for table, row in _rows(parts, name, Seal.read_from(key_file)):
            waiting[table].append(row)
            if len(waiting[table]) == AT_ONCE:
                insert(books, table, waiting[table])
        for table, rows in waiting.items():
            insert(books, table, rows)
        books.execute("COMMIT")


def _rows(parts: list[Path], journal: str, seal: Seal) -> Iterator[tuple[str, tuple[Any, ...]]]:
    before, last = GENESIS, dict[str, Path]()
    sums: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    events = merge(*(_tagged(part) for part in parts), key=lambda tagged: tagged[0])
    for number, (_, (key, digest, *fields), entries, part) in enumerate(events, start=1):
        hash_ = chained(Link._make([before, number, key, *fields, entries]))
        signature = seal.sign(journal, number, hash_)
        before = mark(hash_, signature)
        yield "events", (number, key, digest, *fields)
        yield "audit", (number, hash_, signature)
        if number % HEAD_EVERY == 0:
            yield "heads", (number, hash_, signature)
        for line, (debit, credit, amount, reason) in enumerate(entries):
            yield "entries", (number, line, debit, credit, amount, reason)
            sums[debit][0] += amount
            sums[credit][1] += amount
        for document, _ in json.loads(fields[-1]):
            yield "writings", (document, number)
            last[document] = part
    yield from (("accounts", (account, *both, side_of(account))) for account, both in sums.items())
    yield from (("documents", row) for row in _documents(last))


def _tagged(part: Path) -> Iterator[tuple[str, list[Any], list[list[Any]], Path]]:
    with closing(sqlite3.connect(part)) as books:
        entries = books.execute(ENTRIES)
        line = entries.fetchone()
        for *event, number in books.execute(EVENTS):
            lines = []
            while line is not None and line[0] == number:
                lines.append(list(line[1:]))
                line = entries.fetchone()
            yield event[4], event, lines, part


def _documents(last: dict[str, Path]) -> Iterator[tuple[str, str]]:
    """Each document from the part that wrote it last."""
    for part in sorted(set(last.values())):
        with closing(sqlite3.connect(part)) as books:
            for name, body in books.execute("SELECT name, body FROM documents"):
                if last.get(name) == part:
                    yield name, body
