"""Shows the progress of the checks at start once they take longer than a second: in the log, and on a terminal in a
line that is erased at the end. The checks run a few long queries, so a thread watches the time."""

import logging
import sys
import threading
import time
from types import TracebackType
from typing import TextIO

LOG = logging.getLogger("lammer.ledger")
PATIENCE = 1.0
"""Seconds before the first line, and between two lines."""
WIPE = "\r\x1b[2K"


class StartProgress:
    """``with StartProgress() as progress: progress.stage("balances") …``"""

    def __init__(self, terminal: TextIO | None = None, patience: float = PATIENCE) -> None:
        self._terminal, self._patience = terminal or sys.stderr, patience
        self._stage, self._begun, self._shown = "", time.monotonic(), False
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._report, name="start checks", daemon=True)

    def __enter__(self) -> "StartProgress":
        self._watch.start()
        return self

    def stage(self, text: str) -> None:
        self._stage = text

    def _report(self) -> None:
        while not self._over.wait(self._patience):
            text = f"checking the books: {self._stage}, {time.monotonic() - self._begun:.0f} s"
            LOG.info(text)
            if self._terminal.isatty():
                self._shown = True
                self._terminal.write(f"{WIPE}lammer: {text}")
                self._terminal.flush()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._watch.join()
        if self._shown:
            self._terminal.write(WIPE)
            self._terminal.flush()
