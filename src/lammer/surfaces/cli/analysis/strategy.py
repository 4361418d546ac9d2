"""``lammer strategy``."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from lammer.api.strategies import of_stakes, stakes_of
from lammer.strategy.chart import chart_tree, write_chart
from lammer.surfaces.cli.analysis.options import ShoeOptions, best_chart_of, prepare_analysis
from lammer.surfaces.cli.options import csv_file, write_csv
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.shared import CsvOption, GameArgument

strategy_app = App(
    name="strategy",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer strategy sd-free-bet --stake free
  lammer strategy triple-win-20 --csv my-chart.csv

H hit, S stand, D double, FD free double, P split, FP free split, R surrender;
the first that is legal is played, so D/S doubles two cards and stands on more.
A pair with - is played by its total.""",
)


@strategy_app.default
def strategy(
    game: GameArgument,
    *,
    stake: Annotated[
        Literal["own", "free", "both"], Parameter(help="The stake of the hand: own money or a lammer.")
    ] = "both",
    # An older name for --csv - and --json.
    format_: Annotated[Literal["text", "csv", "json"], Parameter(name="--format", show=False)] = "text",
    csv: CsvOption = None,
    options: ShoeOptions = ShoeOptions(),  # noqa: B008
) -> None:
    """The best chart for a game: one action for each total or pair, up card and stake."""
    path = Path("-") if format_ == "csv" else csv
    csv_file(path, json=options.json)
    sheet = options.sheet(game)
    prepare_analysis("reach_weights")
    chart = best_chart_of(sheet, options)
    chart = of_stakes(chart, stakes_of(sheet) if stake == "both" else (stake,))
    _, shoe = options.cards(sheet)
    if options.json or format_ == "json":
        print_json({"sheet": sheet.ref, "shoe": shoe, "strategy_class": "total", "cells": chart_tree(chart)})
        return
    lines = [line.split(",") for line in write_chart(chart).splitlines()]
    if path is not None:
        write_csv(path, lines)
    else:
        print_table(f"{sheet.ref}, {shoe}: the best chart", tuple(lines[0]), [tuple(line) for line in lines[1:]])
