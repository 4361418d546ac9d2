"""The commands for card counters: ``protect``, ``count``, ``indices``, ``eor``, ``risk`` and ``sidebets``."""

import json
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

from lammer.api.protection import trigger_text
from lammer.surfaces.cli.analysis.indices import _print_rows
from lammer.surfaces.cli.progress import Progress
from tests.surfaces.commands import run


def json_of(*words: str) -> dict[str, Any]:
    done = run(*words, "--json")
    assert done.code == 0, done.error
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_an_unbalanced_count_has_one_scale_of_true_counts() -> None:
    """With ko a full shoe is at -4; the index of insurance differs only by the cards in sight."""
    words = "protect", "sd-blackjack", "--side", "insurance", "--system", "ko", "--system", "hi-lo"
    (bet,) = json_of(*words)["bets"]
    trigger = {count["count"]: count["trigger"] for count in bet["counts"]}
    for name, count in (("Knock-Out", "ko"), ("Hi-Lo", "hi-lo")):
        (insurance,) = json_of("indices", "sd-blackjack", "--count", count)["insurance"]
        assert 0.2 < trigger[name] - insurance["index"] < 0.7
    assert f"{trigger['Knock-Out']:+.2f} or more" in run(*words, "--brief").out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("count sd-blackjack --side insurance", "counts are listed for side bets, of which sd-blackjack has none"),
        ("count sd-free-bet --side insurance", "of which sd-free-bet has pot-of-gold"),
        ("count sd-free-bet --side 'main game'", "of which sd-free-bet has pot-of-gold"),
        ("eor sd-blackjack --side nope", "choose from 'main game', insurance"),
        ("count sd-blackjack --tags ''", "--tags: write ten whole numbers"),
        ("edge sd-blackjack --decks ''", "--decks: write a number of decks, or infinite"),
        ("edge sd-blackjack --cards ''", "--cards: write ten counts"),
        ("protect sd-blackjack --bet 1", "--bet 1: the minimum is 5"),
        ("by-count sd-blackjack --bins 0..100", "write true counts from -19 to 19"),
    ],
)
def test_what_was_ignored_is_refused(line: str, sentence: str) -> None:
    done = run(*shlex.split(line))
    assert (done.code, sentence in done.error) == (2, True), done.error


def test_own_tags_are_ten_numbers_in_any_command() -> None:
    words = ("count", "sd-blackjack", "--decks", "1", "--system", "ko")
    ten = run(*words, "--tags", "-1,1,1,1,1,1,0,0,0,-1")
    named = run(*words, "--tags=A=-1,2=1,3=1,4=1,5=1,6=1,T=-1")
    assert ten.code == 0, ten.error
    assert ten.out == named.out


def test_protection_prints_each_system_once_and_no_empty_tables() -> None:
    twice = json_of("protect", "sd-blackjack", "--side", "insurance", "--system", "hi-lo", "--system", "hi-lo")
    assert [count["count"] for count in twice["bets"][0]["counts"]] == ["own, level 1", "Hi-Lo"]
    without = run("protect", "sd-blackjack+perfect-pairs", "--side", "perfect-pairs").out.splitlines()
    assert [line.partition(":")[0] for line in without[1:]] == ["perfect-pairs 25-12-6", "perfect-pairs 30-10-5"]


def test_side_bets_name_the_shoe() -> None:
    assert run("sidebets", "sd-free-bet", "--decks", "Infinite", "--brief").out.startswith(
        "sd-free-bet@2, infinite decks: side bets\n"
    )
    assert run("sidebets", "sd-blackjack", "--remove", "Ah").out.startswith("sd-blackjack@2, 6 decks without Ah\n")


def test_a_side_bet_that_the_shoe_does_not_decide_is_left_out_alone() -> None:
    done = run("sidebets", "free-money", "--cards", "9,9,9,9,9,9,9,9,9,36", "--brief")
    assert done.code == 0
    assert "dealer-22 is left out: side_bets.dealer-22.outcomes: they depend on suits" in done.error
    assert [line.split()[0] for line in done.out.splitlines()[2:]] == ["gold-rush", "gold-rush", "insurance"]


def test_effects_in_a_file_say_that_they_were_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Progress, "step", lambda _: signal.raise_signal(signal.SIGINT))
    words = ("eor", "sd-blackjack", "--decks", "1", "--fresh", "--csv", str(tmp_path / "effects.csv"))
    done = run(*words, "--side", "main game")
    assert (done.code, "stopped before any bet was done; nothing is written" in done.error) == (130, True)
    assert not (tmp_path / "effects.csv").exists()
    done = run("eor", "sd-blackjack+lucky-ladies+royal-match", *words[2:], "--side", "lucky-ladies")
    assert (done.code, "stopped; some bets are missing" in done.error) == (130, True)
    assert "lucky-ladies,A" in (tmp_path / "effects.csv").read_text("utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "eor {} --decks 1 --side insurance",
        "protect {} --side insurance --brief",
        "risk {} --horizon 1 --bankroll 100",
    ],
)
def test_what_figures_leave_out_is_said(line: str) -> None:
    done = run(*line.format("sd-blackjack+ten-sticks-21").split())
    assert "Ten sticks 21: marked cards are kept and not traded" in done.error
    assert "marked cards" not in run(*line.format("sd-blackjack").split()).error


def test_risk_says_that_attached_side_bets_are_not_bet() -> None:
    done = run("risk", "sd-blackjack+war", "--horizon", "1", "--bankroll", "100")
    assert "not bet, so not in these figures: war" in done.error


def test_an_index_that_rounds_to_zero_has_no_sign(capsys: pytest.CaptureFixture[str]) -> None:
    play = {"hand": "hard 16", "up": "T", "play": "hit", "other": "stand", "count": 0, "when": "at or above"}
    _print_rows("own", [play | {"index": -0.001, "per_100_rounds": 1.0, "gain_per_100_rounds": 0.1}])
    assert "+0.00 " in capsys.readouterr().out
    assert trigger_text({"trigger": -0.001, "bets_when": "at or above", "cuts": [{"share": 0.5}]}) == "+0.00 or more"
