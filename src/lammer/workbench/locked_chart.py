"""The best chart that holds given cells: every other cell is improved until nothing changes.

Cells of different up cards do not depend on one another, so only the columns with a given cell are solved again. The
search begins with the best chart and never leaves a chart for one with a lower exact value.
"""

import math
from collections.abc import Callable, Iterable, Mapping

from lammer.exact.play import ByChart
from lammer.exact.round import hand_worth, openings
from lammer.exact.values import Game, Worth
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import Cell, Chart
from lammer.strategy.complete import missing_cells
from lammer.workbench.chart_cells import Wishes
from lammer.workbench.chart_values import Column

ROUNDS = 20
GAIN = 1e-9
"""What another play must be worth more, in original wagers a round, to replace the one in a cell."""


def solved_around(
    game: Game, best: Chart, locks: Mapping[Cell, Wishes], on_progress: Callable[[], None] = lambda: None
) -> Chart:
    """The best chart that holds the locked cells."""
    if all(best.cells.get(cell) == wishes for cell, wishes in locks.items()):
        return best
    chart = Chart(best.name, {**best.cells, **locks})
    return _solved(game, chart, frozenset(locks), {cell[3] for cell in locks}, on_progress)


def edited(game: Game, sheet: Sheet, chart: Chart, edits: Mapping[Cell, Wishes]) -> Chart:
    """The chart with some cells written otherwise. Hands that only the new cells come to are played best."""
    chart = Chart(chart.name, {**chart.cells, **edits})
    missing = missing_cells(chart, sheet)
    if not missing:
        return chart
    return _solved(game, chart, frozenset(chart.cells), {cell[3] for cell in missing})


def _solved(
    game: Game, chart: Chart, fixed: frozenset[Cell], ups: Iterable[int], on_progress: Callable[[], None] = lambda: None
) -> Chart:
    for worth in game.worths:
        if worth.against.up in ups:
            chart = _solved_column(game, worth, chart, fixed)
            on_progress()
    return chart


def _solved_column(game: Game, worth: Worth, chart: Chart, fixed: frozenset[Cell]) -> Chart:
    best, worth_of_best = chart, column_worth(game, worth, chart)
    for _ in range(ROUNDS):
        better = _improved(game, worth, chart, fixed)
        if better.cells == chart.cells:
            break
        chart, value = better, column_worth(game, worth, better)
        if value > worth_of_best or len(chart.cells) > len(best.cells):  # missing cells are always filled
            best, worth_of_best = chart, value
    return best


def _improved(game: Game, worth: Worth, chart: Chart, fixed: frozenset[Cell]) -> Chart:
    cells = dict(chart.cells)
    for cell, values in Column(game, worth, chart).cells().items():
        if cell in fixed or len(values.plays) < 2:
            continue
        now, top = cells.get(cell), next(iter(values.plays))
        gain = (values.plays[top] - values.plays.get(now, -math.inf)) * values.frequency if now is not None else 1.0
        if gain > GAIN:
            cells[cell] = top
    return Chart(chart.name, cells)


def column_worth(game: Game, worth: Worth, chart: Chart) -> float:
    """What rounds with one up card bring under a chart."""
    played = Worth(worth.against, ByChart(chart))
    return sum(chance * hand_worth(played, first, second) for first, second, chance in openings(game, played))
