"""Every prompt of lammer play knows ``?``, and the smallest window still shows the cards of a finished hand."""

import re
from pathlib import Path

import pytest

from lammer.surfaces.cli.play.words import signed
from tests.surfaces.play_table import ESCAPES, Person, Terminal, play, records, stack

KEYS = "? this help, l last round in notation, q leave the table"


def asked(game: str, *lines: str) -> str:
    """What somebody sees who types these lines at a terminal that is spoken to."""
    return " ".join(play(game, plain=True, in_=Person(*lines), out=Terminal()).split())


@pytest.mark.parametrize(
    ("prompt", "before"),
    [
        ("may cut the cards", ()),
        ("Your bet?", ("",)),
        ("Your move?", ("", "10")),
        ("Amount,", ("", "10", "m")),
        ("Leave in the middle of the round?", ("", "10", "q")),
    ],
)
def test_help_is_shown_at_every_prompt_and_the_question_asked_again(
    prompt: str, before: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, "6h 6c 5d Tc 9h Td")
    shown = asked("sd-blackjack", *before, "?", "")
    assert shown.count(KEYS) == 1
    assert shown.count(prompt) >= 2
    assert "is no " not in shown
    assert "is not an amount" not in shown


def test_help_at_the_insurance_question(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "6h Ac 5d 9c 9h Td")
    shown = asked("sd-blackjack", "", "10", "?", "")
    assert shown.count(KEYS) == 1
    assert shown.count("Insurance?") == 2


def screen(shown: str, height: int) -> list[str]:
    """The lines that a window of this height still shows when the player is asked for the next bet."""
    last = re.split(r"\x1b\[2J\x1b\[H|\x1b\[H\x1b\[2J", shown.split("\x1b[?1049l")[0])[-1]
    return ESCAPES.sub("", last).split("\n")[-height:]


@pytest.mark.parametrize(
    ("cards", "keys", "hands"),
    [
        ("Th 6c 9d Tc 2d", "s", 1),
        ("Th 6c 6d Tc 8d", "h", 1),
        ("8h 6c 8d Tc 3h Th 2d 9c 5d", "pff", 2),
        ("8h 6c 8d Tc 8s 8c 3h Th 3d Td 2d 9d 2c 9c 5d", "pppffff", 4),
    ],
)
def test_a_small_window_keeps_the_cards_of_finished_hands(
    cards: str, keys: str, hands: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "15")
    stack(monkeypatch, cards)
    log = tmp_path / "log"
    shown = play("sd-free-bet", in_=Person("", "10 pot-of-gold=5", *keys), out=Terminal(), log=log)
    seen = "\n".join(screen(shown, 15))
    assert "DEALER" in seen
    assert "Your bet?" in seen
    played = records(log)[0]["seats"][0]["hands"]
    assert len(played) == hands
    for hand in played:
        assert " ".join(map(signed, hand["cards"])) in seen
