"""A jackpot on the floor whose bet is decided in play: the round goes on until its cards are there."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from lammer.floor.jackpots import approve_table
from lammer.floor.past_rounds import past_round, shared_notation
from lammer.floor.recall import recall_round
from lammer.floor.refusals import FloorRefused
from lammer.floor.verify import verify_play
from lammer.progressive.recall import recall
from tests.floor_play import Play
from tests.ledger.jackpot_floor import LINK, House
from tests.surfaces.rigged_server import rig_for_a_test

GAME, BET, TERMS = "sd-blackjack+progressive-blackjack", "progressive-blackjack", "progressive-blackjack"
SEED, ADVANCE = 1_000_000, 20
NONE = "| 9h 8c 9d Tc | S"
TWO, THREE, FOUR = "| Ah 8c Ad Tc | H 7d S", "| Ah 8c Ad Tc | H As H 7d S", "| Ah 8c Ah Tc | H Ah H Ah H 9c S"
Rigged = Callable[[dict[str, list[str]]], None]


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return partial(rig_for_a_test, monkeypatch)


def aces_house(folder: Path) -> House:
    return House(folder, TERMS, game=GAME, bet=BET, stake=100)


def faults_of_steps(folder: Path) -> list[str]:
    """What the verifier says of the jackpot's steps and money; a rigged shoe is not the one that was committed."""
    found = verify_play(str(folder / "floor.db"), processes=0)
    assert found.steps > 0
    return [fault.text for fault in found.faults if fault.code != "shoe"]


def test_a_lost_token_ends_the_hand_with_the_deal(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [NONE, NONE]})
    house = aces_house(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    assert (house.jackpot()["under_way"], house.jackpot()["next"]) == (False, None)
    assert house.jackpot()["meters"] == {"aces": SEED + ADVANCE}


def test_two_aces_are_paid_when_the_third_card_breaks_the_run(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [TWO, NONE]})
    house = aces_house(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    assert (house.jackpot()["under_way"], house.jackpot()["next"]) == (True, None)
    before = house.floor.chips("ann")
    house.floor.do("act", house.key(), "ann", "t", action="hit")
    assert house.jackpot()["spots"][0]["outcome"] == "two aces"
    assert house.floor.chips("ann") == before + 2500
    assert not house.jackpot()["under_way"]
    house.holds()
    house.stand("t", "ann")
    house.deal("t", "ann")
    house.stand("t", "ann")
    past = past_round(house.floor, "t", 1)
    assert f"1:10,{BET}=1" in shared_notation(past).replace("4:", "1:")
    assert faults_of_steps(tmp_path) == []


def test_a_player_who_stands_on_two_aces_is_paid_for_them(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": ["| Ah 8c Ad Tc | S"]})
    house = aces_house(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    house.stand("t", "ann")
    assert house.jackpot()["spots"][0]["won"] == 2500
    assert not house.jackpot()["under_way"]


def test_an_interrupted_round_pays_the_aces_on_the_table(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [TWO]})
    house = aces_house(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    house.floor.do("void", house.key(), "sam", "t", reason="a card fell off the table")
    assert house.jackpot()["spots"][0]["won"] == 2500
    house.holds()


def test_three_aces_wait_for_three_people_and_the_round_with_them(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [THREE, NONE]})
    house = aces_house(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    assert house.jackpot()["next"] is None
    house.floor.do("act", house.key(), "ann", "t", action="hit")
    assert house.jackpot()["next"] is None  # the fourth card may be an ace
    house.floor.do("act", house.key(), "ann", "t", action="hit")
    assert house.jackpot()["next"]["kind"] == "select"
    with pytest.raises(FloorRefused, match="progressive is resolved"):
        house.stand("t", "ann")
    before = house.floor.chips("ann")
    house.step("select", "dana", spot=4, outcome="three aces")
    house.step("confirm", "sam", spot=4)
    house.step("swipe", "sue", spot=4)
    house.step("end", "dana")
    assert house.floor.chips("ann") == before + 25_000
    house.stand("t", "ann")
    recalled = recall(house.floor.journal, LINK, "t", 1)
    assert recalled["cards"] == {"4": ["Ah", "Ad", "As", "7d"]}
    assert recall_round(house.floor, "t", 1)
    assert faults_of_steps(tmp_path) == []


def test_four_suited_aces_win_the_meter(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [FOUR, NONE]})
    house = aces_house(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    for _ in range(2):
        house.floor.do("act", house.key(), "ann", "t", action="hit")
    before = house.floor.chips("ann")
    house.step("select", "dana", spot=4, outcome="four suited aces")
    house.step("confirm", "sam", spot=4)
    house.step("swipe", "erin", spot=4)
    house.step("end", "dana")
    assert house.floor.chips("ann") == before + SEED + ADVANCE
    assert house.jackpot()["meters"] == {"aces": SEED + 1}  # the seed and its reserve


def test_random_play_leaves_no_cent_elsewhere(tmp_path: Path) -> None:
    house = aces_house(tmp_path)
    play = Play(house.floor, GAME, 3, 1, "t", link=LINK)
    approve_table(house.floor, house.key(), "erin", LINK, "t")

    def watch() -> None:
        house.holds()
        house.resolve("t")

    for _ in range(15):
        play.round(watch)
        assert not house.jackpot()["under_way"]
    assert house.floor.journal.balances()[f"{LINK}/wagers"].credit > 0
    assert verify_play(str(tmp_path / "floor.db"), processes=0).faults == ()
