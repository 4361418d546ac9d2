"""Lights at a table of the floor: at the seat between rounds, with the player who leaves, the prize as a payment of its
own, and found right by the verifier."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.accounts import bank, chips
from lammer.floor.house import create_floor
from lammer.floor.records import records_of
from lammer.floor.verify.lights import PlayersLights
from lammer.floor.verify.walk import verify_play
from lammer.table.replay import RecordChecker
from tests.floor_play import Play, new_play

GAME = "sd-blackjack+ten-sticks-21"
FEW = ("lights.needed=2", "lights.prize=2500")
"""Fewer lights than in the sheet, so that a prize is won soon."""


def _table(folder: Path, players: int, *more: str) -> Play:
    return new_play(folder, GAME, players, seed=1, overrides=(*FEW, *more))


def _round(play: Play, player: str = "p1", box: int = 1) -> int:
    """One round of a player who trades every marked card and stands; the number of trades."""
    trades = 0
    play.do("bet", player, box=box, bets={"main": 1000})
    play.do("deal", "house")
    while play.floor.table("t").inputs:
        legal = [one["kind"] for one in (play.floor.view("t", player)["play"] or {"legal": []})["legal"]]
        action = next(kind for kind in ("trade", "stand", "pass") if kind in legal)
        play.do("act", player, action=action)
        trades += action == "trade"
    return trades


def _lit(play: Play, player: str = "p1") -> int:
    seat: Any = next(seat for seat in play.floor.view("t", player)["seats"] if seat["player"] == player)
    return int(seat["lights"]["lit"])


def _until_lit(play: Play, box: int = 1) -> None:
    while not _lit(play):
        _round(play, box=box)


def _faults(folder: Path) -> list[str]:
    return [fault.text for fault in verify_play(str(folder / "floor.db"), processes=0).faults]


def _prizes(folder: Path) -> list[tuple[str, str, int]]:
    query = "select debit, credit, amount from entries where reason like '%: prize of the lights'"
    with closing(sqlite3.connect(folder / "floor.db")) as books:
        return list(books.execute(query))


def test_lights_stay_at_the_seat_and_the_prize_is_a_payment_of_its_own(tmp_path: Path) -> None:
    play, trades = _table(tmp_path, 1), 0
    while not _prizes(tmp_path):
        trades += _round(play)
    assert _prizes(tmp_path) == [(bank("t"), chips("p1"), 2500)]
    assert _faults(tmp_path) == []
    checker = RecordChecker()
    records = list(records_of(play.floor, "t"))
    assert _lit(play) == trades - 2, "cards are random: the round of the prize may have traded one more"
    assert [fault for line, one in enumerate(records, 1) for fault in checker.check(line, one)] == []
    assert not [text for text in checker.warnings if "lights" in text]


@pytest.mark.parametrize("kept", [True, False])
def test_a_player_who_leaves_keeps_the_lights_or_loses_them(tmp_path: Path, kept: bool) -> None:
    play = _table(tmp_path, 1, f"lights.left={'kept' if kept else 'lost'}")
    _until_lit(play)
    play.do("leave", "p1", box=1)
    play.do("sit", "p2", box=1)
    assert _lit(play, "p2") == 0, "lights do not pass to another player"
    play.floor.journal.close()
    play.floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    play.do("sit", "p1", box=3)
    assert _lit(play) == (1 if kept else 0)
    _round(play, box=3)
    assert _faults(tmp_path) == []


def test_lights_survive_a_closed_table(tmp_path: Path) -> None:
    play = _table(tmp_path, 1)
    _until_lit(play)
    play.do("close", "house", reason="the end of the evening")
    play.do("reopen", "house")
    play.do("sit", "p1", box=1)
    assert _lit(play) == 1
    _round(play)
    assert _faults(tmp_path) == []


def test_lights_from_nowhere_and_lights_that_are_gone_are_found() -> None:
    """Negative controls."""
    lights = PlayersLights()
    assert list(lights.after({("ann", 1): (0, 3)}, kept=True)) == []
    assert list(lights.after({("ann", 2): (3, 4)}, kept=True)) == [], "ann left box 1 and took box 2"
    assert list(lights.after({("ann", 2): (4, 4), ("bob", 1): (3, 3)}, kept=True)) == [
        "bob at box 1 has 3 lights, which no round before left"
    ]
    assert list(lights.after({("ann", 2): (0, 0)}, kept=True)) == ["ann at box 2 has no lights, but had 4 lights"]
    lost = PlayersLights()
    assert list(lost.after({("ann", 1): (0, 3)}, kept=False)) == []
    lost.left("ann", 1)
    assert list(lost.after({("ann", 1): (3, 3)}, kept=False)) != []
