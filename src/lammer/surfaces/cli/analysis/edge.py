"""``lammer edge``."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from lammer.cards.card import VALUE_LETTERS
from lammer.rules.sidebets import DIGITS
from lammer.surfaces.cli.analysis.options import ShoeOptions, play_of, prepare_analysis
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import GameArgument, PartialOption, StrategyOption

if TYPE_CHECKING:
    from lammer.exact.costs import CellCost
    from lammer.exact.finding import Finding, WholeFinding
    from lammer.exact.values import Game

edge_app = App(
    name="edge",
    help="The exact house edge of a game.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer edge sd-free-bet --no-spread
  lammer edge sd-blackjack --decks 8 --results
  lammer edge sd-blackjack --set dealer.soft_17=stand --no-spread --json
  lammer edge sd-free-bet --strategy standard --cells 20 --no-spread
  lammer strategy sd-blackjack --csv my-chart.csv
  lammer edge sd-blackjack --strategy my-chart.csv --remove "Ah Ad" --no-spread""",
)


@edge_app.default
def edge(
    game: GameArgument,
    *,
    strategy: StrategyOption = "composition",
    partial: PartialOption = False,
    results: Annotated[
        bool, Parameter(negative="", show_default=False, help="Also print the probability of each net result.")
    ] = False,
    spread: Annotated[
        bool,
        Parameter(
            negative="--no-spread",
            show_default=False,
            help="Compute the standard deviation, the money at risk and the net results, which take longest.",
        ),
    ] = True,
    cells: Annotated[int, Parameter(help="With a chart: the number of its costliest cells to print.")] = 5,
    options: ShoeOptions = ShoeOptions(),  # noqa: B008 (frozen, and how cyclopts takes shared options)
) -> None:
    """The exact house edge of a game, its standard deviation, and the cost of a chart against optimal play."""
    if results and not spread:
        raise BadOption("--results needs the spread: leave out --no-spread")
    if cells < 0:
        raise BadOption(f"--cells {cells}: write the number of cells to print, 0 or more")
    sheet = options.sheet(game)
    prepare_analysis("added_up" if spread else "policy_values")
    from lammer.exact.finding import WholeFinding, edge_of, whole_finding

    table, shoe = options.game(sheet, play_of(strategy, sheet, options, partial))
    if not spread:
        found: Finding | WholeFinding = edge_of(sheet, table, shoe)
    else:
        with Progress("up cards", len(table.worths), prints=False) as progress:
            found = whole_finding(sheet, table, shoe, progress.step)
    costs = _costs(table) if strategy != "composition" else []
    if options.json:
        print_json(found.as_json() | ({"cost": _cost(costs), "cells": _cells(costs)} if costs else {}))
        return
    _print_edge(found.edge if isinstance(found, WholeFinding) else found)
    if isinstance(found, WholeFinding):
        _print_spread(found, results)
    if costs:
        _print_costs(costs, cells)


def _print_edge(finding: "Finding") -> None:
    print(f"{finding.sheet}, {finding.shoe}, {finding.strategy_class} play")
    print(f"house edge {percent(finding.house_edge)} of the original wager ({finding.method})")
    for assumption in finding.assumptions:
        print(f"  - {assumption}")


def _print_spread(whole: "WholeFinding", results: bool) -> None:
    from lammer.exact.finding import RESULTS_METHOD, SPREAD_METHOD

    spread = whole.results
    print(f"{percent(whole.edge.house_edge / spread.at_risk)} of the own money put at risk")
    print(f"standard deviation {spread.sd:.6f} original wagers ({SPREAD_METHOD})")
    if results:
        rows = [(f"{net:+g}", f"{chance:.9f}") for net, chance in spread.chances.items()]
        print_table(f"net results of a round, in original wagers ({RESULTS_METHOD})", ("net", "chance"), rows)


def _costs(table: "Game") -> "list[CellCost]":
    from lammer.exact.costs import cell_costs

    with Progress("up cards", len(table.worths), prints=False) as progress:
        return cell_costs(table, progress.step)


def _cost(costs: "list[CellCost]") -> float:
    return round(sum(one.cost for one in costs), DIGITS)


def _name(one: "CellCost") -> tuple[str, str, str, str]:
    stake, section, hand, up = one.cell
    return stake, section, VALUE_LETTERS[hand] if section == "pair" else str(hand), VALUE_LETTERS[up]


def _cells(costs: "list[CellCost]") -> list[dict[str, Any]]:
    return [
        dict(zip(("stake", "section", "hand", "up"), _name(one), strict=True))
        | {"reach": round(one.reach, DIGITS), "cost": round(one.cost, DIGITS), "better": one.better}
        for one in costs
    ]


def _print_costs(costs: "list[CellCost]", maximum: int) -> None:
    title = f"costs {sum(one.cost for one in costs):.6%} against optimal play, in {len(costs)} cells; the costliest:"
    rows = [(*_name(one), f"{one.reach:.4%}", f"{one.cost:.6%}", one.better) for one in costs[:maximum]]
    print_table(title, ("stake", "section", "hand", "up", "comes up", "costs", "better"), rows)
