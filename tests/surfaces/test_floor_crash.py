"""A short version of benchmarks/floor_crash.py: the real server killed under players who retry."""

from pathlib import Path

import pytest

from benchmarks.floor_crash import killed
from lammer.floor.accounts import bank, chips
from lammer.floor.house import create_floor
from lammer.ledger.records import Command, Entry, Posting
from tests.surfaces.faults.evidence import faults
from tests.surfaces.faults.player import Player


def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    found, counts = killed(3, tmp_path)
    assert found == []
    assert counts["commands acknowledged"] > 5
    assert counts["requests asked again"] > 0
    assert counts["planted faults noticed of 3"] == 3


@pytest.fixture
def books(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "floor.db", tmp_path / "floor.key"


def test_a_lost_answer_and_a_wrong_balance_would_be_noticed(books: tuple[Path, Path]) -> None:
    """Negative control: an answer that is not in the books, and chips that no round moved."""
    floor = create_floor(*books)
    floor.open_table("open", "p1", "one", "sd-free-bet")
    floor.buy_in("welcome p1", "p1", "p1", 100_000)
    floor.buy_in("buy", "p1", "p1", 1_000_000)
    player = Player([], "p1", "one", 1)
    assert faults(floor, [player], "one") == []
    player.acknowledged["p1: never written"] = {"event": 9, "repeated": False}
    assert faults(floor, [player], "one") == ["lost: p1: never written"]
    player.acknowledged.clear()
    stolen = Posting({}, "", (Entry(chips("p1"), bank("one"), 1, "stolen"),))
    floor.journal.post(Command("theft", "theft", "nobody", {}), lambda _books: stolen)
    assert "p1 has 1099999" in faults(floor, [player], "one")[0]
    floor.journal.close()
