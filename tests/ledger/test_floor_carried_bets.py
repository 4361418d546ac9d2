"""Bets that stay on the layout, at a table of the floor: held between rounds, shown at the seat, returned to a player
who leaves, and found right by the verifier."""

from pathlib import Path
from typing import Any

import pytest

from lammer.floor.accounts import chips, held
from lammer.floor.house import create_floor
from lammer.floor.records import records_of
from lammer.floor.refusals import FloorRefused
from lammer.floor.verify.walk import verify_play
from lammer.ledger.records import Entry
from lammer.table.replay import RecordChecker
from tests.floor_play import Play, new_play

GAME = "sd-blackjack+streak"
SPOTS = {f"streak-{number}": 500 for number in (2, 3, 4, 5)}


def _round(play: Play, player: str = "p1", **bets: int) -> None:
    """One round of a single player, who stands."""
    pending = {one["bet"] for one in _seat(play, player)["carried"]}
    wagers = {"main": 1000, **{spot: amount for spot, amount in SPOTS.items() if spot not in pending}, **bets}
    play.do("bet", player, box=play.seats[player][0], bets=wagers)
    play.do("deal", "house")
    while play.floor.table("t").inputs:
        legal = [one["kind"] for one in (play.floor.view("t", player)["play"] or {"legal": []})["legal"]]
        play.do("act", player, action="stand" if "stand" in legal else "pass")


def _seat(play: Play, player: str = "p1") -> Any:
    return next(seat for seat in play.floor.view("t", player)["seats"] if seat["player"] == player)


def _held(play: Play) -> int:
    return play.floor.journal.balance(held("t")).credit


def _until_pending(play: Play) -> None:
    """Rounds until a bet is on the layout."""
    while not _seat(play)["carried"]:
        _round(play)


def _faults(folder: Path) -> list[str]:
    return [fault.text for fault in verify_play(str(folder / "floor.db"), processes=0).faults]


def test_pending_bets_are_held_shown_and_part_of_every_round(tmp_path: Path) -> None:
    play, won = new_play(tmp_path, GAME, 1, seed=1), 0
    for _ in range(25):
        before = {one["bet"]: one["wins"] for one in _seat(play)["carried"]}
        _round(play)
        carried = _seat(play)["carried"]
        assert _held(play) == sum(one["amount"] for one in carried)
        assert all(one["wins"] >= before.get(one["bet"], 0) for one in carried)
        won += sum(one["wins"] > 0 for one in carried)
    assert won > 0, "no round was won: choose another number of rounds"
    assert _faults(tmp_path) == []
    checker = RecordChecker()
    assert [
        fault for line, one in enumerate(records_of(play.floor, "t"), 1) for fault in checker.check(line, one)
    ] == []
    assert not [text for text in checker.warnings if "layout" in text]


def test_a_taken_spot_refuses_another_bet(tmp_path: Path) -> None:
    play = new_play(tmp_path, GAME, 1, seed=1)
    _until_pending(play)
    spot = _seat(play)["carried"][0]["bet"]
    with pytest.raises(FloorRefused, match="already a wager"):
        play.do("bet", "p1", box=1, bets={"main": 1000, spot: 500})


def test_pending_bets_survive_a_restart(tmp_path: Path) -> None:
    play = new_play(tmp_path, GAME, 1, seed=1)
    _until_pending(play)
    before = _seat(play)["carried"]
    play.floor.journal.close()
    play.floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    assert _seat(play)["carried"] == before
    _round(play)
    assert _faults(tmp_path) == []


@pytest.mark.parametrize("leaves", ["leave", "close"])
def test_a_player_who_leaves_gets_pending_bets_back(tmp_path: Path, leaves: str) -> None:
    play = new_play(tmp_path, GAME, 1, seed=1)
    _until_pending(play)
    have, pending = play.floor.chips("p1"), _held(play)
    assert pending > 0
    play.do("leave", "p1", box=1) if leaves == "leave" else play.do("close", "house", reason="end of the day")
    assert (play.floor.chips("p1"), _held(play)) == (have + pending, 0)
    assert _faults(tmp_path) == []


def test_pending_bets_wait_while_their_player_sits_out(tmp_path: Path) -> None:
    play = new_play(tmp_path, GAME, 2, seed=1)
    _until_pending(play)
    before, pending = _seat(play)["carried"], _held(play)
    play.do("bet", "p2", box=2, bets={"main": 1000})
    play.do("deal", "house")
    while play.floor.table("t").inputs:
        legal = [one["kind"] for one in (play.floor.view("t", "p2")["play"] or {"legal": []})["legal"]]
        play.do("act", "p2", action="stand" if "stand" in legal else "pass")
    assert (_seat(play)["carried"], _held(play)) == (before, pending)
    _round(play)
    assert _faults(tmp_path) == []


def test_an_idle_seat_is_freed_with_its_pending_bets(tmp_path: Path) -> None:
    play = new_play(tmp_path, GAME, 1, seed=1)
    _until_pending(play)
    have, pending = play.floor.chips("p1"), _held(play)
    play.do("free-seats", "clock", seconds=0)
    assert (play.floor.chips("p1"), _held(play)) == (have + pending, 0)
    assert _faults(tmp_path) == []


def test_bets_that_a_house_keeps_or_changes_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative controls: a player leaves without the bets, and a round gets other bets than were left."""
    play = new_play(tmp_path, GAME, 1, seed=1)
    _until_pending(play)
    monkeypatch.setattr("lammer.floor.seats.returning", lambda *_: [])
    play.do("leave", "p1", box=1)
    assert any("left box 1 without streak" in text for text in _faults(tmp_path))


def test_another_number_of_wins_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    play = new_play(tmp_path, GAME, 1, seed=1)
    _until_pending(play)
    real = play.floor._seeds.read

    def cheated(document: str) -> Any:
        table = real(document)
        less = {spot: (amount, wins ^ 1) for spot, (amount, wins) in table.seats[0].carried.items()}
        seats = (table.seats[0].model_copy(update={"carried": less}), *table.seats[1:])
        return table if table.inputs else table.model_copy(update={"seats": seats})

    play.do("bet", "p1", box=1, bets={"main": 1000})
    monkeypatch.setattr(play.floor._seeds, "read", cheated)
    play.do("deal", "house")
    monkeypatch.undo()
    while play.floor.table("t").inputs:
        legal = [one["kind"] for one in (play.floor.view("t", "p1")["play"] or {"legal": []})["legal"]]
        play.do("act", "p1", action="stand" if "stand" in legal else "pass")
    assert any("from earlier rounds, but left" in text for text in _faults(tmp_path))


def test_money_returned_from_nowhere_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: more is returned than was on the layout."""
    play = new_play(tmp_path, GAME, 2, seed=1)
    _until_pending(play)
    play.do("bet", "p2", box=2, bets={"main": 5000})
    wrong = Entry(held("t"), chips("p1"), _held(play) - 2500, "box 1: pending bets returned")
    monkeypatch.setattr("lammer.floor.seats.returning", lambda *_: [wrong])
    play.do("leave", "p1", box=1)
    assert any("no rule moves" in text for text in _faults(tmp_path))
