"""``lammer edge``."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from lammer.api.kept_findings import KeptFindings
from lammer.cards.card import VALUE_LETTERS
from lammer.surfaces.cli.analysis.options import FreshOption, ShoeOptions, kept_for, play_of, prepare_analysis
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import GameArgument, PartialOption, StrategyOption

if TYPE_CHECKING:
    from lammer.exact.costs import CellCost
    from lammer.exact.values import Game

edge_app = App(
    name="edge",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer edge sd-free-bet --no-spread
  lammer edge sd-blackjack --decks 8 --results
  lammer edge sd-blackjack --set dealer.soft_17=stand --no-spread --json
  lammer edge sd-free-bet --strategy standard --cells 20 --no-spread
  lammer strategy sd-blackjack --csv my-chart.csv
  lammer edge sd-blackjack --strategy my-chart.csv --remove "Ah Ad" --no-spread

Figures are kept on disk by the content of the sheet, the chart, the shoe and the
version of lammer. --fresh computes them again.""",
)
KEPT = ", kept from an earlier run"


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
    fresh: FreshOption = False,
    asked: ShoeOptions = ShoeOptions(),  # noqa: B008 (frozen, and how cyclopts takes shared options)
) -> None:
    """The exact house edge of a game, its standard deviation, and the cost of a chart against optimal play."""
    if results and not spread:
        raise BadOption("--results needs the spread: leave out --no-spread")
    if cells < 0:
        raise BadOption(f"--cells {cells}: write the number of cells to print, 0 or more")
    figures = _Figures(game, strategy, partial, spread, fresh, asked)
    told, was_kept = figures.edge()
    if not asked.json:
        _print_edge(told, was_kept)
    parts = [(told, was_kept)]
    if spread:
        parts.append(figures.spread())
        told = told | parts[-1][0]
        if not asked.json:
            _print_spread(told, results, parts[-1][1])
    if strategy != "composition":
        parts.append(figures.costs())
        told = told | parts[-1][0]
        if not asked.json:
            _print_costs(told, cells, parts[-1][1])
    if asked.json:
        print_json(told | {"kept": all(kept for _, kept in parts)})


class _Figures:
    """The figures of one command line, each with whether it was kept. The game is only built when one was not."""

    def __init__(self, game: str, strategy: str, partial: bool, spread: bool, fresh: bool, asked: ShoeOptions) -> None:
        self._sheet = asked.sheet(game)
        self._strategy, self._partial, self._with_spread, self._asked = strategy, partial, spread, asked
        self._kept: KeptFindings = kept_for(strategy, self._sheet, asked, partial=partial, fresh=fresh)
        self._built: tuple[Game, str] | None = None

    def edge(self) -> tuple[dict[str, Any], bool]:
        return self._kept.found("edge", self._edge)

    def spread(self) -> tuple[dict[str, Any], bool]:
        return self._kept.found("spread", self._spread)

    def costs(self) -> tuple[dict[str, Any], bool]:
        return self._kept.found("costs", self._costs)

    def _game(self) -> "tuple[Game, str]":
        if self._built is None:
            prepare_analysis("added_up" if self._with_spread else "policy_values")
            play = play_of(self._strategy, self._sheet, self._asked, self._partial)
            self._built = self._asked.game(self._sheet, play)
        return self._built

    def _edge(self) -> dict[str, Any]:
        game, shoe = self._game()
        from lammer.exact.finding import edge_of

        return edge_of(self._sheet, game, shoe).as_json()

    def _spread(self) -> dict[str, Any]:
        """What the spread adds to the edge."""
        game, shoe = self._game()
        from lammer.exact.finding import whole_finding

        with Progress("up cards", len(game.worths), prints=False) as progress:
            whole = whole_finding(self._sheet, game, shoe, progress.step)
        edge = whole.edge.as_json()
        return {name: value for name, value in whole.as_json().items() if name not in edge}

    def _costs(self) -> dict[str, Any]:
        game, _ = self._game()
        from lammer.exact.costs import cell_costs
        from lammer.exact.finding import DIGITS

        with Progress("up cards", len(game.worths), prints=False) as progress:
            costs = cell_costs(game, progress.step)
        return {"cost": round(sum(one.cost for one in costs), DIGITS), "cells": [_cell(one, DIGITS) for one in costs]}


def _print_edge(told: dict[str, Any], kept: bool) -> None:
    print(f"{told['sheet']}, {told['shoe']}, {told['strategy_class']} play")
    print(f"house edge {percent(told['house_edge'])} of the original wager ({told['method']}{KEPT * kept})")
    for assumption in told["assumptions"]:
        print(f"  - {assumption}")
    sys.stdout.flush()  # the rest may take long


def _print_spread(told: dict[str, Any], results: bool, kept: bool) -> None:
    print(f"{percent(told['house_edge_at_risk'])} of the own money put at risk")
    print(f"standard deviation {told['sd']:.6f} original wagers ({told['spread_method']}{KEPT * kept})")
    if results:
        rows = [(f"{one['net']:+g}", f"{one['probability']:.9f}") for one in told["results"]]
        print_table(f"net results of a round, in original wagers ({told['results_method']})", ("net", "chance"), rows)


def _cell(one: "CellCost", digits: int) -> dict[str, Any]:
    stake, section, hand, up = one.cell
    return {
        "stake": stake,
        "section": section,
        "hand": VALUE_LETTERS[hand] if section == "pair" else str(hand),
        "up": VALUE_LETTERS[up],
        "reach": round(one.reach, digits),
        "cost": round(one.cost, digits),
        "better": one.better,
    }


def _print_costs(told: dict[str, Any], maximum: int, kept: bool) -> None:
    cells = told["cells"]
    if not cells:
        return
    title = f"costs {told['cost']:.6%} against optimal play{KEPT * kept}, in {len(cells)} cells; the costliest:"
    rows = [
        (
            one["stake"],
            one["section"],
            one["hand"],
            one["up"],
            f"{one['reach']:.4%}",
            f"{one['cost']:.6%}",
            one["better"],
        )
        for one in cells[:maximum]
    ]
    print_table(title, ("stake", "section", "hand", "up", "comes up", "costs", "better"), rows)
