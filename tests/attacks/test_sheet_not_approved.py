"""A dealer opens a table whose rules the house never approved: naturals at 6:5 on six decks, or limits of their own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.served_floor import GAME, Served, served
from tests.surfaces.test_web_procedure import Casino

SIX_TO_FIVE, LIMITS = ["natural.pays=6:5"], ["limits.most=99900", "limits.least=100"]
SHEETS = "/api/approved-sheets"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as house:
        yield house


def opening(table: str, overrides: list[str], **more: Any) -> dict[str, Any]:
    return {"table": table, "game": GAME, "overrides": overrides, **more}


@pytest.mark.parametrize("training", [False, True])
def test_rules_that_depart_from_their_clauses_are_refused(house: Served, training: bool) -> None:
    """Also at a table for training: what is won there are chips of the house."""
    error = house.refusal("dana", "/api/tables", **opening("t", SIX_TO_FIVE, training=training))
    assert (error["code"], error["clause"]) == ("sheet-departs", "SD(e)")
    assert "at least 3:2" in error["text"]
    assert house.refusal("erin", SHEETS, game=GAME, overrides=SIX_TO_FIVE)["code"] == "sheet-departs"
    assert house.asks("dana", "GET", "/api/tables").json() == []


def test_overrides_need_the_houses_approval(house: Served) -> None:
    error = house.refusal("dana", "/api/tables", **opening("t", LIMITS))
    assert error["code"] == "sheet-not-approved"
    assert "limits.least=100" in error["text"]
    for name in ("dana", "sam", "ann"):
        assert house.code(name, SHEETS, game=GAME, overrides=LIMITS) == "wrong-role"
    assert house.code("erin", SHEETS, game=GAME, overrides=LIMITS) == ""
    # Control: what is approved is opened, in whatever order its values are named.
    assert house.code("dana", "/api/tables", **opening("t", LIMITS[::-1])) == ""
    assert house.refusal("dana", "/api/tables", **opening("u", LIMITS[:1]))["code"] == "sheet-not-approved"
    listed = house.asks("ann", "GET", SHEETS).json()
    by = {one["sheet"]: (one["by"], one["game"], one["overrides"]) for one in listed["sheets"]}
    assert by[f"{GAME}@2[limits.least=100,limits.most=99900]"] == ("erin", GAME, sorted(LIMITS))
    assert by[f"{GAME}@2"] == ("", GAME, [])


def test_a_sheet_that_was_withdrawn_is_not_opened_again(house: Served) -> None:
    house.table()
    house.post("dana", "/close", reason="the shift is over")
    assert house.code("erin", SHEETS, game=GAME, approved=False, reason="under review") == ""
    assert house.refusal("dana", "/api/tables/t/reopen")["code"] == "sheet-not-approved"
    assert house.refusal("dana", "/api/tables", **opening("u", []))["code"] == "sheet-not-approved"
    assert house.code("erin", SHEETS, game=GAME) == ""
    assert house.code("dana", "/api/tables/t/reopen") == ""


def test_what_a_jackpot_says_is_approved_with_it(house: Served) -> None:
    values = {"jackpot.decks": 8}
    assert house.code("erin", "/api/links", link="main", values=values) == ""
    game = {"game": "sd-blackjack+blazing-7s", "link": "main"}
    assert house.code("dana", "/api/tables", table="t", **game) == ""
    limits = {"overrides": ["limits.most=99900"]}
    assert house.refusal("dana", "/api/tables", table="u", **game, **limits)["code"] == "sheet-not-approved"


def test_control__a_training_floor_opens_them_and_says_so(tmp_path: Path) -> None:
    home = Casino(tmp_path, None)
    with home.client:
        home.post("ann", "", **opening("t", SIX_TO_FIVE, training=False))
        assert home.view()["training"]
        assert home.asks("ann", "GET", SHEETS).json()["training"] is True
        home.post("ann", "/sit", box=1)
        home.floor.buy_in("chips for ann", "house", "ann", 100_000)
        home.post("ann", "/bet", box=1, bets={"main": 1000})
