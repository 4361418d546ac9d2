"""What the child process can work out: a task for each name, from a sheet to JSON. A new one is one more entry."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from lammer.rules.sheet import Sheet
from lammer.surfaces.web.analysis import bet_work, jackpot_work, simulation_work


class Work(Protocol):
    def __call__(self, sheet: Sheet, asked: Mapping[str, Any], on_progress: Callable[[], None], /) -> Any:
        """``asked`` is what the request says beside the game. Work that calls ``on_progress`` now and then can be
        stopped, and lets more urgent work go first."""


class Task(NamedTuple):
    """``urgency``: the lowest number goes first."""

    work: Work
    urgency: int


def _edge(sheet: Sheet, _asked: Mapping[str, Any], _on_progress: Callable[[], None]) -> Any:
    from lammer.workbench.measures import measures

    return measures(sheet)


def _spread(sheet: Sheet, _asked: Mapping[str, Any], on_progress: Callable[[], None]) -> Any:
    from lammer.workbench.measures import spread

    return spread(sheet, on_progress)


TASKS: dict[str, Task] = {"edge": Task(_edge, 0), "spread": Task(_spread, 1)}
TASKS |= {name: Task(*work) for part in (bet_work, simulation_work, jackpot_work) for name, work in part.WORKS.items()}
BACKGROUND = 9
"""The urgency of work that nobody is waiting for."""
