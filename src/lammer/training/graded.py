"""A graded answer of a counting drill, and a player's progress."""

from collections.abc import Mapping
from typing import NamedTuple

from lammer.training.drills import Card, Memory


class Graded(NamedTuple):
    """``error`` is in the unit of the drill (``ERRORS`` in ``count_drills.py``), 0 for plays; ``text`` tells the right
    answer and why."""

    right: bool
    expected: str
    error: float
    text: str


class Progress(NamedTuple):
    """All answers to one drill of a game: sums of errors, seconds and cards shown. ``again`` are the hands that were
    answered wrongly, as in ``Memory``; only the index drill has hands."""

    answers: int = 0
    right: int = 0
    error: float = 0.0
    seconds: float = 0.0
    cards: int = 0
    again: Mapping[str, Card] = {}

    @property
    def memory(self) -> Memory:
        return Memory(self.answers, self.again)

    def after(self, graded: Graded, seconds: float, cards: int = 0, key: str = "") -> "Progress":
        again = self.memory.after(key, right=graded.right).cards if key else self.again
        return Progress(
            self.answers + 1,
            self.right + graded.right,
            self.error + graded.error,
            self.seconds + seconds,
            self.cards + cards,
            again,
        )

    def summary(self, unit: str) -> str:
        """``3 of 4 right, average error 0.25 points, 0.71 s per card``; ``unit`` is that of the errors, if the drill
        has one."""
        if not self.answers:
            return "no answers yet"
        error = f", average error {self.error / self.answers:.2f} {unit}" if unit else ""
        pace = f"{self.seconds / self.answers:.1f} s per answer"
        if self.cards:
            pace = f"{self.seconds / self.cards:.2f} s per card"
        return f"{self.right} of {self.answers} right{error}, {pace}"
