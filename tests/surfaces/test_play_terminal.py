"""lammer play in a real terminal: single keys, signals, and the terminal given back as it was."""

import signal
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.surfaces.play_table import records
from tests.surfaces.real_terminal import RealTerminal

# A real terminal


SIT_DOWN = """
import sys
from pathlib import Path
from lammer.cards.money import parse_money
from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.play import PlaySettings, run_play

sys.exit(run_play(PlaySettings(load_sheet("sd-free-bet"), 100000, bet=1000, seed="pty", log=Path(sys.argv[1]))))
"""


class Seat(RealTerminal):
    """A player."""

    def __init__(self, log: Path) -> None:
        super().__init__(SIT_DOWN, str(log))

    def leave(self) -> int:
        self.until("Thank you for playing.")
        return self.process.wait(timeout=30)


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    player = Seat(tmp_path / "log")
    yield player
    player.close()


def test_single_keys_play_in_a_real_terminal(seat: Seat, tmp_path: Path) -> None:
    seat.until("let the dealer cut:")
    seat.press("100\r")
    seat.until("Your bet?")
    seat.press("2\x7f15 pot-of-gold=5\r")
    while "Your move?" in seat.until("Your move?", "Your bet?", "Insurance?"):
        seat.press("\x1b[As")
    seat.press("q")
    assert seat.leave() == 0
    entry = records(tmp_path / "log")[0]
    assert entry["seats"][0]["wagers"] == {"main": 1500, "pot-of-gold": 500}
    assert entry["shoe"]["cut"] == 100
    assert "╭───" in seat.shown
    assert termios.tcgetattr(seat.slave) == seat.modes


@pytest.mark.parametrize(
    ("how", "code"), [("\x03", 130), ("\x04", 0), (signal.SIGTERM, 143)], ids=["ctrl-c", "ctrl-d", "terminated"]
)
def test_leaving_a_real_terminal_restores_it(seat: Seat, tmp_path: Path, how: str | int, code: int) -> None:
    seat.until("let the dealer cut:")
    seat.press("\r")
    seat.until("Your bet?")
    while "Your move?" not in seat.shown:
        seat.press("\r")
        seat.until("Your move?", "Your bet?")
    if isinstance(how, str):
        seat.press(how)
    else:
        seat.process.send_signal(how)
    assert seat.leave() == code
    assert records(tmp_path / "log")[-1]["seats"][0]["absent"]
    assert termios.tcgetattr(seat.slave) == seat.modes
    assert "\x1b[?1049l" in seat.shown
    assert "Traceback" not in seat.shown
