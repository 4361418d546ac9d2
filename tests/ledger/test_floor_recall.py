"""What recall says of everybody's chips: before their bets, after the last payment, and the difference explained."""

from pathlib import Path

import pytest

from lammer.floor.recall import recall_round
from lammer.floor.view_types import BeforeAndAfter
from tests.floor_play import Play, new_play
from tests.surfaces.rigged_server import rig_for_a_test

START = 100_000
WON, LOST = "| Th 6c 9d Tc | S | Td", "| Th Tc 8d Kc | S"


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    rig_for_a_test(monkeypatch, {"t": [WON, LOST], "other": [LOST]})
    play = new_play(tmp_path, "sd-free-bet", 1, seed=1, chips=START)
    bet_and_stand(play, 1000)
    return play


def bet_and_stand(play: Play, amount: int) -> None:
    play.do("bet", "p1", box=1, bets={"main": amount})
    play.do("deal", "house")
    play.do("act", "p1", action="stand")


def balances(play: Play, number: int) -> BeforeAndAfter:
    return recall_round(play.floor, "t", number, whole=True)["balances"]["p1"]


def test_the_stake_is_still_the_players_before_the_round(play: Play) -> None:
    assert balances(play, 1) == {"before": START, "net": 1000, "elsewhere": 0, "after": START + 1000}
    bet_and_stand(play, 2000)
    assert balances(play, 2) == {"before": START + 1000, "net": -2000, "elsewhere": 0, "after": START - 1000}


def test_bets_that_were_changed_before_the_deal_count_once(play: Play) -> None:
    play.do("bet", "p1", box=1, bets={"main": 5000}, ready=False)
    bet_and_stand(play, 2000)
    assert balances(play, 2)["net"] == -2000
    play.do("bet", "p1", box=1, bets={"main": 3000}, ready=False)  # for the next round: no part of this one
    assert balances(play, 2) == {"before": START + 1000, "net": -2000, "elsewhere": 0, "after": START - 1000}


def test_what_moves_elsewhere_meanwhile_is_told_apart(play: Play) -> None:
    play.do("bet", "p1", box=1, bets={"main": 2000})
    play.do("deal", "house")
    play.floor.buy_in("more", "house", "p1", 700)
    play.do("act", "p1", action="stand")
    assert balances(play, 2) == {"before": START + 1000, "net": -2000, "elsewhere": 700, "after": START - 300}


def test_before_and_after_add_up_whatever_is_played(tmp_path: Path) -> None:
    """In random rounds with side bets, splits and insurance: each round begins with what the one before left."""
    play = new_play(tmp_path, "sd-free-bet", 3, seed=7)
    had = {f"p{number}": play.floor.chips(f"p{number}") for number in (1, 2, 3)}
    for number in range(1, 9):
        assert play.round()
        for name, balance in recall_round(play.floor, "t", number, whole=True)["balances"].items():
            assert balance["before"] == had[name]
            assert balance["after"] == balance["before"] + balance["net"] == play.floor.chips(name)
            had[name] = balance["after"]
