"""Strategies by name: built-in charts, the best chart, the best play of every hand, or the user's own chart."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Union

from lammer.api import html
from lammer.api.shoes import card_value
from lammer.api.text import aligned
from lammer.cards.card import VALUE_LETTERS
from lammer.errors import BadArgument
from lammer.rules.sheet import Sheet
from lammer.rules.wording import did_you_mean
from lammer.strategy.chart import (
    SECTIONS,
    STAKES,
    UP_LETTERS,
    Chart,
    chart_tree,
    house_chart,
    load_chart,
    shipped_chart,
    shipped_charts,
    with_lammers,
    write_chart,
)
from lammer.strategy.complete import must_be_complete

if TYPE_CHECKING:
    from lammer.exact.play import Play

COMPOSITION, TOTAL, HOUSE = "composition", "total", "house"
StrategyLike = Union[str, "os.PathLike[str]", Chart, "Strategy"]
"""The name of a strategy, a chart file (CSV, TOML, JSON), a chart, or a result of ``Game.strategy``."""


LEGEND = (
    "H hit, S stand, D double, FD free double, P split, FP free split, R surrender. The first that is legal is played; "
    "a pair with - is played by its total."
)


@dataclass(frozen=True, repr=False)
class Strategy:
    """A chart with its game and shoe. ``print`` shows it as a table; a notebook shows it in colour."""

    sheet: str
    shoe: str
    chart: Chart

    @property
    def name(self) -> str:
        return self.chart.name

    def cell(self, section: str, hand: int | str, up: str, *, stake: str = "own") -> str:
        """The actions of a cell, like ``FD/H``: the first legal one is played. ``-`` for a pair: play it by its total.

        ``section`` is hard, soft or pair; ``hand`` is a total, or the value of a pair (``"8"``, ``"T"``, ``"A"``);
        ``stake`` is own, or free for a hand whose stake is a lammer.
        """
        for argument, given, choices in (("section", section, SECTIONS), ("stake", stake, STAKES)):
            if given not in choices:
                raise BadArgument(argument, f"{given!r} is not one of {', '.join(choices)}")
        label = VALUE_LETTERS[card_value("hand", str(hand))] if section == "pair" else str(hand)
        column = VALUE_LETTERS[card_value("up", up)]
        cell = chart_tree(self.chart).get(stake, {}).get(section, {}).get(label, {}).get(column)
        if cell is None:
            raise BadArgument("hand", f"the chart has no cell for {stake} {section} {label} against {column}")
        return cell

    def csv(self) -> str:
        """The chart as CSV, as ``lammer edge --strategy FILE`` and ``Game.edge`` read it."""
        return write_chart(self.chart)

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the chart to a CSV file."""
        Path(path).write_text(self.csv(), encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Strategy {self.name} for {self.sheet}, {self.shoe}: {len(self.chart.cells)} cells>"

    def __str__(self) -> str:
        rows = [line.split(",") for line in self.csv().splitlines()]
        return "\n".join([f"{self.sheet}, {self.shoe}: {self.name} chart", *aligned(rows)])

    def _repr_html_(self) -> str:
        grids = [
            html.chart_grid(f"{'own money' if stake == 'own' else 'on a lammer'}, {section}", UP_LETTERS, rows)
            for stake, sections in chart_tree(self.chart).items()
            for section, rows in sections.items()
        ]
        title = f"<strong>{escape(self.sheet)}, {escape(self.shoe)}: {escape(self.name)} chart</strong>"
        return f"<div>{title}{''.join(grids)}<div><small>{LEGEND}</small></div></div>"


def stakes_of(sheet: Sheet) -> tuple[str, ...]:
    """The stakes that hands can have: own money, and lammers if the game has free splits."""
    return STAKES if sheet.rules.free.split_values else STAKES[:1]


def of_stakes(chart: Chart, stakes: tuple[str, ...]) -> Chart:
    """The part of a chart that is for these stakes."""
    return chart._replace(cells={cell: wishes for cell, wishes in chart.cells.items() if cell[0] in stakes})


def as_played(chart: Chart, sheet: Sheet) -> Chart:
    """The chart adapted to the sheet: a chart without free bets takes them if the game has any."""
    free = sheet.rules.free
    return with_lammers(chart) if free.double_totals or free.split_values else chart


def built_in_chart(name: str, sheet: Sheet) -> Chart | None:
    """The built-in chart with this name, adapted to the sheet; None for any other name."""
    if name == HOUSE:
        return as_played(house_chart(sheet), sheet)
    return as_played(shipped_chart(name), sheet) if name in shipped_charts() else None


def chart_from_file(path: str) -> Chart:
    if not path:
        raise BadArgument("strategy", "write the name of a chart or a file")
    if not Path(path).suffix and not Path(path).exists():
        names = [HOUSE, TOTAL, COMPOSITION, *shipped_charts()]
        text = f"there is no chart or file {path!r}.{did_you_mean(path, names)} Charts are {', '.join(names)}"
        raise BadArgument("strategy", text)
    return load_chart(Path(path))


def chart_for(strategy: StrategyLike, sheet: Sheet, best: Callable[[], Chart]) -> Chart:
    """The chart of a strategy; ``best`` computes the best chart. Raises ChartFault if cells are missing."""
    if isinstance(strategy, Strategy):
        strategy = strategy.chart
    if isinstance(strategy, Chart):
        chart = as_played(strategy, sheet)
    else:
        name = os.fspath(strategy)
        if name == TOTAL:
            return best()
        if name == COMPOSITION:
            raise BadArgument("strategy", "composition play has no chart; total is the best chart")
        built_in = built_in_chart(name, sheet)
        if built_in is not None:
            return built_in
        chart = as_played(chart_from_file(name), sheet)
    must_be_complete(chart, sheet)
    return chart


def forced_play(strategy: StrategyLike, default: str) -> "Play":
    """The play of a hand that is bet against: the dealer's rules. Refuses a strategy."""
    from lammer.exact.play import Forced

    if strategy != default:
        raise BadArgument("strategy", "a hand that is bet against is played by the dealer's rules; leave it out")
    return Forced()


def play_for(strategy: StrategyLike, sheet: Sheet, best: Callable[[], Chart]) -> "Play":
    """The strategy in the form of the exact analysis: the best play of every hand, or a chart."""
    from lammer.exact.play import ByChart, Optimal

    return Optimal() if strategy == COMPOSITION else ByChart(chart_for(strategy, sheet, best))
