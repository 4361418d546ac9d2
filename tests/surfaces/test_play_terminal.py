"""lammer play in a real terminal: single keys, signals, and the terminal given back as it was."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.surfaces.play_table import environment, records

# A real terminal


SIT_DOWN = """
import sys
from pathlib import Path
from lammer.cards.money import parse_money
from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.play import PlaySettings, run_play

sys.exit(run_play(PlaySettings(load_sheet("sd-free-bet"), 100000, bet=1000, seed="pty", log=Path(sys.argv[1]))))
"""


class Seat:
    """A player in a pseudo-terminal of 80 by 24."""

    def __init__(self, log: Path) -> None:
        self._master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.modes = termios.tcgetattr(self.slave)
        around = {key: value for key, value in environment().items() if key not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SIT_DOWN, str(log)],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=around,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0) and None,
        )
        self.shown = ""

    def until(self, *texts: str) -> str:
        """Reads until one of the texts appears after what was read before."""
        fresh, end = "", time.monotonic() + 30
        while not any(text in fresh for text in texts):
            assert time.monotonic() < end, f"waited for {texts}, got {fresh!r}"
            if select.select([self._master], [], [], 0.1)[0]:
                fresh += os.read(self._master, 65536).decode(errors="replace")
        self.shown += fresh
        return fresh

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def leave(self) -> int:
        self.until("Thank you for playing.")
        return self.process.wait(timeout=30)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        os.close(self.slave)


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
