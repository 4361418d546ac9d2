"""Measures the time to verify a million events, and to open books of that size with the checks at start.

    python benchmarks/verify_ledger.py [events] [--short]

It prints a table and writes benchmarks/results/verify_ledger.md.

The books are written in bulk, in the format of docs/ledger.md, with every event signed, because playing a million
events would take a quarter of an hour. Each event has two entries, and every second one writes a document.
"""

import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import record, size
from lammer.ledger.journal import create_journal, open_journal
from lammer.ledger.records import GENESIS, Link, canonical, chained, digest, mark
from lammer.ledger.signing import Seal
from lammer.ledger.verify import verify

ROOT = Path(__file__).parent.parent
AT_ONCE = 10_000
HEAD_EVERY = 100
ACCOUNTS = 1_000
SHARED = "On a machine that does other things too, the processor time is what counts."


def side_of(account: str) -> str:
    return "debit" if account == "cage" else "credit"


def rows(events: int, journal: str, seal: Seal) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every row of this many events, each with its table."""
    before = GENESIS
    for number in range(1, events + 1):
        body = {"table": f"t{number % 150}", "box": number % 7 + 1, "bets": {"main": 1000}}
        player, table = f"player {number % ACCOUNTS}", f"table {number % 150}"
        entries = [["cage", player, 1000, "bet"], ["cage", f"{player} held", 50, "tip"]]
        state = document(table, number) if number % 2 else ""
        documents = [[table, digest(state)]] if state else []
        at = f"2026-01-01T00:{number // 60_000_000 % 60:02}:{number // 1_000_000 % 60:02}.{number % 1_000_000:06}+00:00"
        texts = [canonical(body), canonical({"round": number, "cards": ["8c", "Td"]}), canonical(documents)]
        fields = ["bet", f"player {number % ACCOUNTS}", at, f"floor/t{number % 150}/{number // 10}", *texts]
        hash_ = chained(Link._make([before, number, f"key {number}", *fields, entries]))
        signature = seal.sign(journal, number, hash_)
        before = mark(hash_, signature)
        request = digest(canonical([*fields[:2], body]))
        yield "events", (number, f"key {number}", request, *fields)
        yield from (("entries", (number, line, *entry)) for line, entry in enumerate(entries))
        yield "audit", (number, hash_, signature)
        if number % HEAD_EVERY == 0:
            yield "heads", (number, hash_, signature)
        if state:
            yield "writings", (table, number)


def document(table: str, number: int) -> str:
    return canonical({"table": table, "last": number})


def build(where: Path, key_file: Path, events: int) -> None:
    journal = create_journal(where, key_file, side_of)
    name = journal.id
    journal.close()
    found: dict[str, list[tuple[Any, ...]]] = {}
    with closing(sqlite3.connect(where, isolation_level=None)) as books:
        books.execute("PRAGMA synchronous = OFF")
        books.execute("BEGIN")
        for table, row in rows(events, name, Seal.read_from(key_file)):
            waiting = found.setdefault(table, [])
            waiting.append(row)
            if len(waiting) == AT_ONCE:
                insert(books, table, waiting)
        for table, waiting in found.items():
            insert(books, table, waiting)
        books.execute("INSERT INTO accounts SELECT debit, sum(amount), 0, 'debit' FROM entries GROUP BY debit")
        books.execute("INSERT INTO accounts SELECT credit, 0, sum(amount), 'credit' FROM entries GROUP BY credit")
        last = books.execute("SELECT name, max(event) FROM writings GROUP BY name").fetchall()
        insert(books, "documents", [(table, document(table, number)) for table, number in last])
        books.execute("COMMIT")


def insert(books: sqlite3.Connection, table: str, waiting: list[tuple[Any, ...]]) -> None:
    if waiting:
        books.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(waiting[0]))})", waiting)
        waiting.clear()


def timed(where: Path, key_file: Path, events: int) -> list[str]:
    lines = ["| what | wall clock | processor time | events a second |", "| --- | --- | --- | --- |"]

    def verified(**more: Any) -> None:
        verdict = verify(str(where), side_of=side_of, **more)
        assert verdict.faults == (), verdict.faults[:3]
        assert verdict.events == events

    works = {
        "`verify`: chain, balances, documents, schema, every hundredth signature and the last": verified,
        "`verify` with each signature by itself": lambda: verified(every_signature=True),
        "open with the checks at start": lambda: open_journal(where, key_file, side_of).close(),
    }
    for name, work in works.items():
        begun, busy = time.perf_counter(), time.process_time()
        work()
        taken, used = time.perf_counter() - begun, time.process_time() - busy
        lines.append(f"| {name} | {taken:.2f} s | {used:.2f} s | {events / taken:,.0f} |")
    return lines


def main() -> None:
    events = size(1_000_000, short=500)
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        where, key_file = Path(folder) / "books.db", Path(folder) / "key"
        build(where, key_file, events)
        table = timed(where, key_file, events)
        file = f"{where.stat().st_size / 1e6:,.0f} MB"
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    about = f"`python benchmarks/verify_ledger.py {events}`, {versions}"
    text = "\n".join(
        ["# Verifying", "", f"{about}, {os.cpu_count()} cores, {events:,} events, {file}. {SHARED}", "", *table]
    )
    record("verify_ledger", text)
    print(text)


if __name__ == "__main__":
    main()
