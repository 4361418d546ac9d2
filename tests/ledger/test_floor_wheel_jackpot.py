"""A jackpot on the floor with a wheel: spins from the committed seed, prizes, others' pays, approvals and the books."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.jackpots import approve_table
from lammer.floor.past_rounds import past_round, shared_notation
from lammer.floor.records import records_of
from lammer.floor.verify import verify_play
from lammer.progressive.recall import recall
from lammer.table.notation import read_round
from lammer.table.replay import RecordChecker
from lammer.table.shoe import Shoe
from tests.floor_play import Play
from tests.ledger.jackpot_floor import LINK, House
from tests.ledger.test_floor_run_jackpot import faults_of_steps
from tests.surfaces.rigged_server import rig_for_a_test
from tools.check_shoe import Checker

GAME, BET = "sd-blackjack+bonus-spin", "bonus-spin"
SEED, ADVANCE = 1_000_000, 35
NATURAL = "blackjack spin"
Rigged = Callable[[dict[str, list[str]]], None]


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return partial(rig_for_a_test, monkeypatch)


def wheel_house(folder: Path) -> House:
    return House(folder, "bonus-spin", game=GAME, bet=BET, stake=500)


def one_spin(folder: Path, rigged: Rigged, stop: int, dealer: str = "") -> House:
    """Ann has a natural, and the wheel stops there."""
    rigged({"t": [f"| Ah 8c Kd Tc | *{stop}", "| 9h 8c 9d Tc | S"]})
    house = wheel_house(folder)
    house.table("t", "ann", dealer=dealer)
    house.deal("t", "ann")
    return house


def test_an_ace_is_paid_without_a_spin(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": ["| Ah 8c 9d Tc | S"]})
    house = wheel_house(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    (spot,) = house.jackpot()["spots"]
    assert (spot["outcome"], spot["won"], spot["stop"]) == ("ace, no blackjack", 1000, 0)
    assert house.jackpot()["meters"] == {"wheel": SEED + ADVANCE}


def test_a_natural_spins_and_the_prize_is_in_the_chips_with_the_deal(tmp_path: Path, rigged: Rigged) -> None:
    house = one_spin(tmp_path, rigged, 3)
    (spot,) = house.jackpot()["spots"]
    assert (spot["outcome"], spot["stop"], spot["won"]) == (f"{NATURAL}, stop 3", 3, 6000)
    assert house.floor.chips("ann") == 100_000 + 1500 + 6000 - 500
    house.holds()
    assert recall(house.floor.journal, LINK, "t", 1)["spins"][0]["stop"] == 3
    assert shared_notation(past_round(house.floor, "t", 1)).endswith("*3")
    assert read_round(shared_notation(past_round(house.floor, "t", 1))).round.sides[0].net == 5500
    assert faults_of_steps(tmp_path) == []


def test_every_other_bettor_with_the_bet_is_paid(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": ["| 9h Ah 8s 8c 9c Kd 8h Tc | *6 S S"]})
    house = wheel_house(tmp_path)
    house.table("t", "ann", dealer="")
    for name, box, bets in (("bob", 2, {BET: 500}), ("cat", 6, {})):
        house.floor.buy_in(house.key(), "house", name, 100_000)
        house.floor.do("sit", house.key(), name, "t", box=box)
        house.floor.do("bet", house.key(), name, "t", box=box, bets={"main": 1000, **bets})
    house.deal("t", "ann")
    spots = {one["player"]: one for one in house.jackpot()["spots"]}
    assert (spots["ann"]["won"], spots["ann"]["from_others"]) == (4000, 0)
    assert (spots["bob"]["won"], spots["bob"]["from_others"], spots["bob"]["outcome"]) == (1500, 1500, "")
    assert house.floor.chips("bob") == 100_000 - 1000 - 500 + 1500
    assert house.floor.chips("cat") == 100_000 - 1000
    house.holds()
    for name in ("bob", "cat"):
        house.stand("t", name)
    assert past_round(house.floor, "t", 1).jackpot == {2: (500, 1500), 4: (500, 4000)}
    assert faults_of_steps(tmp_path) == []


@pytest.mark.parametrize(("stop", "card", "prize"), [(7, "sue", 20_000), (11, "erin", 500_000), (12, "erin", None)])
def test_large_prizes_and_the_meter_wait_for_approval(
    tmp_path: Path, rigged: Rigged, stop: int, card: str, prize: int | None
) -> None:
    house = one_spin(tmp_path, rigged, stop, dealer="dana")
    outcome, before = f"{NATURAL}, stop {stop}", house.floor.chips("ann")
    assert house.jackpot()["next"] == {"role": "dealer", "kind": "select", "spot": 4, "outcome": outcome, "undo": False}
    house.step("select", "dana", spot=4, outcome=outcome)
    house.step("confirm", "sam", spot=4)
    assert house.jackpot()["next"]["role"] == ("supervisor" if card == "sue" else "executive")
    house.step("swipe", card, spot=4)
    house.step("end", "dana")
    assert house.floor.chips("ann") == before + (prize or SEED + ADVANCE)
    assert house.jackpot()["meters"] == {"wheel": SEED + 5 if prize is None else SEED + ADVANCE}
    assert faults_of_steps(tmp_path) == []


def _random_play(house: House, folder: Path, rounds: int = 400) -> list[dict[str, Any]]:
    """Rounds until a wheel was spun, then the end of the shoe; the records of the table."""
    play = Play(house.floor, GAME, 4, 1, "t", link=LINK)
    approve_table(house.floor, house.key(), "erin", LINK, "t")
    spun = False
    for _ in range(rounds):
        play.round(lambda: house.resolve("t"))
        house.holds()
        spun |= any(one["stop"] for one in house.jackpot()["spots"])
        if spun:
            break
    assert spun
    house.floor.do("close", house.key(), "house", "t", reason="end of the day")
    found = list[dict[str, Any]]()
    while more := list(records_of(house.floor, "t", max((one.get("round", 0) for one in found), default=0))):
        found += more
    return found


def _faults(records: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """What ``lammer replay`` and the outsider's script find."""
    checker, script = RecordChecker(), Checker()
    found = [str(fault) for line, one in enumerate(records, 1) for _, fault in checker.check(line, one)]
    for line, one in enumerate(records, 1):
        script.line(line, json.dumps(one))
    found += [str(fault) for _, fault in checker.finish()]
    return found, [fault for fault in script.faults if "wheel stopped" in fault]  # it knows no other attached bets


def test_spins_are_those_of_the_committed_seed(tmp_path: Path) -> None:
    house = wheel_house(tmp_path)
    records = _random_play(house, tmp_path)
    assert any("jackpot_spins" in one for one in records)
    assert _faults(json.loads(json.dumps(records))) == ([], [])
    assert verify_play(str(tmp_path / "floor.db"), processes=0).faults == ()


def test_another_stop_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house whose wheel stops one stop further than the seed says."""
    honest = Shoe.spin

    def further(shoe: Shoe, round_number: int, nth: int, weights: Sequence[int]) -> int:
        return honest(shoe, round_number, nth, weights) % len(weights) + 1

    monkeypatch.setattr(Shoe, "spin", further)
    house = wheel_house(tmp_path)
    records = _random_play(house, tmp_path)
    assert all(any("wheel stopped" in text for text in found) for found in _faults(records))
    faults = verify_play(str(tmp_path / "floor.db"), processes=0).faults
    assert {fault.code for fault in faults} == {"shoe"}
    assert all("the wheel stopped at" in fault.text for fault in faults)
