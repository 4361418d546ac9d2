"""``lammer strategy``."""

from typing import Annotated, Literal

from cyclopts import App, Parameter

from lammer.strategy.chart import Chart, chart_tree, write_chart
from lammer.surfaces.cli.analysis.asked import Asked, GameArgument, best_chart_of, prepare_analysis
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.output import print_json, print_table

strategy_app = App(
    name="strategy",
    help="The best chart for a game.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer strategy sd-free-bet --stake free
  lammer strategy triple-win-20 --format csv > my-chart.csv

H hit, S stand, D double, FD free double, P split, FP free split, R surrender; the
first that is legal is played, so D/S doubles two cards and stands on more. A pair
with - is played by its total.""",
)


@strategy_app.default
def strategy(
    game: GameArgument,
    *,
    stake: Annotated[Literal["own", "free", "both"], Parameter(help="Whose money plays the hand.")] = "both",
    format_: Annotated[Literal["text", "csv", "json"], Parameter(name="--format", help="How to print it.")] = "text",
    asked: Asked = Asked(),  # noqa: B008
) -> None:
    """The best chart for a game: one action for each total or pair, up card and stake."""
    if asked.json and format_ == "csv":
        raise BadOption("--json and --format csv: leave one out")
    sheet = asked.sheet(game)
    prepare_analysis("reach_weights")
    chart = best_chart_of(sheet, asked)
    stakes = ("own", "free") if sheet.rules.free.split_values else ("own",)
    wanted = stakes if stake == "both" else (stake,)
    chart = Chart(chart.name, {cell: wishes for cell, wishes in chart.cells.items() if cell[0] in wanted})
    _, shoe = asked.cards(sheet)
    if asked.json or format_ == "json":
        print_json({"sheet": sheet.ref, "shoe": shoe, "strategy_class": "total", "cells": chart_tree(chart)})
    elif format_ == "csv":
        print(write_chart(chart), end="")
    else:
        lines = [line.split(",") for line in write_chart(chart).splitlines()]
        print_table(f"{sheet.ref}, {shoe}: the best chart", tuple(lines[0]), [tuple(line) for line in lines[1:]])
