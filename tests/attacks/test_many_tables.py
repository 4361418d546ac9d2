"""Attack: thousands of tables are opened, and every tick of the clock reads them all."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import Floor, create_floor
from lammer.floor.state import FloorTable
from lammer.surfaces.web.app import create_app, time_passes
from lammer.surfaces.web.clock import LOOKED_AT
from lammer.surfaces.web.people import People
from lammer.surfaces.web.server import House

TABLES = 100
START = datetime(2026, 1, 31, 12, tzinfo=UTC)


class Counting(Floor):
    """The floor, and how many tables were read."""

    reads = 0
    time = START

    def now(self) -> datetime:
        return self.time

    def table(self, table: str) -> FloorTable:
        self.reads += 1
        return super().table(table)

    def tables(self) -> list[FloorTable]:
        found = super().tables()
        self.reads += len(found)
        return found


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Counting]:
    made = create_floor(tmp_path / "floor.db", tmp_path / "key")
    floor = Counting(made.journal)
    floor._now = lambda: floor.time
    for number in range(TABLES):
        floor.open_table(f"open {number}", "ann", f"t{number}", "sd-free-bet", bet_seconds=10, turn_seconds=0)
    yield floor
    made.journal.close()


@pytest.fixture
def house(floor: Counting, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server whose clock ticks only when the test says so."""
    monkeypatch.setattr("lammer.surfaces.web.app.time_passes", lambda _house: None)
    with TestClient(create_app(floor, People(b"secret")), base_url="http://floor.test") as client:
        yield client.app.state.house  # type: ignore[attr-defined]


def ticked(floor: Counting, house: House) -> int:
    """Tables read by one tick."""
    before = floor.reads
    time_passes(house)
    return floor.reads - before


def bet(floor: Counting, house: House, table: str) -> None:
    """One of two is ready, so that the time to bet runs."""
    for box, name in ((1, "ann"), (2, "bob")):
        floor.buy_in(f"{name} buys for {table}", name, name, 100_000)
        floor.do("sit", f"{name} sits at {table}", name, table, box=box)
    posted = floor.do("bet", f"ann bets at {table}", "ann", table, box=1, bets={"main": 1000})
    house.posted(table, posted)


def test_a_tick_reads_what_is_due_and_no_more(floor: Counting, house: House) -> None:
    assert ticked(floor, house) >= TABLES, "the first one looks at everything"
    quiet = [ticked(floor, house) for _ in range(3)]
    assert max(quiet) <= LOOKED_AT
    bet(floor, house, "t50")
    ticked(floor, house)
    floor.time += timedelta(seconds=11)
    assert ticked(floor, house) <= LOOKED_AT + 1
    assert floor.table("t50").round == 1, "what was due was done"


def test_what_nobody_told_of_is_found_in_turn(floor: Counting, house: House) -> None:
    ticked(floor, house)
    silent: Any = type("Silent", (), {"posted": lambda *_: None})()
    bet(floor, silent, "t99")
    floor.time += timedelta(seconds=11)
    for _ in range(TABLES // LOOKED_AT + 2):
        ticked(floor, house)
    assert floor.table("t99").round == 1


def test_control_to_look_at_every_table_is_noticed(floor: Counting, house: House) -> None:
    ticked(floor, house)
    before = floor.reads
    floor.tables()
    assert floor.reads - before == TABLES
