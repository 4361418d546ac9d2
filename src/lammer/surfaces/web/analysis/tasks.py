"""What the child process can work out: a task for each name, from a sheet to JSON. A new one is one more entry."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from lammer.rules.sheet import Sheet
from lammer.surfaces.web.analysis import bet_work, jackpot_work, kernel_work, paper_work, risk_work, simulation_work
from lammer.surfaces.web.analysis.paper_work import Progress


class Work(Protocol):
    def __call__(self, sheet: Sheet, asked: Mapping[str, Any], on_progress: Progress, /) -> Any:
        """``asked`` is what the request says beside the game. Work that calls ``on_progress`` now and then can be
        stopped, and lets more urgent work go first."""


class Task(NamedTuple):
    """``urgency``: the lowest number goes first. ``kept``: whether the server keeps the answer."""

    work: Work
    urgency: int
    kept: bool = True


def _edge(sheet: Sheet, _asked: Mapping[str, Any], _on_progress: Callable[[], None]) -> Any:
    from lammer.workbench.measures import measures

    return measures(sheet)


def _spread(sheet: Sheet, _asked: Mapping[str, Any], on_progress: Callable[[], None]) -> Any:
    from lammer.workbench.measures import spread

    return spread(sheet, on_progress)


def _quick_spread(sheet: Sheet, _asked: Mapping[str, Any], _on_progress: Callable[[], None]) -> Any:
    from lammer.workbench.measures import quick_deviation

    return quick_deviation(sheet)


def _chart(sheet: Sheet, _asked: Mapping[str, Any], on_progress: Callable[[], None]) -> Any:
    from lammer.workbench.chart import chart_report

    return chart_report(sheet, on_progress)


def _played_chart(sheet: Sheet, asked: Mapping[str, Any], on_progress: Callable[[], None]) -> Any:
    from lammer.rule_tables.tables import rule_tables
    from lammer.workbench.chart import played_chart
    from lammer.workbench.chart_cells import read_cells

    edits, locks = (read_cells(rule_tables(sheet), asked[name]) for name in ("edits", "locks"))
    return played_chart(sheet, edits, locks, on_progress)


def _cell_hands(sheet: Sheet, asked: Mapping[str, Any], on_progress: Callable[[], None]) -> Any:
    from lammer.rule_tables.tables import rule_tables
    from lammer.workbench.chart_cells import read_cell
    from lammer.workbench.chart_hands import cell_hands

    return cell_hands(sheet, read_cell(rule_tables(sheet), asked["cell"]), on_progress)


def _hand(sheet: Sheet, asked: Mapping[str, Any], _on_progress: Callable[[], None]) -> Any:
    from lammer.workbench.hand import hand_report, read_hand

    return hand_report(sheet, read_hand(sheet, **asked))


TASKS: dict[str, Task] = {"edge": Task(_edge, 0), "quick-spread": Task(_quick_spread, 0), "spread": Task(_spread, 1)}
TASKS |= {"chart": Task(_chart, 1), "played-chart": Task(_played_chart, 1), "cell-hands": Task(_cell_hands, 1)}
TASKS |= {"hand": Task(_hand, 0)}
TASKS |= {name: Task(*work) for part in (bet_work, simulation_work, jackpot_work) for name, work in part.WORKS.items()}
TASKS |= {name: Task(*work) for part in (paper_work, risk_work) for name, work in part.WORKS.items()}
BACKGROUND = 9
"""The urgency of work that nobody is waiting for."""
TASKS[kernel_work.TASK] = Task(kernel_work.compile_all, BACKGROUND, kept=False)
