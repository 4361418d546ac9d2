"""A thread that works out the figures of the game asked for last. Older questions are dropped."""

import threading
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from lammer.api.kept_findings import kept_findings
from lammer.errors import LammerError
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.figures import kept_measures
from lammer.workbench.measures import Measures, Spread


class Answer(NamedTuple):
    """Figures of one question. ``measures`` are those of its sheet, then of the sheets it is compared with; the spread
    comes in a second answer. ``trouble`` is why there are none."""

    turn: int
    measures: tuple[Measures, ...] = ()
    spread: Spread | None = None
    trouble: str = ""


class Asks(Protocol):
    """Whom the screen asks."""

    def ask(self, sheets: tuple[Sheet, ...]) -> int: ...

    def close(self) -> None: ...


class _Superseded(BaseException):
    """Something newer was asked. Not an Exception: nothing on the way may take it for a failure."""


class Analyst:
    """``ask`` gives a question its number; ``answer`` is called from the thread, first with edges, then with the
    spread."""

    def __init__(self, answer: Callable[[Answer], object]) -> None:
        self._answer = answer
        self._changed = threading.Condition()
        self._turn, self._asked = 0, tuple[Sheet, ...]()
        self._open = True
        self._thread = threading.Thread(target=self._work, name="analyst", daemon=True)
        self._thread.start()

    def ask(self, sheets: tuple[Sheet, ...]) -> int:
        """Asks about a sheet and those it is compared with, and forgets what was asked before."""
        with self._changed:
            self._turn, self._asked = self._turn + 1, sheets
            self._changed.notify()
            return self._turn

    def close(self) -> None:
        with self._changed:
            self._open = False
            self._turn += 1
            self._changed.notify()

    def _work(self) -> None:
        done = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._turn != done)  # noqa: B023 (called before the next round)
                if not self._open:
                    return
                done, sheets = self._turn, self._asked
            try:
                self._answer_to(done, sheets)
            except _Superseded:
                continue
            except LammerError as error:
                self._answer(Answer(done, trouble=str(error)))

    def _answer_to(self, turn: int, sheets: tuple[Sheet, ...]) -> None:
        def check(*_: Any) -> None:
            if turn != self._turn:
                raise _Superseded

        found = []
        for sheet in sheets:
            found.append(kept_measures(sheet)[0])
            check()
        self._answer(Answer(turn, tuple(found)))
        spread, _ = kept_findings(sheets[0]).found("workbench spread", lambda: _spread(sheets[0], check))
        check()
        self._answer(Answer(turn, tuple(found), spread))


def _spread(sheet: Sheet, check: Callable[[], None]) -> Spread:
    from lammer.workbench.measures import spread

    return spread(sheet, check)
