"""The best chart of a game with the numbers behind each cell, and the price of playing another chart.

``chart_report`` is the chart that ``lammer strategy`` prints, with values. ``played_chart`` solves the chart around
cells that are locked, writes edited cells into it, and says what the result costs.
"""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from lammer.cards.card import LETTER_VALUES
from lammer.exact.refusals import NotAnalysed
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import DIGITS
from lammer.strategy.chart import UP_LETTERS, Cell, Chart, hand_label, write_chart
from lammer.workbench.chart_cells import Row, Wishes, cell_text, chart_rows, play_text

if TYPE_CHECKING:
    from lammer.exact.values import Game

MAX_KEPT = 32
_BEST: dict[str, Chart] = {}
"""Best charts by the digest of their sheet."""


class PlayValue(TypedDict):
    """``play`` is written like ``D/H``: the first legal action is played. ``value`` in original wagers."""

    play: str
    value: float


class ChartCell(TypedDict):
    """``play`` is the chart's, empty where the chart has no such cell. ``frequency`` is how often in a round the cell
    decides, ``margin`` what the best other action is worth less, ``cost`` is margin times frequency. ``plays`` are the
    best plays that begin with each action, best first."""

    up: str
    play: str
    frequency: float
    value: float | None
    margin: float | None
    cost: float | None
    plays: list[PlayValue]


class ChartRow(TypedDict):
    stake: str
    section: str
    hand: str
    cells: list[ChartCell]


class ChartReport(TypedDict):
    """``optimal_edge`` is the house edge when every hand is played best, ``chart_edge`` when the chart is followed.
    ``csv`` is the chart as ``lammer strategy --csv`` writes it."""

    sheet: str
    shoe: str
    optimal_edge: float | None
    chart_edge: float | None
    rows: list[ChartRow]
    csv: str
    refused: list[str]
    seconds: float


class ChangedCell(TypedDict):
    """``why`` is edited, locked, or solved: the best play once other cells are locked."""

    cell: str
    play: str
    best: str
    why: str


class PlayedChart(TypedDict):
    """``price`` is what the house keeps more than against the best chart."""

    sheet: str
    house_edge: float | None
    best_edge: float | None
    price: float | None
    changed: list[ChangedCell]
    csv: str
    refused: list[str]
    seconds: float


def chart_report(sheet: Sheet, on_progress: Callable[[], None] = lambda: None) -> ChartReport:
    """``on_progress`` is called after each up card."""
    from lammer.exact.finding import edge_of, shoe_of
    from lammer.exact.play import ByChart
    from lammer.workbench.chart_values import CellValues, Column

    begun = time.perf_counter()
    report = ChartReport(
        sheet=sheet.ref, shoe="", optimal_edge=None, chart_edge=None, rows=[], csv="", refused=[], seconds=0.0
    )
    try:
        game, report["shoe"] = game_of(sheet), shoe_of(sheet)[1]
        chart = best_of(sheet, game, on_progress)
        found: dict[Cell, CellValues] = {}
        for worth in game.worths:
            found |= Column(game, worth, chart).cells()
            on_progress()
        report["optimal_edge"] = round(edge_of(sheet, game, "").house_edge, DIGITS)
        report["chart_edge"] = round(edge_of(sheet, game.played_by(ByChart(chart)), "").house_edge, DIGITS)
        report["rows"] = [_row(row, chart, found) for row in dict.fromkeys(cell[:3] for cell in chart.cells)]
        report["csv"] = write_chart(chart)
    except NotAnalysed as why:
        report["refused"] = [str(why)]
    report["seconds"] = round(time.perf_counter() - begun, 4)
    return report


def game_of(sheet: Sheet) -> "Game":
    """The game with its fresh shoe, played best."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.values import Game

    tables = analysed_tables(sheet)
    if tables.hands_per_box > 1:
        raise NotAnalysed("hands.per_box=2: the cells of a chart are not valued where cards may be swapped")
    return Game(tables, shoe_of(sheet)[0], Optimal())


def best_of(sheet: Sheet, game: "Game", on_progress: Callable[[], None] = lambda: None) -> Chart:
    """The best chart, which several questions about a game begin with. Without rows for lammers where no hand plays on
    one."""
    from lammer.exact.best_chart import best_chart

    if sheet.digest not in _BEST:
        found = best_chart(game, on_progress)
        free = any(stake == "free" for stake, _, _ in chart_rows(game.tables))
        _BEST[sheet.digest] = Chart(
            found.name, {cell: play for cell, play in found.cells.items() if free or cell[0] == "own"}
        )
        while len(_BEST) > MAX_KEPT:
            _BEST.pop(next(iter(_BEST)))
    return _BEST[sheet.digest]


def _row(row: Row, chart: Chart, found: Mapping[Cell, object]) -> ChartRow:
    stake, section, hand = row
    cells = [_cell((*row, LETTER_VALUES[up]), up, chart, found) for up in UP_LETTERS]
    return {"stake": stake, "section": section, "hand": hand_label(section, hand), "cells": cells}


def _cell(cell: Cell, up: str, chart: Chart, found: Mapping[Cell, object]) -> ChartCell:
    from lammer.workbench.chart_values import CellValues

    wishes, known = chart.cells.get(cell), found.get(cell)
    view = ChartCell(
        up=up,
        play="" if wishes is None else play_text(wishes),
        frequency=0.0,
        value=None,
        margin=None,
        cost=None,
        plays=[],
    )
    if isinstance(known, CellValues) and wishes is not None:
        view["frequency"] = round(known.frequency, DIGITS)
        view["plays"] = [{"play": play_text(one), "value": round(value, DIGITS)} for one, value in known.plays.items()]
        value, other = _best_and_other(wishes, known.plays)
        view["value"] = round(value, DIGITS)
        if other is not None:
            view["margin"] = round(value - other, DIGITS)
            view["cost"] = round((value - other) * known.frequency, DIGITS)
    return view


def _best_and_other(wishes: Wishes, plays: Mapping[Wishes, float]) -> tuple[float, float | None]:
    """The value of the chart's play, and of the best play with another first action. A pair that is played by its total
    does what one of its other plays does too."""
    value = plays.get(wishes, next(iter(plays.values())))
    others = [worth for play, worth in plays.items() if play[:1] != wishes[:1] and (wishes or worth != value)]
    return value, max(others, default=None)


def played_chart(
    sheet: Sheet,
    edits: Mapping[Cell, Wishes],
    locks: Mapping[Cell, Wishes],
    on_progress: Callable[[], None] = lambda: None,
) -> PlayedChart:
    """The best chart that holds the locked cells, with the edited cells written into it, and its exact edge."""
    from lammer.exact.finding import edge_of
    from lammer.exact.play import ByChart
    from lammer.workbench.locked_chart import edited, solved_around

    begun = time.perf_counter()
    report = PlayedChart(
        sheet=sheet.ref, house_edge=None, best_edge=None, price=None, changed=[], csv="", refused=[], seconds=0.0
    )
    try:
        game = game_of(sheet)
        best = best_of(sheet, game, on_progress)
        chart = edited(game, sheet, solved_around(game, best, locks, on_progress), {**locks, **edits})
        edges = [edge_of(sheet, game.played_by(ByChart(one)), "").house_edge for one in (chart, best)]
        report["house_edge"], report["best_edge"] = (round(one, DIGITS) for one in edges)
        report["price"] = round(edges[0] - edges[1], DIGITS)
        report["changed"] = _changed(chart, best, edits, locks)
        report["csv"] = write_chart(chart)
    except NotAnalysed as why:
        report["refused"] = [str(why)]
    report["seconds"] = round(time.perf_counter() - begun, 4)
    return report


def _changed(
    chart: Chart, best: Chart, edits: Mapping[Cell, Wishes], locks: Mapping[Cell, Wishes]
) -> list[ChangedCell]:
    """Every cell that is edited or locked, and every other one that differs from the best chart."""
    return [
        {
            "cell": cell_text(cell),
            "play": play_text(wishes),
            "best": play_text(best.cells[cell]) if cell in best.cells else "",
            "why": "edited" if cell in edits else "locked" if cell in locks else "solved",
        }
        for cell, wishes in chart.cells.items()
        if cell in edits or cell in locks or best.cells.get(cell) != wishes
    ]
