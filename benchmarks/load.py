"""A thousand seats connected by WebSocket, two hundred durable actions a second, and what they wait for.

    python benchmarks/load.py [seconds] [seats] [actions a second]   prints and writes benchmarks/results/load.md

The server is the real one, on loopback, with its books in an SQLite file; the players are this process.
"""

import asyncio
import json
import platform
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
import websockets

from benchmarks.floor_crash import free_port
from tests.surfaces.faults.server import Server

RESULTS = Path(__file__).parent / "results" / "load.md"
A_TABLE = 7
BET = 1000
WARM_SECONDS = 10


@dataclass
class Seat:
    """A player with an open page; ``view`` is the last that was pushed."""

    name: str
    table: str
    box: int
    cookie: str = ""
    view: dict[str, Any] = field(default_factory=dict)
    asked: int = 0
    busy: bool = False

    def next_action(self) -> tuple[str, dict[str, Any]] | None:
        """What this player could do now."""
        if self.busy or not self.view:
            return None
        mine = next((seat for seat in self.view["seats"] if seat["mine"]), None)
        play = self.view["play"]
        if mine is not None and play is None and not mine["ready"]:
            return "bet", {"box": self.box, "bets": {"main": BET}}
        if play is not None and play["my_turn"]:
            kinds = [option["kind"] for option in play["legal"]]
            return "act", {"action": "stand" if "stand" in kinds else kinds[-1]}
        return None


@dataclass
class Waits:
    seconds: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    refused: int = 0
    memory: list[float] = field(default_factory=list)


async def connect(client: httpx.AsyncClient, server: Server, seat: Seat) -> None:
    answer = await client.post(f"{server.address}/api/guest", json={"name": seat.name})
    seat.cookie = answer.cookies["lammer"]
    headers = {"cookie": f"lammer={seat.cookie}"}
    client.cookies.clear()
    body = {"key": f"{seat.name} takes a seat", "box": seat.box}
    (await client.post(f"{server.address}/api/tables/{seat.table}/sit", json=body, headers=headers)).raise_for_status()


async def watch(server: Server, seat: Seat, waits: Waits) -> None:
    """Keeps the page open."""
    headers = {"Cookie": f"lammer={seat.cookie}", "Origin": server.address}
    address = f"ws://127.0.0.1:{server.port}/api/tables/{seat.table}/live"
    try:
        async with websockets.connect(address, additional_headers=headers, max_queue=4) as socket:
            async for message in socket:
                seat.view = json.loads(message)
    except (OSError, websockets.WebSocketException) as error:
        waits.errors[f"page: {type(error).__name__}"] = waits.errors.get(f"page: {type(error).__name__}", 0) + 1


async def act(
    client: httpx.AsyncClient, server: Server, seat: Seat, what: tuple[str, dict[str, Any]], waits: Waits
) -> None:
    path, body = what
    seat.busy, seat.asked = True, seat.asked + 1
    begun = time.perf_counter()
    try:
        answer = await client.post(
            f"{server.address}/api/tables/{seat.table}/{path}",
            json={"key": f"{seat.name} action {seat.asked}", **body},
            headers={"cookie": f"lammer={seat.cookie}"},
        )
        if answer.status_code == 409:
            waits.refused += 1
        elif answer.status_code != 200:
            waits.errors[str(answer.status_code)] = waits.errors.get(str(answer.status_code), 0) + 1
        waits.seconds.append(time.perf_counter() - begun)
    except httpx.HTTPError as error:
        waits.errors[type(error).__name__] = waits.errors.get(type(error).__name__, 0) + 1
    seat.busy = False


async def load(server: Server, seconds: float, seats: int, rate: float) -> Waits:
    waits, chance = Waits(), random.Random(1)
    limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
    async with httpx.AsyncClient(timeout=30, limits=limits) as client:
        people = [Seat(f"p{n}", f"t{n // A_TABLE}", n % A_TABLE + 1) for n in range(seats)]
        await client.post(f"{server.address}/api/guest", json={"name": "house"})
        for table in sorted({seat.table for seat in people}):
            body = {"key": f"opening {table}", "table": table, "game": "sd-free-bet", "turn_seconds": 0}
            while (await client.post(f"{server.address}/api/tables", json=body)).status_code == 429:
                await asyncio.sleep(0.2)
        client.cookies.clear()
        for seat in people:
            await connect(client, server, seat)
        pages = [asyncio.create_task(watch(server, seat, waits)) for seat in people]
        await asyncio.sleep(WARM_SECONDS)
        begun, sent, tasks = time.perf_counter(), 0, set[asyncio.Task[None]]()
        while (passed := time.perf_counter() - begun) < seconds:
            while sent < passed * rate:
                seat = chance.choice(people)
                what = seat.next_action()
                if what is None:
                    waiting = [(one, action) for one in people if (action := one.next_action()) is not None]
                    if not waiting:
                        break
                    seat, what = chance.choice(waiting)
                task = asyncio.create_task(act(client, server, seat, what, waits))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
                sent += 1
            if len(waits.memory) < passed / 10:
                waits.memory.append(server.memory())
            await asyncio.sleep(0.005)
        await asyncio.gather(*tasks)
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
    return waits


def said(waits: Waits, seconds: float, seats: int) -> list[str]:
    ordered = sorted(waits.seconds)
    at = {part: 1000 * ordered[min(int(part * len(ordered)), len(ordered) - 1)] for part in (0.5, 0.95, 0.99, 0.999)}
    errors = ", ".join(f"{number} × {what}" for what, number in waits.errors.items()) or "0 errors"
    memory = f"{waits.memory[0]:.0f} MB after ten seconds, {waits.memory[-1]:.0f} MB at the end" if waits.memory else ""
    row = " | ".join([*(f"{at[part]:.1f} ms" for part in at), errors, str(waits.refused), memory])
    return [
        f"{seats:,} seats connected, {seconds:.0f} seconds, {len(ordered) / seconds:.0f} durable actions a second.",
        "",
        "| half within | 95% | 99% | 99.9% | errors | refused as out of date | memory of the server |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        f"| {row} |",
    ]


def main() -> None:
    seconds, seats, rate = (float(part) for part in [*sys.argv[1:4], *["600", "1000", "200"][len(sys.argv) - 1 :]])
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), free_port())
        server.start()
        server.wait()
        try:
            waits = asyncio.run(load(server, seconds, int(seats), rate))
        finally:
            server.stop()
    asked = f"`python benchmarks/load.py {seconds:.0f} {seats:.0f} {rate:.0f}`"
    about = f"{asked}, Python {platform.python_version()}, server and players on one machine."
    text = "\n".join(["# The floor under load", "", about, "", *said(waits, seconds, int(seats))]) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
