"""How long the workbench takes to answer over HTTP, and whether tables on the same server wait for it.

    python benchmarks/workbench.py [toggles] [people] [seconds] [seats] [actions a second] [--short]

It prints and writes benchmarks/results/workbench.md.

The server is the real one, on loopback; pages and players are this process. A toggle is one random change of a Free Bet
sheet, or two of them, asked as the page asks: edge, side bets and the difference to the sheet. Answers that the server
has kept may be asked for again: people go back and forth too. People look at an answer for about a second; in the last
row of theirs all of them change a rule in the same instant. Table play is that of benchmarks/load.py, once alone
and once beside people who change rules.
"""

import asyncio
import json
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.floor_crash import free_port
from benchmarks.load import ALL_FROM_HERE, Measured, at, load
from benchmarks.running import record, sizes
from benchmarks.wire import Lines, cookie_in
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.workbench.effects import changeable, changed, changes
from tests.surfaces.faults.server import Server

GAME = "sd-free-bet"
PAUSE = 1.0
"""Seconds for which somebody looks at an answer, on average."""
Found = TypeVar("Found")


@dataclass
class Waits:
    """Seconds until the answers, and what else came."""

    seconds: list[float] = field(default_factory=list)
    errors: int = 0

    def row(self, name: str) -> str:
        figures = " | ".join(f"{at(self.seconds, part):.0f} ms" for part in (0.5, 0.95, 0.99))
        return f"| {name} | {len(self.seconds)} | {figures} | {1000 * max(self.seconds):.0f} ms | {self.errors} |"


class Visitor:
    """A page with the workbench open, which goes through some settings in an order of its own."""

    def __init__(self, lines: Lines, name: str, settings: list[tuple[str, ...]], waits: Waits) -> None:
        self._lines, self._name, self._settings, self._waits = lines, name, settings, waits
        self._cookie, self._turn, self._chance = "", 0, random.Random(name)

    async def think(self, seconds: float) -> None:
        """So long on average."""
        await asyncio.sleep(seconds * self._chance.uniform(0.5, 1.5))

    async def come(self) -> None:
        _, head, _ = await self._lines.post("/api/guest", {"name": self._name})
        self._cookie = cookie_in(head)
        await self._ask(())

    async def toggle(self) -> None:
        overrides = self._chance.choice(self._settings)
        begun = time.perf_counter()
        status = await self._ask(overrides)
        self._waits.seconds.append(time.perf_counter() - begun)
        self._waits.errors += status != 200

    async def _ask(self, overrides: tuple[str, ...]) -> int:
        self._turn += 1
        body: dict[str, Any] = {"game": GAME, "overrides": list(overrides), "page": self._name, "turn": self._turn}
        status, _, answer = await self._lines.post("/api/workbench/edge", body, self._cookie)
        assert status != 200 or json.loads(answer)["default"] is not None
        return status


def _loads(overrides: tuple[str, ...]) -> bool:
    try:
        load_sheet(GAME, overrides)
    except SheetFaults:
        return False
    return True


def random_settings(count: int) -> list[tuple[str, ...]]:
    """Single changes and pairs of them that the sheet takes."""
    sheet, chance = load_sheet(GAME), random.Random(1)
    every = [change for control in changeable(sheet, sheet) for change in changes(control)]
    found: list[tuple[str, ...]] = []
    while len(found) < count:
        tried: tuple[str, ...] = ()
        for change in chance.sample(every, chance.choice((1, 2))):
            tried = changed(tried, change)
        if _loads(tried):
            found.append(tried)
    return found


async def visit(server: Server, people: int, toggles: int, pause: float = 0.0) -> Waits:
    """So many people at once, each of whom makes so many changes and looks at the answer for a moment."""
    lines, waits, known = Lines(server.port, people), Waits(), random_settings(2 * people * toggles)
    visitors = [Visitor(lines, f"{number} of {people} by {toggles}", known, waits) for number in range(people)]
    for visitor in visitors:
        await visitor.come()

    async def toggled(visitor: Visitor) -> None:
        for _ in range(toggles):
            await visitor.toggle()
            await visitor.think(pause)

    await asyncio.gather(*map(toggled, visitors))
    lines.close()
    return waits


async def played(server: Server, people: int, seconds: float, seats: int, rate: float) -> Measured:
    """Table play while so many people change rules."""
    lines, known = Lines(server.port, max(people, 1)), random_settings(40 * people)
    visitors = [Visitor(lines, f"visitor {number}", known, Waits()) for number in range(people)]
    for visitor in visitors:
        await visitor.come()

    async def toggled(visitor: Visitor) -> None:
        while True:
            await visitor.toggle()
            await visitor.think(PAUSE)

    toggling = [asyncio.create_task(toggled(visitor)) for visitor in visitors]
    try:
        return await load(server, seconds, seats, rate)
    finally:
        for task in toggling:
            task.cancel()
        lines.close()


def with_server(work: Callable[[Server], Awaitable[Found]]) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), free_port(), options=ALL_FROM_HERE)
        server.start()
        server.wait()

        async def run() -> Found:
            return await work(server)

        try:
            return asyncio.run(run())
        finally:
            server.stop()


def main() -> None:
    toggles, people, seconds, seats, rate = sizes([200, 20, 60, 70, 20], short=[2, 2, 1, 7, 4])

    async def busy(server: Server) -> tuple[Waits, Waits, Waits, Measured]:
        alone = await visit(server, 1, int(toggles))
        crowd = await visit(server, int(people), max(int(toggles / people), 1), PAUSE)
        burst = await visit(server, int(people), 1)
        return alone, crowd, burst, await played(server, int(people), seconds, int(seats), rate)

    quiet = with_server(lambda server: played(server, 0, seconds, int(seats), rate))
    alone, crowd, burst, beside = with_server(busy)
    play = [Waits(run.waits, sum(run.errors.values())) for run in (quiet, beside)]
    asked = f"`python benchmarks/workbench.py {toggles:.0f} {people:.0f} {seconds:.0f} {seats:.0f} {rate:.0f}`"
    text = "\n".join(
        [
            "# The workbench over HTTP",
            "",
            f"{asked}, {GAME}, Python {platform.python_version()}, {os.cpu_count()} cores, everything on one machine.",
            "",
            "| | answers | half within | 95% | 99% | longest | errors |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            alone.row("one person, random changes"),
            crowd.row(f"{people:.0f} people at once, a change about every {PAUSE:g} s"),
            burst.row(f"{people:.0f} people in the same instant"),
            play[0].row(f"table play, {seats:.0f} seats, alone"),
            play[1].row(f"table play beside {people:.0f} people at the workbench"),
        ]
    )
    record("workbench", text)
    print(text)


if __name__ == "__main__":
    main()
