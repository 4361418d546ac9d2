"""Measures how long honest players wait while one hostile client at a time attacks the server.

    python benchmarks/hostile.py [seconds] [repetitions] [--short]

It prints and writes benchmarks/results/hostile.md.

The server is the real one, on loopback, with the limits of a real floor. The honest players are in this process: bets,
decisions and health checks, each timed from its due time to the answer. The hostile client is a separate process at
another address (127.0.0.2, which exists on Linux). The attacker's process also uses the machine, so the yardstick is
the same players while the same attack goes to another, otherwise idle server.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.floor_crash import free_port
from benchmarks.hostile_clients import ATTACKS
from benchmarks.running import SHORT, record, sizes
from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app, time_passes
from lammer.surfaces.web.people import People
from tests.surfaces.faults.server import Server

PLAYERS, PACE = 4, 0.03
"""Together they send some sixty requests per second, of the hundred that one address may send."""
SETTLE_SECONDS = 0.2 if SHORT else 1.5
MAX_RATIO = 2.0


class Honest:
    """A player who bets and stands, and checks the server's health."""

    def __init__(self, port: int, name: str) -> None:
        self._line = HTTPConnection("127.0.0.1", port, timeout=60)
        self._name, self._keys, self._cookie = name, 0, ""
        self.ask("POST", "/api/guest", {"name": name})
        self.command("/api/tables", table=name, game="sd-free-bet", turn_seconds=0)
        self.command(f"/api/tables/{name}/sit", box=1)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json", "Cookie": f"lammer={self._cookie}"}
        self._line.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self._line.getresponse()
        content = json.loads(answer.read())
        if given := answer.getheader("set-cookie"):
            self._cookie = given.partition("lammer=")[2].partition(";")[0]
        return answer.status, content

    def command(self, path: str, **body: Any) -> tuple[int, Any]:
        self._keys += 1
        return self.ask("POST", path, {"key": f"{self._name} command {self._keys}", **body})

    def acts(self) -> None:
        """A bet, or a decision if a bet is not possible now."""
        table = f"/api/tables/{self._name}"
        status, answer = self.command(f"{table}/bet", box=1, bets={"main": 1000})
        if status == 409 and answer["error"]["code"] == "not-enough-chips":
            self.command("/api/buy-in", amount=10_000_000)
        elif status == 409:
            self.command(f"{table}/act", action="stand")
        elif status != 200:
            raise RuntimeError(f"the honest player is refused: {status} {answer}")

    def close(self) -> None:
        self._line.close()


def waits(players: list[Honest], seconds: float) -> list[float]:
    """Milliseconds from the due time to the answer, so that a server that falls behind is measured fully."""
    found, due, end = list[float](), time.perf_counter(), time.perf_counter() + seconds
    while due < end:
        time.sleep(max(0.0, due - time.perf_counter()))
        player = players[len(found) % PLAYERS]
        if len(found) % 5:
            player.acts()
        else:
            player.ask("GET", "/healthz")
        done = time.perf_counter()
        found.append(1000 * (done - due))
        due = max(due + PACE, done)
    return found


@contextmanager
def attacking(name: str, port: int) -> Iterator[None]:
    call = f"from benchmarks.hostile_clients import attack; attack({name!r}, {port})"
    root = Path(__file__).resolve().parent.parent
    process = subprocess.Popen([sys.executable, "-c", call], cwd=root, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()  # the attack has begun
        time.sleep(SETTLE_SECONDS)
        yield
    finally:
        process.kill()
        process.communicate()


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    folder.mkdir()
    server = Server(folder, free_port())
    server.start()
    server.wait()
    try:
        yield server
    finally:
        server.stop()


def p99(waits: list[float]) -> float:
    ordered = sorted(waits)
    return ordered[min(int(0.99 * len(ordered)), len(ordered) - 1)]


def measured(attack: str, seconds: float, repetitions: int, server: Server, other: Server) -> list[list[float]]:
    """The 99th percentile of the waits without an attack, with the yardstick, and under attack, for each repetition."""
    found: list[list[float]] = [[], [], []]
    players = [Honest(server.port, f"p{list(ATTACKS).index(attack)}-{number}") for number in range(PLAYERS)]
    waits(players, min(1.0, seconds))  # warm
    for _ in range(repetitions):
        found[0].append(p99(waits(players, seconds)))
        with attacking(attack, other.port):
            found[1].append(p99(waits(players, seconds)))
        with attacking(attack, server.port):
            found[2].append(p99(waits(players, seconds)))
    for player in players:
        player.close()
    return found


def ticks(tables: int) -> float:
    """Milliseconds per tick of the clock when nothing is due."""
    with tempfile.TemporaryDirectory() as folder:
        floor = create_floor(Path(folder) / "floor.db", Path(folder) / "key")
        for number in range(tables):
            floor.open_table(f"open {number}", "ann", f"t{number}", "sd-free-bet")
        house = create_app(floor, People(b"secret")).state.house
        time_passes(house)
        waits = []
        for _ in range(50):
            begun = time.perf_counter()
            time_passes(house)
            waits.append(1000 * (time.perf_counter() - begun))
        floor.journal.close()
    return statistics.median(waits)


def main() -> None:
    seconds, repetitions = sizes([6, 3], short=[0.3, 1])
    attacks = list(ATTACKS)[:1] if SHORT else list(ATTACKS)
    lines = [
        "| attack | in peace | yardstick | attacked | ÷ in peace | ÷ yardstick |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    worst = 0.0
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "1") as one,
        serving(Path(folder) / "2") as two,
    ):
        for server in (one, two):
            Honest(server.port, "ann").close()  # opens the table that is attacked
        for attack in attacks:
            found = measured(attack, seconds, int(repetitions), one, two)
            peace, beside, under = (statistics.median(one) for one in found)
            worst = max(worst, under / max(beside, peace))
            row = [f"{wait:.1f} ms" for wait in (peace, beside, under)]
            row += [f"{under / peace:.2f}", f"{under / max(beside, peace):.2f}"]
            lines.append(" | ".join([f"| {attack}", *row]) + " |")
            print(lines[-1], file=sys.stderr, flush=True)
    tables = 30 if SHORT else 1500
    few, many = ticks(1), ticks(tables)
    verdict = "held" if worst <= MAX_RATIO else "missed"
    lines += [
        "",
        f"**At most {MAX_RATIO:.0f} × the yardstick: {verdict}** (worst {worst:.2f}).",
        "",
        f"A tick of the clock when nothing is due: {few:.2f} ms with 1 table, {many:.2f} ms with {tables:,}.",
    ]
    command = f"`python benchmarks/hostile.py {seconds:.0f} {repetitions:.0f}`"
    about = f"{command}, Python {platform.python_version()}, {os.cpu_count()} cores, everything on one machine."
    what = "99% of the honest players' actions and health checks are answered within (median of the repetitions):"
    text = "\n".join(["# Hostile clients", "", about, "", what, "", *lines]) + "\n"
    record("hostile", text)
    print(text)


if __name__ == "__main__":
    main()
