"""Steps that cannot be undone say beforehand what they will do, and need a reason that the books keep."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.served_floor import PEOPLE, Served, served

WHY = "the cards were damaged"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, {**PEOPLE, "ada": ("administrator",), "alf": ("auditor",)}) as house:
        house.table()
        for name, box in (("ann", 1), ("bob", 2)):
            house.seated(name, box)
        yield house


def effects(house: Served) -> dict[str, str]:
    texts: dict[str, str] = house.asks("dana", "GET", "/api/tables/t/effects").json()
    return texts


def event(house: Served, kind: str) -> dict[str, Any]:
    """What the last event of a kind says, and the security event beside it."""
    events = [one for one in house.floor.journal.last_events(50) if one["kind"] == kind]
    said: dict[str, Any] = json.loads(events[-1]["body"])
    return said


def test_closing_a_table_needs_a_reason_and_tells_who_gets_what(house: Served) -> None:
    house.post("ann", "/bet", box=1, bets={"main": 2000}, ready=False)
    texts = effects(house)
    assert texts["void"] == ""
    assert "ann and bob must leave. Bets go back: ann gets 20." in texts["close"]
    for body in ({}, {"reason": ""}):
        assert house.asks("dana", "POST", "/api/tables/t/close", **body).status_code == 422
    assert house.refusal("dana", "/api/tables/t/close", reason="  ")["code"] == "no-reason"
    assert house.floor.table("t").status == "open"
    house.post("dana", "/close", reason=WHY)
    assert house.floor.chips("ann") == 100_000
    assert event(house, "close")["reason"] == WHY
    assert event(house, "security") == {"of": house.floor.journal.last_events(2)[0]["number"], "reason": WHY} | {
        "table": "t",
        "what": "close",
    }
    assert effects(house) == {"close": "", "void": ""}


def test_interrupting_a_round_tells_whose_money_comes_back(house: Served) -> None:
    house.play(ann=1, bob=2)
    before = {name: house.floor.chips(name) for name in ("ann", "bob")}
    text = effects(house)["void"]
    house.post("sam", "/void", reason=WHY)
    for name, had in before.items():
        back = (house.floor.chips(name) - had) // 100
        assert (f"{name} gets {back}" in text) == (back > 0)
    assert "cannot be undone" in text


def test_removing_a_user_and_withdrawing_a_sheet_need_a_reason(house: Served) -> None:
    assert house.asks("ada", "POST", "/api/users/bob/remove").status_code == 422
    sheet = {"game": "sd-free-bet", "approved": False}
    assert house.refusal("erin", "/api/approved-sheets", **sheet)["code"] == "no-reason"
    assert house.code("erin", "/api/approved-sheets", **sheet, reason=WHY) == ""
    assert event(house, "approve-sheet")["reason"] == WHY
    assert event(house, "security")["reason"] == WHY


def test_a_player_is_not_told_what_the_staff_could_do(house: Served) -> None:
    assert house.asks("ann", "GET", "/api/tables/t/effects").status_code == 403
