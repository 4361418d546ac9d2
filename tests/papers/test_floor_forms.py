"""Forms of a jackpot at a table of the floor: its hands are rounds, its winners have names, its shoes commitments."""

import json
from pathlib import Path

import pytest

from lammer.papers.forms.catalogue import Wanted, made
from lammer.progressive.recall import recall
from tests.ledger.jackpot_floor import ADVANCE, IN_RESERVE, LINK, NONE, SAME_SUIT, SEED, House
from tests.surfaces.rigged_server import rig_for_a_test

HAND = {"table": "t", "hand": 2, "spot": 4}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """The second round of a shoe wins the meter."""
    rig_for_a_test(monkeypatch, {"t": [NONE, SAME_SUIT]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    house.step("end", "dana")
    house.stand("t", "ann")
    house.deal("t", "ann")
    house.step("select", "dana", spot=4, outcome="777 suited")
    house.step("confirm", "sam", spot=4)
    house.step("swipe", "erin", spot=4)
    house.step("end", "dana")
    return house


def test_a_slip_names_the_player_and_the_shoe(house: House) -> None:
    document = made(house.floor.journal, Wanted("slip", LINK, HAND))
    shown = document.figures()
    assert shown["paid"] == "10,002.00"  # the seed and two advances of 1.00
    assert (shown["before"], shown["after"]) == ("10,002.00", "10,000.30")
    text = json.dumps([repr(block) for block in document.cover])
    begun = json.loads(house.floor.journal.events_about("floor/t")[0]["answer"])["next_shoe"]["promised"]
    assert "ann" in text
    assert begun["commitment"] in text
    assert made(house.floor.journal, Wanted("approval", LINK, HAND)).figures()["amount"] == shown["paid"]
    assert made(house.floor.journal, Wanted("liability", LINK, {})).figures()["total"] == "10,000.30"


def test_steps_on_the_floor_say_the_meters_before_and_after(house: House) -> None:
    steps = {step["kind"]: step["answer"]["meters"] for step in recall(house.floor.journal, LINK, "t", 2)["steps"]}
    first, second = SEED + ADVANCE, SEED + 2 * ADVANCE
    assert steps["take"] == {"before": {"meter": first}, "after": {"meter": second}}
    assert steps["swipe"] == {"before": {"meter": second}, "after": {"meter": SEED + 2 * IN_RESERVE}}
