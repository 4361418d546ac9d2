"""What the terminal says and draws: tips that follow, cards face down, a dealer 22, absence and interruption."""

import subprocess
import sys
from pathlib import Path

import pytest

from lammer.table.notation import read_round
from tests.surfaces.play_table import ESCAPES, Person, Terminal, environment, play, records, stack

# Tips


@pytest.mark.parametrize(
    ("answer", "message", "given"),
    [
        ("y", "The tip follows the double for 5.", "Round 1: +10, with 10 given to the dealers."),
        ("n", "The tip does not follow the double.", "Round 1: +15, with 5 given to the dealers."),
    ],
)
def test_the_player_is_asked_whether_the_tip_follows_a_paid_double(
    answer: str, message: str, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, "Th 6c 2d Tc 9h Ah")
    shown = play("sd-free-bet", "10 tip=5", "d", answer, "q", log=tmp_path / "log")
    assert "Double the tip for the dealers too?" in shown
    assert message in shown
    assert given in shown
    assert records(tmp_path / "log")[0]["seats"][0]["tip"].get("added", 0) == (500 if answer == "y" else 0)


def test_a_shoe_that_runs_out_gives_the_tip_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "8h 6c 4d Tc 2c")
    shown = play("sd-free-bet", "10 tip=5", "h", "h", "q", log=tmp_path / "log")
    assert "The round is interrupted: the shoe has run out of cards." in shown
    assert "Round 1: 0. Bankroll 1000." in shown
    (entry,) = records(tmp_path / "log")
    assert entry["void_reason"] == "the shoe has run out of cards"
    assert read_round(entry["notation"]).round.void


# Cards face down


def test_a_busted_original_hand_is_drawn_face_down_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "8h 6c 8d Tc Th 9h Ts 9c")
    person = Person("", "10", "p", "h", "s", "q")
    shown = ESCAPES.sub("", play("sd-free-bet", in_=person, out=Terminal()))
    screens = [screen for screen in shown.split("purse") if "(face down)" in screen]
    assert screens
    for screen in screens:
        assert "▒▒▒│▒▒▒│▒▒▒" in screen
        assert "│ 9♥" not in screen
    assert "│ 8♥│10♥│ 9♥│" in shown[shown.rindex("(face down)") :], "shown again when the round is over"


# Dealer 22


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("european-free-bet 1:10,push-22=5 | Ah 6c Kd | 6d Td", "Dealer has 22: blackjack is paid."),
        (
            "sd-free-bet 1:10 2:10 | Ah 9h 6c Kd 9d 6d | S | Td",
            "Dealer has 22: blackjack is paid, every other hand in play pushes.",
        ),
        ("sd-free-bet 1:10 | 9h 6c 9d 6d | S | Td", "Dealer has 22: every hand still in play pushes."),
        (
            "sd-free-bet[natural.beats_22=false] 1:10 | Ah 6c Kd 6d | Td",
            "Dealer has 22: every hand still in play pushes.",
        ),
    ],
)
def test_a_blackjack_paid_against_22_is_not_said_to_push(line: str, message: str) -> None:
    assert message in replayed(line)


def replayed(line: str) -> str:
    """What ``replay --show`` prints for one line, by a process of its own."""
    command = [sys.executable, "-m", "lammer", "replay", "-", "--show"]
    done = subprocess.run(command, input=line, capture_output=True, text=True, env=environment(), check=False)
    return done.stdout + done.stderr


# Absence, supervisor, interruption


def test_replay_has_words_for_absence_the_supervisor_and_what_is_set_aside() -> None:
    shown = replayed("european-free-bet 1:10 | Th 6c 2d | !1.1 4h 5c | Td 9h")
    assert "The player is called absent." in shown
    assert "The player is absent: the supervisor calls for a card." in shown
    assert "The player is absent: the supervisor stands." in shown
    assert "20 is taken off the field and kept for the absent player." in shown


def test_replay_tells_who_follows_and_why_a_round_was_interrupted() -> None:
    line = 'european-free-bet 1:10 1.2:20 | Th 6c 5d | H O 2c X"a card fell off the table"'
    shown = replayed(line)
    assert "Bettor 2: Does not follow the draw and stands on the total." in shown
    assert "The round is interrupted: a card fell off the table. Own money still at stake is returned. [EU 9]" in shown


def test_an_older_line_without_a_reason_is_told_too() -> None:
    shown = replayed("european-free-bet 1:10 | Th 6c 5d | X")
    assert "The round is interrupted. Own money still at stake is returned. [EU 9]" in shown
