"""The workbench's hands against ``lammer evs``."""

import json
from typing import Any

import pytest

from lammer.rules.loader import load_sheet
from lammer.workbench.hand import BadHand, HandReport, hand_report, read_hand
from tests.surfaces.commands import run

SHEET = load_sheet("sd-free-bet")


def evs(*words: str) -> Any:
    return json.loads(run("evs", "sd-free-bet", *words, "--json").out)["values"]


def values(report: HandReport) -> dict[str, float]:
    return {one["action"]: one["value"] for one in report["values"]}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"cards": "88", "up": "6"}, ("8h 8d", "--up", "6")),
        ({"cards": "9 8", "up": "7", "stake": "free", "hands": 2}, ("9h 8d", "--up", "7", "--free")),
        ({"cards": "88", "up": "6", "stake": "free", "hands": 3}, ("8h 8d", "--up", "6", "--free", "--hands", "3")),
        ({"cards": "83", "up": "6", "hands": 2}, ("8h 3d", "--up", "6", "--split")),
        ({"cards": "T2", "up": "4", "removed": "55"}, ("Th 2d", "--up", "4", "--remove", "5c 5d")),
        ({"cards": "AT", "up": "9"}, ("Ah Td", "--up", "9")),
        ({"cards": "A 2 3 T", "up": "10"}, ("Ah 2d 3c Ts", "--up", "T")),
    ],
)
def test_values_are_those_of_evs(asked: dict[str, Any], words: tuple[str, ...]) -> None:
    assert values(hand_report(SHEET, read_hand(SHEET, **asked))) == evs(*words)


@pytest.mark.parametrize("asked", [{"cards": "T6", "up": "T"}, {"cards": "98", "up": "7", "stake": "free", "hands": 2}])
def test_the_next_cards_make_up_a_hit_and_the_dealer_ends_somehow(asked: dict[str, Any]) -> None:
    report = hand_report(SHEET, read_hand(SHEET, **asked))
    assert sum(one["chance"] for one in report["next_cards"]) == pytest.approx(1, abs=1e-11)
    hit = sum(one["chance"] * one["value"] for one in report["next_cards"])
    assert hit == pytest.approx(values(report)["hit"], abs=1e-10)
    assert sum(one["chance"] for one in report["dealer"]) == pytest.approx(1, abs=1e-11)
    assert [one["end"] for one in report["dealer"]] == ["17", "18", "19", "20", "21", "22", "bust"]


def test_a_lammer_that_plays_otherwise_is_explained() -> None:
    report = hand_report(SHEET, read_hand(SHEET, "98", "7", stake="free", hands=2))
    own = {one["action"]: one["value"] for one in report["own"]}
    free = values(report)
    assert next(iter(free)) == "hit"
    assert next(iter(own)) == "stand"
    assert f"With own money stand is better by {own['stand'] - own['hit']:.4f}." in report["why"]
    assert f"With a lammer hit is better by {free['hit'] - free['stand']:.4f}" in report["why"]
    assert hand_report(SHEET, read_hand(SHEET, "8T", "7", stake="free", hands=2))["why"] == ""


@pytest.mark.parametrize(
    ("asked", "field", "why"),
    [
        ({"cards": "TTT", "up": "6"}, "cards", "this hand is over: 30 is more than 21"),
        ({"cards": "T", "up": "6"}, "cards", "at least two cards"),
        ({"cards": "T9 2 A", "up": "6"}, "cards", "22 is more than 21"),
        ({"cards": "AT5", "up": "6"}, "cards", "no card is drawn to A T"),
        ({"cards": "A53", "up": "6", "hands": 2}, "cards", "no card is drawn to A 5"),
        ({"cards": "8x", "up": "6"}, "cards", "'X' is not a card"),
        ({"cards": "88", "up": ""}, "up", "choose one up card"),
        ({"cards": "88", "up": "6", "stake": "free"}, "hands", "two or more hands"),
        ({"cards": "88", "up": "6", "hands": 5}, "hands", "at most 4 hands"),
        ({"cards": "T5", "up": "6", "stake": "free", "hands": 2}, "stake", "a pair of T is not split free"),
        ({"cards": "88", "up": "6", "removed": "8" * 23}, "removed", "only 24 cards of value 8"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_beside_its_control(asked: dict[str, Any], field: str, why: str) -> None:
    with pytest.raises(BadHand, match=why) as refused:
        read_hand(SHEET, **asked)
    assert refused.value.field == field


def test_an_ace_that_ends_the_round_is_no_hand() -> None:
    sheet = load_sheet("triple-win-20")
    with pytest.raises(BadHand, match="a first card A ends the round"):
        read_hand(sheet, "A5", "6")
    with pytest.raises(BadHand, match="an up card A ends the round"):
        read_hand(sheet, "T5", "A")
