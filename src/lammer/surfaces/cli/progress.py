"""A progress bar on standard error, shown only on a terminal and only if the work takes longer than a second.

It is redrawn when the work progresses, at most ten times a second, and removed at the end.
"""

import sys
import time
from collections.abc import Callable
from datetime import timedelta
from math import inf
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE = 1.0
"""Seconds before the bar is shown."""
BETWEEN = 0.1


class Progress:
    """``with Progress("rounds", 1000) as progress: … progress.step()``; without a total it only counts."""

    def __init__(self, what: str, total: int | None = None, *, prints: bool = True) -> None:
        """``prints``: the command prints during the work, so there is no bar if its output goes to a terminal."""
        self._what, self._total = what, total
        self._done = self._before = 0
        self._begun = time.monotonic()
        seen = sys.stderr.isatty() and not (prints and sys.stdout.isatty())
        self._due = self._begun + PATIENCE if seen else inf
        self._bar: Bar | None = None

    def __enter__(self) -> "Progress":
        return self

    def step(self) -> None:
        self.reach(self._done + 1)

    def skip(self, number: int) -> None:
        """Counts work that was done in an earlier run, without counting it for the speed."""
        self._done += number
        self._before += number

    def reach(self, done: int, note: Callable[[], str] = str) -> None:
        """Sets the number of steps done; ``note`` returns further text and is called only if the bar is drawn."""
        self._done = done
        if time.monotonic() >= self._due:
            self._draw(note())
            self._due = time.monotonic() + BETWEEN

    def _draw(self, note: str) -> None:
        if self._bar is None:
            self._bar = _new_bar(self._total)
        self._bar.update(self._bar.task_ids[0], completed=self._done, text=self._text(note))
        self._bar.start()
        self._bar.refresh()

    def _text(self, note: str) -> str:
        speed = (self._done - self._before) / (time.monotonic() - self._begun)
        done = _short(self._done) if self._total is None else _of(self._done, self._total)
        parts = [f"{done} {self._what}", f"{_short(speed)}/s", note]
        if self._total is not None and speed > 0:
            parts.append(f"{timedelta(seconds=round((self._total - self._done) / speed))} left")
        return ", ".join(part for part in parts if part)

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _new_bar(total: int | None) -> "Bar":
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = [BarColumn(bar_width=None), TextColumn("{task.fields[text]}", markup=False)]
    bar = Bar(
        *(columns if total is not None else columns[1:]),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        expand=True,
    )
    bar.add_task("", total=total, text="")
    return bar


def _short(number: float) -> str:
    if number >= 1e6:
        return f"{number / 1e6:,.1f} M"
    return f"{number:,.0f}" if number >= 10 or number == round(number) else f"{number:.1f}"


def _of(done: int, total: int) -> str:
    return f"{done / 1e6:,.0f}/{total / 1e6:,.0f} M" if total >= 1e7 else f"{done:,}/{total:,}"
