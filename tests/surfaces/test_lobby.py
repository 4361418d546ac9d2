"""What the lobby lists, who is on duty, and what expires when nobody uses it; the test moves the clock."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.idle import IdleLimits
from lammer.ledger.operational import in_memory
from lammer.rules.loader import load_sheet
from lammer.surfaces.web.app import time_passes
from lammer.surfaces.web.sessions import Sessions
from tests.attacks.served_floor import Served, served
from tests.surfaces.test_web_procedure import Casino

MINUTE = 60


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as house:
        house.house.idle = IdleLimits(tables=10 * MINUTE, guests=5 * MINUTE)
        house.table()
        yield house


def listed(house: Casino, name: str = "ann") -> dict[str, Any]:
    rows: list[dict[str, Any]] = house.asks(name, "GET", "/api/tables").json()
    return next(one for one in rows if one["table"] == "t")


def later(house: Casino, seconds: int) -> None:
    house.now += timedelta(seconds=seconds)
    time_passes(house.house)


def test_a_player_finds_an_empty_table_with_its_limits_and_free_seats(house: Served) -> None:
    table = listed(house)
    assert (table["name"], table["boxes"], table["players"]) == ("Free Bet Blackjack", 7, [])
    assert table["free"] == [4, 3, 5, 2, 6, 1, 7]
    assert (table["minimum"], table["maximum"]) == (500, 50_000)
    house.seated("ann", 4)
    assert listed(house)["free"] == [3, 5, 2, 6, 1, 7]


def test_free_bet_comes_first_and_variants_last(house: Served) -> None:
    games = house.asks("ann", "GET", "/api/games").json()
    assert games[0]["game"] == "sd-free-bet"
    assert all(one["free_bets"] == bool(load_sheet(one["game"]).rules.free.double_totals) for one in games)
    order = [(one["variant"], not one["free_bets"]) for one in games]
    assert order == sorted(order)
    assert {variant for variant, _ in order} == {False, True}


def test_a_dealer_comes_on_duty_at_any_table_and_is_listed(house: Served) -> None:
    house.post("dana", "/duty", on=True)
    assert listed(house)["dealer"] == "dana"
    staff = {one["name"]: one for one in house.asks("sam", "GET", "/api/staff").json()}
    assert (staff["dana"]["tables"], staff["dana"]["here"]) == (["t"], True)
    assert (staff["erin"]["tables"], staff["erin"]["here"]) == ([], False)
    assert "ann" not in staff
    assert house.asks("ann", "GET", "/api/staff").status_code == 403
    # The table goes on dealing by itself.
    house.seated("ann", 1)
    house.play(ann=1)
    house.post("dana", "/duty", on=False)
    assert listed(house)["dealer"] == ""


def test_an_unused_table_closes(house: Served) -> None:
    later(house, 9 * MINUTE)
    assert listed(house)["status"] == "open"
    house.seated("ann", 1)
    later(house, 9 * MINUTE)
    assert listed(house)["status"] == "open"
    later(house, 1 * MINUTE)
    assert listed(house)["status"] == "closed"
    closed = house.floor.journal.last_events(1)[0]
    assert (closed["kind"], closed["actor"]) == ("close", "clock")
    assert "nobody used it for 10 minutes" in closed["body"]
    house.post("dana", "/reopen")
    later(house, 1 * MINUTE)
    assert listed(house)["status"] == "open"


@pytest.mark.parametrize("keeps", ["bet", "round", "duty", "never"])
def test_a_table_that_is_needed_stays_open(house: Served, keeps: str) -> None:
    house.seated("ann", 1)
    if keeps == "bet":
        house.post("ann", "/bet", box=1, bets={"main": 1000}, ready=False)
    elif keeps == "round":
        house.play(ann=1)
    elif keeps == "duty":
        house.post("dana", "/duty", on=True)
    else:
        house.house.idle = IdleLimits(0, 0)
    later(house, 24 * 60 * MINUTE)
    assert listed(house)["status"] == "open"


def test_guests_who_have_gone_lose_their_seats(tmp_path: Path) -> None:
    house = Casino(tmp_path, None)
    with house.client:
        house.house.idle = IdleLimits(tables=0, guests=5 * MINUTE)
        house.post("ann", "", table="t", game="sd-free-bet")
        for name, box in (("ann", 1), ("bob", 2)):
            house.seated(name, box)
        house.post("bob", "/bet", box=2, bets={"main": 1000}, ready=False)
        later(house, 6 * MINUTE)
        assert listed(house)["players"] == ["ann", "bob"]  # a bet is placed: nothing expires
        house.post("ann", "/leave", box=1)
        house.post("ann", "/sit", box=1)
        # Not sooner: the server's own clock may look at the table at any moment from now on.
        house.post("bob", "/bet", box=2, bets={}, ready=False)
        later(house, 1)
        assert listed(house)["players"] == ["ann"]
        assert house.view("bob")["unseated"] == [{"box": 2, "player": "bob"}]
        later(house, 5 * MINUTE)
        assert listed(house)["players"] == []


def test_a_session_of_a_guest_ends_after_the_set_time() -> None:
    now = 1000.0
    sessions = Sessions(b"secret", in_memory(), "floor", lambda: now, idle_seconds=5 * MINUTE)
    token = sessions.open("ann", "guest")
    now += 5 * MINUTE - 1
    assert sessions.find(token) is not None
    now += 5 * MINUTE
    assert sessions.find(token) is None
