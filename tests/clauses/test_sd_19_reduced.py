"""South Dakota, rule 20:18:15:30.19 (9): a jackpot whose qualification was reduced, played at tables of the floor."""

from functools import partial
from pathlib import Path

import pytest

from lammer.floor.accounts import side_of
from lammer.ledger.verify import verify
from lammer.progressive.desk import Desk
from tests.ledger.jackpot_floor import ADVANCE, IN_RESERVE, LINK, NONE, SAME_COLOR, SEED, THREE, House
from tests.surfaces.rigged_server import rig_for_a_test

COLOUR = "777 same colour"


def reduce(house: House, outcome: str = COLOUR) -> None:
    """At the desk, as the executive: closed, decided, reduced and opened again."""
    step = partial(Desk(house.floor.journal).do, actor="erin", link=LINK)
    step("close-link", house.key())
    decided = {"reference": "P1", "decided_by": "the executive secretary", "note": "to be won sooner"}
    step("petition", house.key(), permits="reduce qualification", **decided)
    step("reduce", house.key(), reference="P1", outcome=outcome)
    step("open-link", house.key())


def win(house: House, table: str, outcome: str) -> int:
    """The hand that was just dealt, through everybody's hands; what it won."""
    before = house.floor.chips("ann")
    house.step("select", "dana", table, spot=4, outcome=outcome)
    house.step("confirm", "sam", table, spot=4)
    house.step("swipe", "erin", table, spot=4)
    house.step("end", "dana", table)
    return house.floor.chips("ann") - before


def pays(house: House, table: str = "t") -> list[str]:
    paytable: list[str] = house.floor.view(table)["side_bets"][0]["pays"]
    return paytable


def test_sd_19_9__an_open_table_plays_for_the_reduced_jackpot_and_then_for_the_normal_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig_for_a_test(monkeypatch, {"t": [SAME_COLOR, SAME_COLOR, NONE]})
    house = House(tmp_path)
    house.table("t", "ann")
    assert (house.jackpot()["eased"], pays(house)[1]) == (None, f"{COLOUR}: 10% of the meter")
    reduce(house)
    text = f"{COLOUR} wins the highest award too, until it is won (petition P1)"
    assert house.jackpot()["eased"] == {"outcome": COLOUR, "reference": "P1", "text": text}
    assert house.jackpot()["meters"] == {"meter": SEED}
    assert pays(house)[:3] == ["777 suited: 100% of the meter", f"{COLOUR}: 100% of the meter", "777: 200 for 1"]
    house.deal("t", "ann")
    assert win(house, "t", COLOUR) == SEED + ADVANCE
    house.stand("t", "ann")
    assert house.jackpot()["meters"] == {"meter": SEED + IN_RESERVE}
    assert (house.jackpot()["eased"], pays(house)[1]) == (None, f"{COLOUR}: 10% of the meter")
    house.deal("t", "ann")
    assert win(house, "t", COLOUR) == (SEED + IN_RESERVE + ADVANCE) // 10
    house.floor.journal.close()
    assert verify(str(tmp_path / "floor.db"), side_of=side_of).faults == ()


def test_sd_19_9__a_new_table_plays_for_a_reduced_jackpot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig_for_a_test(monkeypatch, {"new": [THREE]})
    house = House(tmp_path)
    reduce(house, "777")
    house.table("new", "ann")
    house.deal("new", "ann")
    assert house.jackpot("new")["next"]["outcome"] == "777"
    assert win(house, "new", "777") == SEED + ADVANCE


def test_sd_19_9__a_hand_dealt_before_the_award_was_paid_elsewhere_is_settled_as_it_was_wagered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig_for_a_test(monkeypatch, {"t": [SAME_COLOR], "other": [SAME_COLOR]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.table("other", "bob")
    reduce(house)
    house.deal("t", "ann")
    house.deal("other", "bob")
    assert win(house, "t", COLOUR) == SEED + 2 * ADVANCE
    left, before = house.jackpot()["meters"]["meter"], house.floor.chips("bob")
    house.step("select", "dana", "other", spot=4, outcome=COLOUR)
    house.step("confirm", "sam", "other", spot=4)
    house.step("swipe", "erin", "other", spot=4)
    assert house.floor.chips("bob") - before == left == SEED + 2 * IN_RESERVE
