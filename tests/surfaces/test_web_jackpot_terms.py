"""Jackpots through the API: which tables have sensors, what a new jackpot may say, and what its sign shows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lammer.surfaces.web.people import People
from tests.surfaces.rigged_server import rig_for_a_test
from tests.surfaces.test_web_jackpot import NOTHING, Casino, bet, casino, users  # noqa: F401 (a fixture)

GAME = "sd-blackjack+blazing-7s"
AT = "/api/tables/sevens-table"
TWO = "| 7h 8c 7d Tc | S"


@pytest.fixture(autouse=True)
def rigged(monkeypatch: pytest.MonkeyPatch) -> None:
    rig_for_a_test(monkeypatch, {"sevens-table": [TWO, NOTHING]})


@pytest.fixture
def house(users: Path, tmp_path: Path) -> Iterator[Casino]:  # noqa: F811
    from lammer.surfaces.web.people import read_users

    with casino(tmp_path, People(b"secret", read_users(users))) as open_casino:
        yield open_casino


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Casino]:
    with casino(tmp_path, People(b"secret")) as open_casino:
        open_casino.client.post("/api/guest", json={"name": "ann"})
        yield open_casino


def seated(house: Casino, dealer: str = "dana", **more: Any) -> None:
    house.ask(dealer, "/api/tables", table="sevens-table", game=GAME, turn_seconds=0, **more)
    if dealer == "dana":
        house.ask("ann", "/api/buy-in", amount=100_000)
    house.ask("ann", f"{AT}/sit", box=4)


def refused_wager(house: Casino) -> dict[str, str]:
    before = house.get("ann", "/api/me")["chips"]
    error: dict[str, str] = house.ask("ann", f"{AT}/bet", 409, box=4, bets={"main": 1000, "blazing-7s": 500})["error"]
    assert house.get("ann", "/api/me")["chips"] == before
    assert [one["id"] for one in house.view("ann")["side_bets"]] == []
    return error


def test_a_table_without_a_jackpot_takes_no_progressive_wager(house: Casino) -> None:
    seated(house)
    error = refused_wager(house)
    assert (error["code"], error["clause"]) == ("no-sensor", "SD.19 (1)")


def test_a_guests_table_that_fits_no_jackpot_takes_no_progressive_wager(local: Casino) -> None:
    """Two bettors on a box have one sensor, so no jackpot links such a table."""
    seated(local, "ann", overrides=["limits.bettors=2"])
    assert refused_wager(local)["code"] == "no-sensor"


@pytest.mark.parametrize(
    ("overrides", "link", "meters"),
    [
        ([], "blazing-7s", {"meter": 1_000_100}),
        (["shoe.decks=8"], "blazing-7s-8-decks", {"meter": 1_000_100}),
        (["sevens_bets.blazing-7s.paytable=PT2"], "blazing-7s-pt2", {"meter": 1_000_100}),
        (
            ["sevens_bets.blazing-7s.paytable=PT3"],
            "blazing-7s-three-meters",
            {"mega": 2_500_060, "major": 250_030, "minor": 50_020},
        ),
        (["sevens_bets.blazing-7s.paytable=PT1-envy"], "blazing-7s-pt1-envy", {"meter": 1_000_100}),
        (["sevens_bets.blazing-7s.paytable=PT2-envy"], "blazing-7s-pt2-envy", {"meter": 1_000_100}),
    ],
)
def test_a_local_table_opens_a_jackpot_of_its_own(
    local: Casino, overrides: list[str], link: str, meters: dict[str, int]
) -> None:
    seated(local, "ann", overrides=overrides)
    bet(local, "ann", "sevens-table")
    progressive = local.view("ann")["progressive"]
    assert (progressive["link"], progressive["meters"]) == (link, meters)


def test_an_executive_opens_every_paytable_with_amounts_of_their_own(house: Casino) -> None:
    offered = house.get("erin", "/api/terms")
    assert {one["paytable"] for one in offered} == {"PT1", "PT2", "PT3", "PT1-envy", "PT2-envy", "5"}
    for one in offered:
        values = {field["key"]: field["value"] for field in one["values"]}
        seeds = {key: value + 1 for key, value in values.items() if key.endswith(".seed")}
        reply = house.ask("erin", "/api/links", link=one["terms"], terms=one["terms"], values=values | seeds)
        assert reply["meters"] == {key.split(".")[1]: value for key, value in seeds.items()}
        assert reply["paytable"] == one["paytable"]


def test_lucky_george_over_the_api(house: Casino) -> None:
    house.ask("erin", "/api/links", link="sevens", terms="blazing-7s-pt1-envy")
    seated(house, link="sevens")
    house.ask("erin", "/api/links/sevens/tables", table="sevens-table")
    bet(house, "ann", "sevens-table")
    spot = house.view("ann")["progressive"]["spots"][0]
    assert (spot["won"], spot["envy"]) == (12_500, 200)
    assert "one 7: 2 for 1; Lucky George 1 at 5" in house.view("ann")["side_bets"][0]["pays"]


def test_values_that_cannot_be_are_told_by_key(house: Casino) -> None:
    wrong = {"levels.meter.seed": -5, "bounds.notice_days": 1.5, "jackpot.paytable": "PT3"}
    error = house.ask("erin", "/api/links", 409, link="sevens", values=wrong)["error"]
    assert error["code"] == "bad-terms"
    assert error["keys"] == {
        "jackpot.paytable": "cannot be set here",
        "bounds.notice_days": "should be a whole number, found 1.5",
        "levels.meter.seed": "should be at least 1, found -5",
    }
    house.ask("dana", "/api/links", 403, link="sevens")
    assert house.get("erin", "/api/links")["links"] == []
