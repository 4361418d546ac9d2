"""Which table may play for which jackpot: a sensor needs a link, and both must pay the same hands the same."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from lammer.floor.accounts import bank, chips, held
from lammer.floor.house import Floor, create_floor
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import read_table, table_document
from lammer.ledger.journal import Books
from lammer.ledger.records import Command, Entry, Posting
from tests.ledger.jackpot_floor import GAME, NONE, STAKE
from tests.surfaces.rigged_server import rig_for_a_test

Rigged = Callable[[dict[str, list[str]]], None]
WAGERS = {"main": 1000, "blazing-7s": STAKE}


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return partial(rig_for_a_test, monkeypatch)


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    """One table without a jackpot, and ann at it."""
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    floor.open_table("open", "house", "t", GAME, turn_seconds=0)
    floor.buy_in("buy", "house", "ann", 100_000)
    floor.do("sit", "sit", "ann", "t", box=4)
    return floor


def test_a_table_without_a_link_has_no_sensor(floor: Floor) -> None:
    with pytest.raises(FloorRefused) as caught:
        floor.do("bet", "bet", "ann", "t", box=4, bets=WAGERS)
    assert (caught.value.code, caught.value.clause) == ("no-sensor", "SD.19 (1)")
    assert "jackpot" in caught.value.text
    assert floor.chips("ann") == 100_000
    assert "blazing-7s" not in [bet["id"] for bet in floor.view("t", "ann")["side_bets"]]


def test_the_game_itself_is_played_without_a_link(floor: Floor) -> None:
    assert floor.view("t")["progressive"] is None
    floor.do("bet", "bet", "ann", "t", box=4, bets={"main": 1000})
    floor.do("deal", "deal", "house", "t")
    assert floor.table("t").round == 1


def test_a_wager_from_older_books_comes_back_with_the_deal(tmp_path: Path, rigged: Rigged) -> None:
    """Earlier versions took it: it lies in a seat's bets and is held."""
    rigged({"t": [NONE]})
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    floor.open_table("open", "house", "t", GAME, turn_seconds=0)
    floor.buy_in("buy", "house", "ann", 100_000)
    floor.do("sit", "sit", "ann", "t", box=4)
    floor.do("bet", "bet", "ann", "t", box=4, bets={"main": 1000})
    before = read_table(floor.journal.document(table_document("t")) or "")
    seat = before.seats[0].model_copy(update={"bets": WAGERS})
    older = before.model_copy(update={"seats": (seat,)}).model_dump_json()

    def carry_out(_books: Books) -> Posting:
        return Posting({}, "floor/t", (Entry(chips("ann"), held("t"), STAKE, "stake"),), {table_document("t"): older})

    floor.journal.post(Command("older", "bet", "ann", {}), carry_out)
    floor.do("deal", "deal", "house", "t")
    assert floor.chips("ann") == 100_000 - 1000
    floor.do("act", "stand", "ann", "t", action="stand")
    assert floor.journal.balance(held("t")).credit == floor.journal.balance(bank("t")).credit == 0
    assert floor.chips("ann") == 100_000
