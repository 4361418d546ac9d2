"""Measures ``lammer verify`` on the books of a floor: events per second of the ledger's verifier and rounds per second
of the verifier of play, compared with a bare read of the same rows.

    python benchmarks/verify.py [events] [books] [--short]     prints a table and writes benchmarks/results/verify.md

The books are played on real floors, one player at each table of five games, without waiting for the disk. Four floors
are played in parallel and joined (see join_books.py). ``books`` names a file that is kept, and reused if it exists.
``lammer verify`` is run as a command. On a shared machine wall-clock time depends on other processes, so processor
seconds are measured too, and the time of ten million additions shows the speed of the processor.
"""

import os
import platform
import resource
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.join_books import joined
from benchmarks.running import SHORT, record, words
from benchmarks.timing import best
from lammer.floor.accounts import side_of
from lammer.floor.house import Floor
from lammer.floor.state import round_of
from lammer.floor.verify import verify_play
from lammer.ledger.journal import create_journal
from lammer.ledger.store import engine_of
from lammer.ledger.verify import verify
from lammer.table.round import legal

ROOT = Path(__file__).parent.parent
GAMES = ("sd-free-bet", "free-money", "sd-blackjack", "triple-win-20", "european-free-bet")
BETS = (1000, 2000, 2500, 5000)
CHIPS = 10**10
FLOORS = 2 if SHORT else 4
ROUNDS = 10 if SHORT else 200
"""Rounds that a table plays before the next table is opened."""
TRIES = 1
"""One try, because a million events take minutes on a shared machine."""


def made(where: Path, events: int) -> None:
    """Makes books of this many events, from floors that are played in parallel."""
    parts = [where.parent / f"floor{number}" / "floor.db" for number in range(FLOORS)]
    for part in parts:
        part.parent.mkdir()
    with ProcessPoolExecutor(FLOORS, get_context("spawn")) as pool:
        for done in [pool.submit(played, part, events // FLOORS + at) for at, part in enumerate(parts)]:
            done.result()
    joined(where, parts)
    for part in parts:
        shutil.rmtree(part.parent)


def played(where: Path, events: int) -> None:
    """Plays rounds until the books have this many events."""
    key_file, run, chance = Path(f"{where}.key"), secrets.token_hex(3), Random(events)
    journal = create_journal(where, key_file, side_of, engine=engine_of(where, synchronous="OFF"))
    floor, table = Floor(journal), 0
    while count_events(where) < events:
        table += 1
        play(floor, f"{run}-{table}", GAMES[table % len(GAMES)], chance)
    journal.close()


def play(floor: Floor, table: str, game: str, chance: Random) -> None:
    """Plays a table with random decisions, but stands on 17 and more."""
    player, keys = f"p{table}", iter(range(1_000_000))

    def do(kind: str, who: str = player, **body: object) -> None:
        floor.do(kind, f"{table} {next(keys)}", who, table, **body)

    floor.open_table(f"{table} open", "house", table, game, turn_seconds=0)
    floor.buy_in(f"{table} chips", "house", player, CHIPS)
    do("sit", box=1)
    for _ in range(ROUNDS):
        if floor.table(table).cut_asked[0]:
            do("cut", cards=100)
        do("bet", box=1, bets={"main": chance.choice(BETS)})
        do("deal", "house")
        while (state := floor.table(table)).inputs:
            round_ = round_of(state)
            kinds = [option.kind for option in legal(round_)]
            tired = "stand" in kinds and round_.boxes[0].hands and round_.hand.total >= 17
            do("act", action="stand" if tired else "pass" if "pass" in kinds else chance.choice(kinds))


def count_events(where: Path) -> int:
    with closing(sqlite3.connect(where)) as books:
        return int(books.execute("SELECT coalesce(max(number), 0) FROM events").fetchone()[0])


def bare_reading(where: Path) -> None:
    """The yardstick: fetches every row of the three large tables."""
    with closing(sqlite3.connect(where)) as books:
        for table in ("events", "entries", "audit"):
            for _ in books.execute(f"SELECT * FROM {table}"):
                pass


def additions() -> None:
    total = 0
    for number in range(1_000_000 if SHORT else 10_000_000):
        total += number


def processor_seconds() -> float:
    """Processor seconds used so far by this process and by its finished children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Wall-clock and processor seconds, each the best of the tries."""
    seconds, used = [], []
    for _ in range(TRIES):
        before = processor_seconds()
        seconds.append(best(work, 1))
        used.append(processor_seconds() - before)
    return min(seconds), min(used)


def load() -> str:
    """The load of the machine, if the system reports it."""
    processors = os.cpu_count() or 1
    return f"{processors} processors, load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"


def measured(where: Path) -> list[str]:
    found: dict[str, int] = {}

    def books() -> None:
        verdict = verify(str(where), side_of=side_of)
        assert not verdict.faults, verdict.faults[:3]
        found["events"] = verdict.events

    def rounds() -> None:
        verdict = verify_play(str(where))
        assert not verdict.faults, verdict.faults[:3]
        found["rounds"] = verdict.rounds

    def command() -> None:
        subprocess.run(
            [sys.executable, "-m", "lammer", "verify", "--db", str(where)], check=True, stdout=subprocess.DEVNULL
        )

    works: dict[str, Callable[[], None]] = {
        "bare reading": lambda: bare_reading(where),
        "the ledger: chain, signatures, balances, documents": books,
        "play: every round dealt again, all money compared": rounds,
        "`lammer verify`: both at once, from start to verdict": command,
    }
    taken = {name: timed(work) for name, work in works.items()}
    lines = [
        "| reading | seconds | processor seconds | events a second | rounds a second | rounds a processor second "
        "| a million events | times the bare reading |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    bare = taken["bare reading"][1]
    for name, (seconds, used) in taken.items():
        events, dealt = found["events"] / seconds, found["rounds"] / seconds
        row = f"| {name} | {seconds:.2f} | {used:.2f} | {events:,.0f} | {dealt:,.0f} | {found['rounds'] / used:,.0f}"
        lines.append(f"{row} | {1e6 / events:.1f} s | {used / bare:.1f} |")
    lines += ["", f"Ten million additions: {timed(additions)[1]:.2f} processor seconds; {load()}."]
    lines += ["", f"{found['events']:,} events, {found['rounds']:,} rounds, {where.stat().st_size / 1e6:,.0f} MB."]
    return lines


def main() -> None:
    events = int(float(words()[0])) if words() else 300 if SHORT else 1_000_000
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        where = Path(words()[1]) if len(words()) > 1 else Path(folder) / "floor.db"
        if not where.exists():
            made(where, events)
        lines = [
            "# Verifying books",
            "",
            f"`python benchmarks/verify.py {events}`, Python {platform.python_version()}, "
            f"SQLite {sqlite3.sqlite_version}. One player at each table of {', '.join(GAMES)}.",
            "",
            *measured(where),
        ]
    record("verify", "\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
