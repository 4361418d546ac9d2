"""The progress bar in a real terminal: seen while rounds are dealt, gone afterwards, never in what programs read."""

import json
import time
from collections.abc import Callable, Iterator

import pytest

from tests.surfaces.real_terminal import RealTerminal
from tests.surfaces.test_cli import lammer

MAIN = "from lammer.surfaces.cli import main; main()"
WIPED = "\x1b[2K"
COMMANDS = (
    ("simulate", "sd-free-bet", "--rounds", "1e12"),
    ("check", "sd-blackjack", "--rounds", "1e12"),  # whose exact figures are there soonest
    ("sweep", "sd-free-bet", "--rounds", "1e12", "--seed", "1-2"),
    ("sweep", "sd-free-bet", "--rounds", "1e12", "--vary", "dealer.soft_17=stand,hit", "--paired"),
)
Start = Callable[..., RealTerminal]


@pytest.fixture
def start() -> Iterator[Start]:
    begun: list[RealTerminal] = []

    def begin(*arguments: str, piped: bool = False) -> RealTerminal:
        begun.append(RealTerminal(MAIN, *arguments, piped=piped))
        return begun[-1]

    yield begin
    for terminal in begun:
        terminal.close()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2] + command[-1:]))
def test_a_bar_is_seen_while_rounds_are_dealt_and_is_gone_after_ctrl_c(start: Start, command: tuple[str, ...]) -> None:
    terminal = start(*command)
    first = terminal.until("left")
    assert "M rounds" in first
    assert "/s, " in first
    assert "±" in first
    begun, before = time.monotonic(), terminal.shown.count(WIPED)
    while time.monotonic() < begun + 1:
        terminal.until("left")
    drawn = terminal.shown.count(WIPED) - before
    assert 1 <= drawn <= 10 * (time.monotonic() - begun) + 2
    terminal.press("\x03")
    assert terminal.until_over() == 130
    left_behind = terminal.shown.rpartition(WIPED)[2]
    assert " left" not in left_behind
    assert "━" not in left_behind
    assert "\x1b[?25h" in terminal.shown
    assert "Traceback" not in terminal.shown


def test_what_a_pipe_reads_is_clean_while_the_terminal_shows_a_bar(start: Start) -> None:
    terminal = start("simulate", "sd-free-bet", "--rounds", "1e12", "--json", piped=True)
    terminal.until("left")
    terminal.press("\x03")
    assert terminal.process.stdout is not None
    output = json.loads(terminal.process.stdout.read())
    assert output["stopped"]
    assert terminal.until_over() == 130


def test_without_a_terminal_there_is_no_bar() -> None:
    done = lammer("simulate", "sd-free-bet", "--rounds", "1e8")
    assert "\x1b" not in done.stdout + done.stderr
    assert "left" not in done.stderr
