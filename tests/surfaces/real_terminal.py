"""A program in a pseudo-terminal, as somebody at a keyboard meets it."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

from tests.surfaces.play_table import environment

TIMEOUT = 300


class RealTerminal:
    """Runs Python code; ``piped`` takes its standard output away from the terminal."""

    def __init__(self, code: str, *arguments: str, piped: bool = False, columns: int = 80) -> None:
        self._master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.modes = termios.tcgetattr(self.slave)
        around = {key: value for key, value in environment().items() if key not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=self.slave,
            stdout=subprocess.PIPE if piped else self.slave,
            stderr=self.slave,
            env=around,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0) and None,
        )
        self.shown = ""

    def until(self, *texts: str) -> str:
        """Reads until one of the texts appears after what was read before."""
        fresh, end = "", time.monotonic() + TIMEOUT
        while not any(text in fresh for text in texts):
            assert time.monotonic() < end, f"waited for {texts}, got {fresh!r}"
            fresh += self._read(0.1)
        return fresh

    def until_over(self) -> int:
        """Reads until the program has ended and nothing is left to read; gives its exit code."""
        end = time.monotonic() + TIMEOUT
        while self.process.poll() is None or self._read(0.1):
            assert time.monotonic() < end, f"still running, showed {self.shown!r}"
            self._read(0.1)
        return self.process.returncode

    def _read(self, seconds: float) -> str:
        if not select.select([self._master], [], [], seconds)[0]:
            return ""
        fresh = os.read(self._master, 65536).decode(errors="replace")
        self.shown += fresh
        return fresh

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        os.close(self._master)
        os.close(self.slave)
