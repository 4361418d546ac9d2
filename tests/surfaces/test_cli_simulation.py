"""The simulation commands as processes."""

import json
from pathlib import Path

import pytest

from tests.surfaces.test_cli import interrupted, lammer


def test_simulate_in_json_says_what_it_is() -> None:
    command = ("simulate", "sd-free-bet", "--rounds", "2e6", "--seed", "3", "--json")
    told = json.loads(lammer(*command).stdout)
    assert told["rounds"] == 2_000_000
    assert told["path"] == "fast"
    assert told["interval_95"][0] < told["ev"] < told["interval_95"][1]
    assert sum(one["probability"] for one in told["results"]) == pytest.approx(1)
    again = json.loads(
        lammer("simulate", "sd-free-bet", "--rounds", "2e6", "--seed", "3", "--threads", "1", "--json").stdout
    )
    assert again["results"] == told["results"]


def test_simulate_takes_side_bets_seats_and_counts() -> None:
    sides = ("--side", "gold-rush=5", "--side", "dealer-22=5")
    told = json.loads(lammer("simulate", "free-money", "--rounds", "1e6", *sides, "--json").stdout)
    assert [side["id"] for side in told["sides"]] == ["gold-rush", "dealer-22"]
    counted = ("--shoe", "cut", "--cut-decks", "1.5", "--seats", "3", "--count", "hi-lo")
    text = lammer("simulate", "sd-blackjack", "--rounds", "5e5", *counted).stdout
    assert "by true count" in text
    assert "3 seats" in text


def test_simulate_tells_what_a_cut_card_and_seats_do() -> None:
    command = ("simulate", "sd-blackjack", "--shoe", "cut", "--seats", "2", "--rounds", "1e6")
    told = json.loads(lammer(*command, "--json").stdout)
    assert told["effect"]["difference"] == told["house_edge"] - told["effect"]["fresh_shoe_edge"]
    low, high = told["effect"]["interval_95"]
    assert high - low == pytest.approx(told["interval_95"][1] - told["interval_95"][0])
    assert "against one seat and a fresh shoe, 0.618149% exactly" in lammer(*command).stdout
    assert "effect" not in json.loads(lammer("simulate", "sd-blackjack", "--rounds", "1e6", "--json").stdout)
    refused = lammer(*command, "--set", "split.pairs=rank")
    assert refused.returncode == 0
    assert "fresh shoe: not worked out, split.pairs=rank" in refused.stdout


def test_check_says_in_one_line_whether_they_agree() -> None:
    done = lammer("check", "triple-win-20", "--rounds", "2e6")
    assert done.returncode == 0
    assert "exact and simulated agree" in done.stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("simulate", "sd-free-bet", "--rounds", "none"), "--rounds"),
        (("simulate", "sd-free-bet", "--seats", "8"), "1 to 7"),
        (("simulate", "sd-free-bet", "--cut-decks", "1"), "--shoe cut"),
        (("simulate", "sd-free-bet", "--shoe", "cut", "--cut-decks", "6"), "cut card lies"),
        (("simulate", "sd-free-bet", "--count", "1,2"), "ten whole numbers"),
        (("simulate", "sd-free-bet", "--strategy", "none.csv"), "cannot be read"),
        (("simulate", "sd-free-bet", "--side", "no-such=5"), "no such side bet"),
        (("simulate", "sd-free-bet", "--threads", "-1"), "--threads"),
    ],
)
def test_mistakes_are_sentences(arguments: tuple[str, ...], told: str) -> None:
    done = lammer(*arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    saved = tmp_path / "run.json"
    out, _ = interrupted("simulate", "sd-free-bet", "--rounds", "1e12", "--save", str(saved), "--json")
    told = json.loads(out)
    assert told["stopped"]
    assert told["rounds"] > 0
    assert json.loads(saved.read_text())["chunks"] * (1 << 20) == told["rounds"]
