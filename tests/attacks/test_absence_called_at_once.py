"""A dealer calls a player absent while the player is thinking, at a table where no clock runs.

The rule for absent players then plays the hand, against the player's will. The rules give no time (EU 1.9), so the
house does: the call waits the table's ``absent_seconds``.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.state import table_document
from lammer.ledger.records import Command, Posting
from tests.attacks.served_floor import Served, served
from tests.surfaces.rigged_server import rig_for_a_test

CALL = "/api/tables/t/absent"


def begun(house: Served, **more: Any) -> None:
    house.table(**more)
    house.seated("ann", 1)
    house.play(ann=1)


@pytest.mark.parametrize("seconds", [30, 90])
def test_the_call_waits_the_tables_time(tmp_path: Path, seconds: int) -> None:
    with served(tmp_path) as house:
        begun(house, absent_seconds=seconds)
        error = house.refusal("dana", CALL)
        assert (error["code"], error["clause"]) == ("not-yet", "house")
        assert f"in {seconds} s" in error["text"]
        house.now += timedelta(seconds=seconds, microseconds=-1)
        assert house.code("dana", CALL) == "not-yet"
        assert house.view()["play"]["my_turn"]
        # Control: once the time is over, the same call is carried out.
        house.now += timedelta(microseconds=1)
        assert house.code("dana", CALL) == ""
        assert not house.view()["under_way"]


def test_every_player_has_their_own_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig_for_a_test(monkeypatch, {"t": ["| 9h 8h 6c 8d 9d Tc"]})
    with served(tmp_path) as house:
        house.table()
        house.seated("ann", 1)
        house.seated("bob", 2)
        house.play(ann=1, bob=2)
        house.now += timedelta(seconds=30)
        assert house.code("dana", CALL) == ""
        assert house.view("bob")["play"]["my_turn"]
        assert house.code("dana", CALL) == "not-yet"


def test_no_table_is_opened_without_that_time(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        body = {"table": "t", "game": "sd-free-bet", "turn_seconds": 0, "absent_seconds": 0}
        assert house.asks("dana", "POST", "/api/tables", **body).status_code == 422


def test_control__books_without_the_time_show_the_attack(tmp_path: Path) -> None:
    """A turn that began under an earlier version has no such time: there the call is carried out at once."""
    with served(tmp_path) as house:
        begun(house)
        older = house.floor.table("t").model_copy(update={"absent_from": ""}).model_dump_json()
        house.floor.journal.post(
            Command("as it was", "kept", "test", {}), lambda _books: Posting({}, "", (), {table_document("t"): older})
        )
        assert house.code("dana", CALL) == ""
        assert not house.view()["under_way"]
