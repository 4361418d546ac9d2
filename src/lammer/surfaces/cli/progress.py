"""A progress line on standard error, only for people and only when a thing takes longer than a second."""

import sys
import time
from types import TracebackType


class Progress:
    """``with Progress("rounds", 1000) as progress: … progress.step()``; without a total it only counts."""

    def __init__(self, what: str, total: int | None = None, *, prints: bool = True, every: int = 64) -> None:
        """``prints`` when the command itself fills the terminal, where the line would only get in the way."""
        self._total, self._what, self._prints, self._every = total, what, prints, every
        self._done = 0
        self._begun = self._told = time.monotonic()
        self._shown = False

    def __enter__(self) -> "Progress":
        return self

    def step(self) -> None:
        self._done += 1
        if self._done % self._every == 0 and time.monotonic() - self._told >= 1:
            self._tell()

    def _tell(self) -> None:
        self._told = time.monotonic()
        if not sys.stderr.isatty() or (self._prints and sys.stdout.isatty()):
            return
        speed = self._done / (self._told - self._begun)
        text = f"{self._done:,} {self._what}, {speed:,.0f} a second"
        if self._total is not None:
            text += f", {(self._total - self._done) / speed:,.0f} s left"
        sys.stderr.write(f"\r{text:<70}")
        sys.stderr.flush()
        self._shown = True

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * 70 + "\r")
            sys.stderr.flush()
