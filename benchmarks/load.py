"""Measures the waiting times of a thousand seats connected by WebSocket, with two hundred durable actions per second.

    python benchmarks/load.py [seconds] [seats] [actions a second] [workers] [--short]

It prints and writes benchmarks/results/load.md.

The server is the real one, on loopback, with one process or several, and its books in an SQLite file; the players are
in this process. A bet or a decision is timed from its due time to the answer, which follows its commit; so a server
that falls behind is measured fully. Bare commits of one row each to a file beside the books show the speed of the disk.
"""

import asyncio
import json
import os
import platform
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.floor_crash import free_port
from benchmarks.running import SHORT, record, sizes
from benchmarks.wire import LineLost, Lines, Page, cookie_in
from tests.surfaces.faults.server import Server

A_TABLE = 7
BET = 1000
LINES = 64
WARM_SECONDS = 0 if SHORT else 10
LOOK_EVERY = 10
TRIES = 60
ALL_FROM_HERE = ("--max-connections", "0", "--max-connections-per-address", "0", "--max-requests-per-address", "0")
"""All players connect from one address, which the limits of a real floor would not allow."""
SHOWN = (0.5, 0.95, 0.99, 0.999)


@dataclass
class Seat:
    """A player with an open page; ``text`` is the last pushed view, which is parsed only when it is their turn."""

    name: str
    table: str
    box: int
    cookie: str = ""
    text: bytes = b""
    actions: int = 0
    busy: bool = False
    page: Page | None = None

    def receive(self, text: bytes) -> None:
        self.text = text

    def next_action(self) -> tuple[str, dict[str, Any]] | None:
        """A possible action of this player now, or None."""
        if self.busy or not self.text:
            return None
        betting = b'"play":null' in self.text
        if not betting and b'"my_turn":true' not in self.text:
            return None
        view = json.loads(self.text)
        mine = next(seat for seat in view["seats"] if seat["mine"])
        if betting:
            return None if mine["ready"] else ("bet", {"box": self.box, "bets": {"main": BET}})
        kinds = [option["kind"] for option in view["play"]["legal"]]
        return "act", {"action": "stand" if "stand" in kinds else kinds[-1]}


@dataclass
class Measured:
    """The measurements of a run."""

    waits: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    memory: list[tuple[float, float]] = field(default_factory=list)
    cpu: tuple[float, float] = (0.0, 0.0)
    """CPU seconds of the server and of the players."""
    pushed: int = 0
    idle: int = 0
    """Actions that were due while no player could act."""


async def connect(lines: Lines, port: int, seat: Seat, measured: Measured) -> None:
    _, head, _ = await lines.post("/api/guest", {"name": seat.name})
    seat.cookie = cookie_in(head)
    if seat.box == 1:
        body = {"table": seat.table, "game": "sd-free-bet", "turn_seconds": 0}
        await _must(lines, "/api/tables", body | {"key": f"opening {seat.table}"}, seat)
    await _must(lines, f"/api/tables/{seat.table}/sit", {"key": f"{seat.name} sits down", "box": seat.box}, seat)

    def lost(why: str) -> None:
        measured.errors[f"page: {why}"] += 1

    def pushed(text: bytes) -> None:
        measured.pushed += 1
        seat.receive(text)

    made = Page(port, f"/api/tables/{seat.table}/live", seat.cookie, pushed, lost)
    _, seat.page = await asyncio.get_running_loop().create_connection(lambda: made, "127.0.0.1", port)


async def _must(lines: Lines, path: str, body: dict[str, Any], seat: Seat) -> None:
    status, _, answer = await lines.post(path, body, seat.cookie)
    if status != 200:
        raise RuntimeError(f"{path}: {status} {answer.decode()}")


async def act(lines: Lines, seat: Seat, what: tuple[str, dict[str, Any]], due: float, measured: Measured) -> None:
    path, body = what
    seat.actions += 1
    try:
        status, _, _ = await lines.post(
            f"/api/tables/{seat.table}/{path}", {"key": f"{seat.name} action {seat.actions}", **body}, seat.cookie
        )
        measured.waits.append(time.perf_counter() - due)
        if status == 409:
            measured.refused += 1
        elif status != 200:
            measured.errors[str(status)] += 1
    except LineLost:
        measured.errors["line lost"] += 1
    seat.busy = False


def somebody(people: list[Seat], chance: random.Random) -> tuple[Seat, tuple[str, dict[str, Any]]] | None:
    """A random player who can act."""
    for _ in range(TRIES):
        seat = chance.choice(people)
        if (what := seat.next_action()) is not None:
            return seat, what
    return None


async def seated(lines: Lines, port: int, seats: int, measured: Measured) -> list[Seat]:
    people = [Seat(f"p{n}", f"t{n // A_TABLE}", n % A_TABLE + 1) for n in range(seats)]
    # The owners of the first boxes open the tables.
    for group in ([one for one in people if one.box == 1], [one for one in people if one.box > 1]):
        for at in range(0, len(group), 16):
            await asyncio.gather(*(connect(lines, port, seat, measured) for seat in group[at : at + 16]))
    return people


async def load(server: Server, seconds: float, seats: int, rate: float) -> Measured:
    measured, chance = Measured(), random.Random(1)
    lines = Lines(server.port, LINES)
    people = await seated(lines, server.port, seats, measured)
    await asyncio.sleep(WARM_SECONDS)
    measured.pushed, before = 0, (server.cpu_seconds(), time.process_time())
    begun, sent, tasks = time.perf_counter(), 0, set[asyncio.Task[None]]()
    while (passed := time.perf_counter() - begun) < seconds:
        while sent < passed * rate:
            due, sent = begun + sent / rate, sent + 1
            found = somebody(people, chance)
            if found is None:
                measured.idle += 1
                continue
            found[0].busy = True
            task = asyncio.create_task(act(lines, *found, due, measured))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        if len(measured.memory) <= passed / LOOK_EVERY:
            measured.memory.append((passed, server.memory()))
        await asyncio.sleep(max(0.0, begun + sent / rate - time.perf_counter()))
    await asyncio.gather(*tasks)
    measured.cpu = (server.cpu_seconds() - before[0], time.process_time() - before[1])
    measured.memory.append((seconds, server.memory()))
    for seat in people:
        if seat.page is not None:
            seat.page.close()
    lines.close()
    return measured


def bare_commits(folder: Path, count: int = 500) -> list[float]:
    """Seconds of bare single-row commits with the settings of the books."""
    store = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for text in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE IF NOT EXISTS rows (said TEXT)"):
        store.execute(text)
    waits = []
    for _ in range(count):
        begun = time.perf_counter()
        store.execute("BEGIN IMMEDIATE")
        store.execute("INSERT INTO rows VALUES (?)", ("x" * 2000,))
        store.execute("COMMIT")
        waits.append(time.perf_counter() - begun)
    store.close()
    return waits


def at(waits: list[float], part: float) -> float:
    """The quantile of the waits in milliseconds."""
    ordered = sorted(waits)
    return 1000 * ordered[min(int(part * len(ordered)), len(ordered) - 1)]


def report(measured: Measured, seconds: float, seats: int, bare: list[float]) -> list[str]:
    errors = ", ".join(f"{number} × {what}" for what, number in measured.errors.items()) or "0"
    done = len(measured.waits)
    server, players = (1000 * spent / done for spent in measured.cpu)
    row = " | ".join(
        [*(f"{at(measured.waits, part):.1f} ms" for part in SHOWN), f"{1000 * max(measured.waits):.0f} ms", errors]
    )
    bare_row = " | ".join([*(f"{at(bare, part):.1f} ms" for part in SHOWN), f"{1000 * max(bare):.0f} ms", ""])
    every = max(1, len(measured.memory) // 10)
    memory = [*measured.memory[::every], *measured.memory[-1:]]
    return [
        f"{seats:,} seats connected, {seconds:.0f} seconds, {done / seconds:.1f} durable actions a second",
        f"({measured.refused} of {done:,} refused as out of date, {measured.idle} times nobody could act),",
        f"{measured.pushed / seconds:.0f} views pushed a second.",
        "",
        "| | half within | 95% | 99% | 99.9% | longest | errors |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        f"| actions, from due to answered | {row} |",
        f"| bare commits before and after | {bare_row} |",
        "",
        f"CPU: {server:.2f} ms an action in the server ({measured.cpu[0] / seconds:.0%} of a core),"
        f" {players:.2f} ms in the players ({measured.cpu[1] / seconds:.0%}).",
        "",
        "Memory of the server: " + ", ".join(f"{mb:.0f} MB after {when:.0f} s" for when, mb in memory) + ".",
    ]


def main() -> None:
    seconds, seats, rate, workers = sizes([600, 1000, 200, 1], short=[2, 14, 20, 1])
    with tempfile.TemporaryDirectory() as folder:
        bare = bare_commits(Path(folder))
        server = Server(Path(folder), free_port(), options=(*ALL_FROM_HERE, "--workers", f"{workers:.0f}"))
        server.start()
        server.wait()
        try:
            measured = asyncio.run(load(server, seconds, int(seats), rate))
        finally:
            server.stop()
        bare += bare_commits(Path(folder))
    command = f"`python benchmarks/load.py {seconds:.0f} {seats:.0f} {rate:.0f} {workers:.0f}`"
    about = f"{command}, Python {platform.python_version()}, {os.cpu_count()} cores, server and players on one machine."
    text = "\n".join(["# The floor under load", "", about, "", *report(measured, seconds, int(seats), bare)]) + "\n"
    record("load", text)
    print(text)


if __name__ == "__main__":
    main()
