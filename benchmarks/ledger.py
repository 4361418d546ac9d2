"""Measures durable wagers per second, compared with bare commits of the same database on the same disk; and the time to
the first hand with a million events in the books.

    python benchmarks/ledger.py [events] [books] [--short]     prints tables and writes benchmarks/results/ledger.md

The million events are played hand by hand, without waiting for the disk, into ``books`` if it is given; an existing
file is reused. Every figure is the best of a few tries; on a shared machine only the ratios are meaningful.
"""

import platform
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import inf
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record, words
from benchmarks.timing import best
from lammer.ledger.journal import Journal
from lammer.ledger.signing import Seal
from lammer.ledger.store import engine_of
from lammer.progressive.accounts import side_of
from lammer.progressive.desk import Desk, create_desk
from lammer.progressive.terms import load_terms

ROOT = Path(__file__).parent.parent
LINK, TABLES = "main", [f"T{number}" for number in range(1, 11)]
EVENTS_OF_A_HAND = 5
TRIES, HANDS, ROWS = (1, 2, 10) if SHORT else (9, 100, 500)
ROW = "x" * 300


def founded(where: str, key_file: Path) -> Desk:
    """A desk with a link, a dealer and tables; existing books are not changed."""
    desk = create_desk(where, key_file)
    if LINK not in desk.links():
        desk.create("create", LINK, load_terms("blazing-7s"), "eve")
        for name, role in (("dan", "dealer"), ("sam", "supervisor")):
            desk.do("enrol", f"enrol {name}", "eve", LINK, name=name, role=role, card="")
        for table in TABLES:
            desk.do("approve-table", f"approve {table}", "eve", LINK, name=table)
        desk.do("open-link", "open", "sam", LINK)
    return desk


def play(desk: Desk, hands: int, spots: int) -> None:
    """Plays complete hands without wins, at one table after the other."""
    run = secrets.token_hex(4)
    places = range(1, spots + 1)
    for hand in range(hands):
        table, key = TABLES[hand % len(TABLES)], f"{run}/{hand}"
        desk.do("open", f"{key}/open", "dan", LINK, table)
        desk.do("wager", f"{key}/wager", "dan", LINK, table, wagers=dict.fromkeys(places, 100))
        desk.do("take", f"{key}/take", "dan", LINK, table)
        desk.do("deal", f"{key}/deal", "dan", LINK, table, cards={spot: (spot, 30 + spot) for spot in places}, up=40)
        desk.do("end", f"{key}/end", "dan", LINK, table)


def bare_sqlite(file: Path) -> Callable[[], None]:
    """Commits of one row each, with the settings of the books."""
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE bare (number INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    def commit() -> None:
        for _ in range(ROWS):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO bare (body) VALUES (?)", (ROW,))
            connection.execute("COMMIT")

    return commit


def bare_postgresql(address: str) -> Callable[[], None]:
    import psycopg

    connection = psycopg.connect(address, autocommit=True)
    connection.execute("CREATE TABLE bare (number BIGSERIAL PRIMARY KEY, body TEXT NOT NULL)")

    def commit() -> None:
        for _ in range(ROWS):
            with connection.transaction():
                connection.execute("INSERT INTO bare (body) VALUES (%s)", (ROW,))

    return commit


def speeds(name: str, desk: Desk, commit: Callable[[], None]) -> list[str]:
    """Measures bare commits and hands in turns, so that both run under the same conditions; the best of each."""
    works = {0: commit, 7: lambda: play(desk, HANDS, 7), 1: lambda: play(desk, HANDS, 1)}
    play(desk, 20, 7)
    elapsed, busy = dict.fromkeys(works, inf), dict.fromkeys(works, inf)
    for _ in range(TRIES):
        for spots, work in works.items():
            before = time.process_time()
            elapsed[spots] = min(elapsed[spots], best(work, 1))
            busy[spots] = min(busy[spots], time.process_time() - before)
    desk.journal.close()
    bare, lines = ROWS / elapsed[0], []
    for spots in (7, 1):
        hands = HANDS / elapsed[spots]
        events, wagers = hands * EVENTS_OF_A_HAND, hands * spots
        row = f"| {name} | {spots} | {wagers:,.0f} | {events:,.0f} | {bare:,.0f} | {events / bare:.2f} |"
        lines.append(f"{row} {1000 * busy[spots] / HANDS / EVENTS_OF_A_HAND:.2f} ms |")
    return lines


def throughput() -> list[str]:
    from tests.ledger.faults.server import new_database, postgresql

    lines = [
        "| books | spots | durable wagers a second | events a second | bare commits a second | events : bare "
        "| processor time of an event |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    with tempfile.TemporaryDirectory(dir=ROOT) as name, postgresql() as address:
        folder = Path(name)
        desk = founded(str(folder / "jackpot.db"), folder / "key")
        lines += speeds("SQLite", desk, bare_sqlite(folder / "bare.db"))
        desk = founded(new_database(address, "books"), folder / "key")
        lines += speeds("PostgreSQL", desk, bare_postgresql(address))
    return lines


class Unsigned(Seal):
    """A seal without signatures, to measure their cost."""

    def sign(self, journal: str, number: int, hash_: str) -> str:
        return "00" * 64


def signing() -> list[str]:
    """Measures the same hands with and without signatures, in turns."""
    busy = dict.fromkeys((Seal, Unsigned), inf)
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        desks = {}
        for kind in busy:
            where, key_file = str(Path(folder) / f"{kind.__name__}.db"), Path(folder) / f"{kind.__name__}.key"
            founded(where, key_file).journal.close()
            desks[kind] = Desk(Journal(engine_of(where), kind.read_from(key_file), side_of))
        for _ in range(TRIES):
            for kind, desk in desks.items():
                before = time.process_time()
                play(desk, HANDS, 1)
                busy[kind] = min(busy[kind], time.process_time() - before)
        for desk in desks.values():
            desk.journal.close()
    signed, unsigned = (1000 * busy[kind] / HANDS / EVENTS_OF_A_HAND for kind in (Seal, Unsigned))
    return [
        f"Processor time of an event on SQLite: {signed:.3f} ms with its signature, {unsigned:.3f} ms without "
        f"({1000 / signed:,.0f} and {1000 / unsigned:,.0f} events a second of one core)."
    ]


def build(where: Path, events: int) -> float:
    """Plays until there are this many events, without waiting for the disk. Returns the seconds."""
    key_file = Path(f"{where}.key")
    founded(str(where), key_file).journal.close()
    desk = Desk(Journal(engine_of(where, synchronous="OFF"), Seal.read_from(key_file), side_of))
    begun = time.perf_counter()
    while (left := events - desk.journal.last_events(1)[0]["number"]) > 0:
        play(desk, min(-(-left // EVENTS_OF_A_HAND), 1000), 7)
    desk.journal.close()
    return time.perf_counter() - begun


STARTED = """
import resource, sys, time
begun = time.perf_counter()
from lammer.progressive.desk import open_desk
loaded = time.perf_counter()
desk = open_desk(sys.argv[1])
opened = time.perf_counter()
desk.do("open", sys.argv[2], "dan", "main", sys.argv[2])
print(loaded - begun, opened - loaded, time.perf_counter() - opened)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
"""A program that only begins a hand, at its own table."""


def started(where: Path) -> tuple[float, list[float], int]:
    """Seconds until the first hand of a new process is open, in total and in parts; and kilobytes of memory."""
    table = secrets.token_hex(4)
    desk = create_desk(str(where))
    desk.do("approve-table", f"approve {table}", "eve", LINK, name=table)
    desk.journal.close()
    begun = time.perf_counter()
    command = [sys.executable, "-c", STARTED, str(where), table]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    whole = time.perf_counter() - begun
    parts, memory = done.stdout.splitlines()
    return whole, [float(part) for part in parts.split()], int(memory)


def start_up(few: Path, where: Path, events: int) -> list[str]:
    build(few, 100)
    build(where, events)
    lines = [
        "| events | to the first hand | import | open the books | open a hand | memory | file |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for books in (few, where):
        whole, (load, opened, hand), memory = min(started(books) for _ in range(TRIES))
        with sqlite3.connect(books) as file:
            count = file.execute("SELECT max(number) FROM events").fetchone()[0]
        size = f"{books.stat().st_size / 1e6:,.1f} MB"
        times = f"{whole:.2f} s | {load:.2f} s | {opened * 1000:.0f} ms | {hand * 1000:.0f} ms"
        lines.append(f"| {count:,} | {times} | {memory / 1000:.0f} MB | {size} |")
    return lines


def main() -> None:
    events = int(float(words()[0])) if words() else 200 if SHORT else 1_000_000
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        where = Path(words()[1]) if len(words()) > 1 else Path(folder) / "jackpot.db"
        lines = [
            "# The ledger",
            "",
            f"`python benchmarks/ledger.py {events}`, Python {platform.python_version()}, "
            f"SQLite {sqlite3.sqlite_version}. A hand is five events: open, wager, take, deal, end; each is on the "
            "disk before it is answered.",
            "",
            *throughput(),
            "",
            *signing(),
            "",
            "A fresh process on SQLite, from its start to the first hand it opens:",
            "",
            *start_up(Path(folder) / "few.db", where, events),
        ]
    record("ledger", "\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
