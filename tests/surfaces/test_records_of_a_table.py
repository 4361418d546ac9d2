"""What a table promised before its shoes were dealt is what it dealt: checked by lammer, and by code that shares
nothing with it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lammer.floor.recall import recall_round
from lammer.floor.records import AT_ONCE, records_of
from lammer.table.replay import RecordChecker
from tests.floor_play import Play, new_play

CHECKER = Path(__file__).resolve().parents[2] / "tools" / "check_shoe.py"
ROUNDS = 60


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Long enough for several shoes."""
    play = new_play(tmp_path_factory.mktemp("floor"), "european-free-bet", 5, seed=4)
    for _ in range(ROUNDS):
        play.round()
    return play


@pytest.fixture(scope="module")
def lines(play: Play) -> list[str]:
    return [json.dumps(one) for one in records_of(play.floor, "t")]


def checked(lines: list[str], folder: Path) -> tuple[int, str]:
    path = folder / "table.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    done = subprocess.run([sys.executable, "-I", str(CHECKER), "--live", str(path)], capture_output=True, text=True)
    return done.returncode, done.stdout


def test_every_shoe_was_promised(lines: list[str], tmp_path: Path) -> None:
    opened = sum(set(json.loads(line)) == {"shoe"} for line in lines)
    assert opened >= 2
    code, said = checked(lines, tmp_path)
    assert (code, "every card lay in the shoe" in said) == (0, True), said
    checker = RecordChecker()
    assert [fault for number, line in enumerate(lines, 1) for fault in checker.check(number, json.loads(line))] == []
    assert list(checker.finish(live=True)) == []
    assert "never opened" in str(list(checker.finish()))
    assert checker.warnings == []


def test_the_seed_stays_secret_until_the_shoe_is_over(play: Play, lines: list[str]) -> None:
    shoe = play.floor.table("t").shoe
    assert shoe is not None
    assert shoe.seed not in "".join(lines)


def another_card(record: dict[str, object]) -> None:
    head, bar, cards = str(record["notation"]).partition("|")
    record["notation"] = head + bar + re.sub(r"([2-9TJQKA])([cdh])", r"\1s", cards, count=1)


def another_seed(record: dict[str, object]) -> None:
    shoe = record["shoe"]
    assert isinstance(shoe, dict)
    shoe["seed"] = "00" * 32


@pytest.mark.parametrize(("forge", "opening"), [(another_card, False), (another_seed, True)])
def test_a_forged_record_is_caught(forge: object, opening: bool, lines: list[str], tmp_path: Path) -> None:
    """Negative control."""
    at = next(place for place, line in enumerate(lines) if (set(json.loads(line)) == {"shoe"}) == opening)
    record = json.loads(lines[at])
    assert callable(forge)
    forge(record)
    code, said = checked([*lines[:at], json.dumps(record), *lines[at + 1 :]], tmp_path)
    assert code == 1, said


def test_a_round_left_out_is_caught(lines: list[str], tmp_path: Path) -> None:
    assert checked([*lines[:2], *lines[3:]], tmp_path)[0] == 1


def test_records_page_on(play: Play, lines: list[str]) -> None:
    tail = [json.dumps(one) for one in records_of(play.floor, "t", after=ROUNDS - 5)]
    assert tail == lines[-len(tail) :]
    assert ROUNDS < AT_ONCE


def test_records_after_a_round_that_never_was_are_none_and_cost_nothing(play: Play) -> None:
    assert list(records_of(play.floor, "t", after=10**9)) == []


def test_recall_tells_what_everybody_saw_and_had(play: Play) -> None:
    recalled = recall_round(play.floor, "t", 2, whole=True)
    balances = recalled["balances"]
    assert balances.keys() == {f"p{number}" for number in range(1, 6)}
    record = next(records_of(play.floor, "t", after=1))
    for seat in record["seats"]:
        moved = balances[f"p{seat['seat']}"]
        assert moved["net"] == moved["after"] - moved["before"] == seat["net"]
    first = recalled["steps"][0]["saw"]
    assert first["spectator"]["dealer"]["cards"]
    assert set(first) == {"spectator", *(f"box {box}" for box in range(1, 6))}
    assert "saw" not in recall_round(play.floor, "t", 2)["steps"][0]
