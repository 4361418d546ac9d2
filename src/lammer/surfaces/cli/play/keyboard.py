"""Reads the player's input: single keys from a terminal, or lines from any other source."""

import contextlib
import io
import os
import select
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any, Protocol, TextIO

try:
    import termios
    import tty
except ImportError:  # not a Unix system: read lines
    HAVE_TERMIOS = False
else:
    HAVE_TERMIOS = True

TYPED_AHEAD = 0.3
"""Seconds in which an Enter after a single key is ignored, because it is habit and not the next bet."""
_END, _ERASE, _CLEAR, _ESCAPE = "\x04", ("\x7f", "\b"), "\x15", "\x1b"


class Interrupts:
    """Defers Ctrl-C, termination and hang-up until the table waits for input, so that no step is interrupted."""

    def __init__(self) -> None:
        self.code = 0
        self._waiting = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Interrupts":
        if threading.current_thread() is threading.main_thread():
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                number = getattr(signal, name, None)
                if number is not None:
                    self._before[number] = signal.signal(number, self._arrived)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _arrived(self, number: int, _frame: FrameType | None) -> None:
        self.code = 128 + number
        if self._waiting:
            raise KeyboardInterrupt

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        self._waiting = True
        try:
            if self.code:
                raise KeyboardInterrupt
            yield
        finally:
            self._waiting = False


class Keyboard(Protocol):
    """Reading raises EOFError at the end of the input."""

    person: bool
    """Whether a person types the input and sees it."""

    def open(self) -> None: ...

    def close(self) -> None:
        """Restores the terminal."""

    def line(self, instant: str = "") -> str:
        """A line without its end. Keys in ``instant`` need no Enter if single keys can be read."""

    def key(self) -> str:
        """A single key, or a line if keys cannot be read."""

    def forget(self) -> None:
        """Discards keys typed ahead, so that the result of a round is seen before the next bet."""


class Lines:
    """Reads a line for every answer, from pipes, files and dumb terminals."""

    def __init__(self, source: TextIO, interrupts: Interrupts) -> None:
        self._source, self._interrupts = source, interrupts
        self.person = source.isatty()
        if isinstance(source, io.TextIOWrapper):
            # Bytes that are not text are treated like any other wrong input.
            source.reconfigure(errors="replace")

    def open(self) -> None:
        """Nothing to prepare."""

    def close(self) -> None:
        """Nothing to restore."""

    def line(self, instant: str = "") -> str:
        with self._interrupts.waiting():
            text = self._source.readline()
        if not text:
            raise EOFError
        return text.strip()

    def key(self) -> str:
        return self.line()

    def forget(self) -> None:
        """Input from a pipe is typed ahead on purpose, so nothing is discarded."""


class Keys:
    """Single keys of a terminal, read without Enter and without echo from open to close."""

    person = True

    def __init__(self, source: TextIO, out: TextIO, interrupts: Interrupts) -> None:
        self._fd, self._out, self._interrupts = source.fileno(), out, interrupts
        self._before = termios.tcgetattr(self._fd)

    def open(self) -> None:
        # TCSADRAIN keeps keys typed ahead. A terminal that has hung up has no state to change.
        with contextlib.suppress(termios.error):
            tty.setcbreak(self._fd, termios.TCSADRAIN)

    def close(self) -> None:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)

    def key(self) -> str:
        pressed = self._read()
        text = pressed if pressed.isprintable() else ""
        self._echo(text + "\n")
        return text

    def line(self, instant: str = "") -> str:
        text = ""
        while True:
            pressed = self._read()
            if pressed == "\n" or (not text and pressed in instant):
                self._echo("\n")
                return text.strip() if pressed == "\n" else pressed
            if pressed in _ERASE or pressed == _CLEAR:
                gone = len(text) if pressed == _CLEAR else min(1, len(text))
                text = text[: len(text) - gone]
                self._echo("\b \b" * gone)
            else:
                text += pressed
                self._echo(pressed)

    def forget(self) -> None:
        time.sleep(TYPED_AHEAD)
        with contextlib.suppress(termios.error):
            termios.tcflush(self._fd, termios.TCIFLUSH)

    def _echo(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()

    def _read(self) -> str:
        """One printable key, Enter or an erasing key; all other keys are ignored."""
        self.open()  # a shell may have changed the terminal while the game was suspended
        with self._interrupts.waiting():
            while True:
                pressed = self._character()
                if pressed == _ESCAPE:
                    self._skip_sequence()
                elif pressed == _END:
                    raise EOFError
                elif pressed in ("\r", "\n"):
                    return "\n"
                elif pressed.isprintable() or pressed in _ERASE or pressed == _CLEAR:
                    return pressed

    def _character(self) -> str:
        try:
            read = os.read(self._fd, 1)
        except OSError:  # the terminal is gone
            read = b""
        if not read:
            raise EOFError
        return read.decode("ascii", errors="ignore") or "\0"

    def _skip_sequence(self) -> None:
        """Skips the sequence of an arrow or function key, which begins with escape."""
        while select.select([self._fd], [], [], 0.02)[0]:
            if self._character().isalpha():
                return


def open_keyboard(source: TextIO, out: TextIO, interrupts: Interrupts) -> Keyboard:
    real = HAVE_TERMIOS and os.environ.get("TERM", "") != "dumb" and source.isatty() and out.isatty()
    if real and _is_terminal(source):
        return Keys(source, out, interrupts)
    return Lines(source, interrupts)


def _is_terminal(source: TextIO) -> bool:
    try:
        termios.tcgetattr(source.fileno())
    except (OSError, ValueError, termios.error):
        return False
    return True
