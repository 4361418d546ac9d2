"""Questions about a sheet, who asks them, and the work they make."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lammer.errors import LammerError


class Question(NamedTuple):
    """``ref`` and ``digest`` are the sheet's: an answer is kept by them, however its overrides were written."""

    task: str
    game: str
    overrides: tuple[str, ...]
    ref: str
    digest: str
    asked: str = "{}"
    """What the task needs beside the sheet, as JSON."""

    @property
    def content(self) -> tuple[str, ...]:
        return self.task, self.ref, self.digest, self.asked


class Asker(NamedTuple):
    """A page, and the number of its latest change. What it asked in an earlier turn is no longer wanted."""

    page: str
    turn: int


class Superseded(LammerError):
    """The same page has asked something newer."""


class Unavailable(LammerError):
    """There is no answer now; asking again later may help."""


@dataclass(eq=False)
class Job:
    """One question, for everybody who waits for its answer."""

    number: int
    question: Question
    urgency: int
    """The lowest number goes first."""
    waiters: dict["asyncio.Future[Any]", Asker | None] = field(default_factory=dict)
    needed: bool = False
    """Worked out although nobody waits for it."""
    tries: int = 0
    overdue: bool = False
    timer: asyncio.TimerHandle | None = None
    progress: tuple[int, int, str] = (0, 0, "")
    """Parts done, of how many, and the part that is being done."""

    @property
    def wanted(self) -> bool:
        return bool(self.waiters) or self.needed

    def message(self) -> dict[str, Any]:
        """What the child process reads."""
        asked = self.question
        about = {"id": self.number, "task": asked.task, "game": asked.game, "overrides": list(asked.overrides)}
        return about | {"asked": json.loads(asked.asked)}

    def answer(self, found: Any) -> None:
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(found)

    def fail(self, why: Unavailable) -> None:
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_exception(why)
