"""What players and spectators are sent holds no card they may not see: no hole card, no card of the shoe, no seed."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.leaks import caught_coach, played
from lammer.cards.card import NAMES
from lammer.floor.state import round_of
from tests.floor_play import Play, new_play
from tests.surfaces.leak_check import CARD, DOWN, GAMES, PLANTED, PLANTED_ADVICE, VIEWERS, leaked

ROUNDS = 25


def sent_by(play: Play) -> dict[str, str]:
    """What is pushed, by viewer, after a look that it is what a request would be answered."""
    sent = play.floor.views("t", set(VIEWERS))
    for viewer, text in sent.items():
        assert json.loads(text) == play.floor.view("t", viewer)
    return sent


@pytest.mark.parametrize("game", GAMES)
def test_no_view_tells_a_hidden_card(game: str, tmp_path: Path) -> None:
    play = new_play(tmp_path, game, 2, seed=11)

    def watch() -> None:
        for text in sent_by(play).values():
            assert leaked(play.floor.table("t"), text) == []

    for _ in range(ROUNDS):
        play.round(watch)


def test_where_cards_are_dealt_down_each_player_sees_their_own(tmp_path: Path) -> None:
    play, down = new_play(tmp_path, "triple-win-20", 2, seed=15, overrides=("deal.player_cards=down",)), 0

    def watch() -> None:
        nonlocal down
        table = play.floor.table("t")
        if not table.inputs:
            return
        boxes = {box.number: box for box in round_of(table).boxes}
        for viewer, text in sent_by(play).items():
            for seen in json.loads(text)["play"]["boxes"]:
                dealt = [NAMES[code] for code in boxes[seen["box"]].hands[0].cards[:2]]
                cards = seen["hands"][0]["cards"][:2]
                down += cards == ["??", "??"] and viewer != ""
                assert cards == dealt or (cards == ["??"] * len(dealt) and play.seats.get(viewer) != [seen["box"]])

    for _ in range(ROUNDS):
        play.round(watch)
    assert down > 20


def test_many_rounds_tell_nothing_and_hidden_cards_change_no_view(tmp_path: Path) -> None:
    """The short version of benchmarks/leaks.py."""
    faults, counted = played("sd-free-bet", 20, tmp_path, seed=12)
    assert faults == []
    assert counted["advices"] > 0
    assert min(counted[what] for what in ("views", "refusals", "errors", "events", "log lines")) > 10
    assert min(counted[f"twins in their {what}"] for what in ("shoes", "hole cards")) > 10


def test_hidden_cards_of_a_neighbour_change_no_view_and_no_advice(tmp_path: Path) -> None:
    faults, counted = played("triple-win-20", 10, tmp_path, 16, DOWN, coached_every=1)
    assert faults == []
    assert min(counted["advices"], counted["twins in their neighbours' cards"]) > 1


@pytest.mark.parametrize(("game", "overrides", "plant"), PLANTED_ADVICE)
def test_a_coach_who_knows_too_much_is_caught(game: str, overrides: Any, plant: Any, tmp_path: Path) -> None:
    """Negative control."""
    assert caught_coach(game, overrides, plant, tmp_path)


@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_leak_is_caught(plant: Any, tmp_path: Path) -> None:
    """Negative control."""
    play, caught = new_play(tmp_path, "sd-free-bet", 1, seed=13), 0

    def watch() -> None:
        nonlocal caught
        table = play.floor.table("t")
        if table.inputs:
            view = play.floor.view("t", "p1")
            plant(table, view)
            caught += bool(leaked(table, json.dumps(view)))

    for _ in range(15):
        play.round(watch)
    assert caught > 5


def test_books_tell_no_card_of_a_round_under_way(tmp_path: Path) -> None:
    """Events and answers are for auditors too; only the table's own document knows what is hidden."""
    play = new_play(tmp_path, "sd-free-bet", 2, seed=14)

    def watch() -> None:
        table = play.floor.table("t")
        if table.inputs:
            for event in play.floor.round_events("t", table.round):
                assert CARD.findall(str(event["answer"]) + str(event["body"])) == []

    for _ in range(10):
        play.round(watch)
