"""A player who is also on the staff decides about the table where they play: interrupts a losing round, calls a rival
absent, confirms or voids a jackpot."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.served_floor import PEOPLE, Served, served
from tests.surfaces.rigged_server import rig_for_a_test

SUITED, NOTHING = "| 7h 7h 7h Tc | S", "| 9h 8c 9d Tc | S"
TWO_PLAY = "| 9h 8h 6c 8d 9d Tc"
STEPS: dict[str, tuple[dict[str, Any], str]] = {
    "void": ({"reason": "I am losing"}, "sam"),
    "absent": ({}, "dana"),
    "answer-call": ({"absent": True}, "sam"),
    "deal": ({}, "dana"),
    "close": ({"reason": "the shift is over"}, "dana"),
    "reopen": ({}, "dana"),
    "duty": ({"on": True}, "dana"),
    "jackpot/lights": ({}, "dana"),
    "jackpot/take": ({}, "dana"),
}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    rig_for_a_test(monkeypatch, {"t": [TWO_PLAY], "sevens": [SUITED], "other": [NOTHING]})
    with served(tmp_path) as house:
        yield house


def seated(house: Served) -> None:
    """Zoe, who has every role, plays beside ann; the round waits for ann."""
    house.table()
    house.seated("ann", 1)
    house.seated("zoe", 2)
    house.play(ann=1, zoe=2)
    house.late()


def test_nobody_decides_at_the_table_where_they_play(house: Served) -> None:
    seated(house)
    before = house.floor.table("t")
    for step, (body, who_may) in STEPS.items():
        error = house.refusal("zoe", f"/api/tables/t/{step}", **body)
        assert error["code"] == "own-case", (step, error)
        assert who_may in error["text"], (step, error)
        assert "zoe" not in error["text"].partition(":")[2], (step, error)
    assert house.floor.table("t") == before
    assert house.code("sam", "/api/tables/t/void", reason="a card fell") == ""
    for seat in ("ann", "zoe"):
        house.post(seat, "/leave", box=1 if seat == "ann" else 2)
    assert house.code("zoe", "/api/tables/t/close", reason="the shift is over") == ""  # with no stake any more


@pytest.mark.parametrize("step", ["void", "absent", "close"])
def test_control__a_training_floor_lets_one_person_play_every_part(house: Served, step: str) -> None:
    """And shows what the attack looks like when it works."""
    seated(house)
    house.floor.training = True
    if step == "close":
        house.post("zoe", "/void", reason="to close")
    assert house.code("zoe", f"/api/tables/t/{step}", **STEPS[step][0]) == ""


def test_whoever_opened_a_table_does_not_play_at_it(house: Served) -> None:
    house.table(by="dirk")
    assert house.refusal("dirk", "/api/tables/t/sit", box=1)["code"] == "own-table"
    house.post("dana", "/close", reason="the shift is over")
    house.post("zoe", "/reopen")
    for name in ("dirk", "zoe"):
        assert house.refusal(name, "/api/tables/t/sit", box=1)["code"] == "own-table"
    house.post("ann", "/sit", box=1)
    house.floor.training = True  # control
    assert house.code("dirk", "/api/tables/t/sit", box=2) == ""


def linked(house: Served) -> None:
    """A jackpot with two tables: ann wins it at one, and zoe, an executive, plays at the other."""
    assert house.code("erin", "/api/links", link="main") == ""
    game: dict[str, Any] = {"game": "sd-blackjack+blazing-7s", "turn_seconds": 0, "link": "main"}
    for table, player in (("sevens", "ann"), ("other", "zoe")):
        assert house.code("dana", "/api/tables", table=table, **game) == ""
        house.floor.buy_in(f"chips for {player}", "house", player, 100_000)
        assert house.code(player, f"/api/tables/{table}/sit", box=4) == ""
    assert house.refusal("zoe", "/api/links/main/tables", table="other")["code"] == "own-case"
    for table in ("sevens", "other"):
        assert house.code("erin", "/api/links/main/tables", table=table) == ""
    bets = {"main": 1000, "blazing-7s": 500}
    assert house.code("ann", "/api/tables/sevens/bet", box=4, bets=bets) == ""


def test_nobody_decides_about_a_meter_they_play_for(house: Served) -> None:
    linked(house)
    at = "/api/tables/sevens/jackpot"
    assert house.refusal("zoe", f"{at}/confirm", spot=4)["code"] == "own-case"
    assert house.code("sam", f"{at}/confirm", spot=4) == ""
    error = house.refusal("zoe", f"{at}/void", spot=4, note="I want it")
    assert error["code"] == "own-case"
    assert "erin" in error["text"]
    # Control: away from the tables of the jackpot, the same executive may.
    assert house.code("zoe", "/api/tables/other/leave", box=4) == ""
    assert house.code("zoe", f"{at}/void", spot=4, note="confirmed by mistake") == ""


def test_a_winner_has_no_part_in_their_own_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even in steps about it that others began."""
    rig_for_a_test(monkeypatch, {"sevens": [SUITED], "other": [NOTHING]})
    with served(tmp_path, {**PEOPLE, "ann": PEOPLE["zoe"]}) as house:
        wins_and_approves(house)


def wins_and_approves(house: Served) -> None:
    linked(house)
    at = "/api/tables/sevens/jackpot"
    assert house.code("ann", f"{at}/confirm", spot=4) in ("self-approval", "own-case")
    assert house.code("ann", f"{at}/relieve", note="he is slow") == "own-case"
    assert house.code("sam", f"{at}/confirm", spot=4) == ""
    assert house.code("ann", f"{at}/void", spot=4, note="for later") == "own-case"
