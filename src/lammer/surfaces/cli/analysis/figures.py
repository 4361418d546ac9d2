"""The exact figures of a command line, computed or kept from an earlier run."""

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.api.kept_findings import kept_findings
from lammer.cards.card import VALUE_LETTERS
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import DIGITS
from lammer.surfaces.cli.analysis.options import ShoeOptions, kept_for, kernel_for, play_of, prepare_analysis
from lammer.surfaces.cli.progress import Progress

if TYPE_CHECKING:
    from lammer.exact.costs import CellCost
    from lammer.exact.play import Play
    from lammer.exact.values import Game
    from lammer.workbench.measures import Measures


def say_kept(*figures: str) -> None:
    """Says on standard error which figures an earlier run has kept, so that standard output is the same every time."""
    if figures:
        print(f"lammer: kept from an earlier run: {', '.join(figures)} (--fresh computes anew)", file=sys.stderr)


class Wanted(NamedTuple):
    """What to compute, as options say. ``spread`` only decides which kernels have to be there."""

    strategy: str = "composition"
    partial: bool = False
    spread: bool = False
    fresh: bool = False
    against: bool = False
    """The bet against one's own hand instead of the main wager."""


class Figures:
    """The figures of a sheet, each with whether it was kept. The game is only built when one was not."""

    def __init__(self, sheet: Sheet, wanted: Wanted, asked: ShoeOptions) -> None:
        self._sheet, self._wanted, self._asked = sheet, wanted, asked
        if wanted.against:
            self._kept = kept_findings(sheet, "against", asked.choice(), fresh=wanted.fresh)
        else:
            self._kept = kept_for(wanted.strategy, sheet, asked, partial=wanted.partial, fresh=wanted.fresh)
        self._built: tuple[Game, str] | None = None

    @property
    def one_hand(self) -> bool:
        """Whether a box is dealt one hand; spread and costs of cells are not analysed for two."""
        return self._sheet.rules.hands.per_box == 1

    def edge(self) -> tuple[dict[str, Any], bool]:
        return self._kept.found("edge", self._edge)

    def spread(self, *, progress: bool = True) -> tuple[dict[str, Any], bool]:
        """What the spread adds to the edge; ``progress`` says whether to show a bar of its own."""
        return self._kept.found("spread", lambda: self._spread(progress))

    def costs(self) -> tuple[dict[str, Any], bool]:
        """What the chart costs against optimal play, by cell."""
        return self._kept.found("costs", self._costs)

    def _game(self) -> "tuple[Game, str]":
        if self._built is None:
            prepare_analysis(kernel_for(self._sheet, spread=self._wanted.spread))
            self._built = self._asked.game(self._sheet, self._play())
        return self._built

    def _play(self) -> "Play":
        if self._wanted.against:
            from lammer.exact.play import Forced

            return Forced()
        return play_of(self._wanted.strategy, self._sheet, self._asked, self._wanted.partial)

    def _edge(self) -> dict[str, Any]:
        game, shoe = self._game()
        from lammer.exact.finding import edge_of, steps_of_edge

        steps = steps_of_edge(self._sheet)
        if not steps:
            return edge_of(self._sheet, game, shoe).as_json()
        with Progress("pairs of cards in the other hand", steps, prints=False) as bar:
            return edge_of(self._sheet, game, shoe, bar.step).as_json()

    def _spread(self, progress: bool) -> dict[str, Any]:
        game, shoe = self._game()
        from lammer.exact.finding import whole_finding

        with Progress("up cards", len(game.worths), prints=False) as bar:
            whole = whole_finding(self._sheet, game, shoe, bar.step if progress else lambda: None)
        edge = whole.edge.as_json()
        return {name: value for name, value in whole.as_json().items() if name not in edge}

    def _costs(self) -> dict[str, Any]:
        game, _ = self._game()
        from lammer.exact.costs import cell_costs

        with Progress("up cards", len(game.worths), prints=False) as bar:
            costs = cell_costs(game, bar.step)
        return {"cost": round(sum(one.cost for one in costs), DIGITS), "cells": [_cell(one) for one in costs]}


def _cell(one: "CellCost") -> dict[str, Any]:
    stake, section, hand, up = one.cell
    return {
        "stake": stake,
        "section": section,
        "hand": VALUE_LETTERS[hand] if section == "pair" else str(hand),
        "up": VALUE_LETTERS[up],
        "reach": round(one.reach, DIGITS),
        "cost": round(one.cost, DIGITS),
        "better": one.better,
    }


def kept_measures(sheet: Sheet, *, fresh: bool = False) -> "tuple[Measures, bool]":
    """The edge for best play and every side bet, as the workbench shows them."""
    return kept_findings(sheet, fresh=fresh).found("measures", lambda: _measures(sheet))


def _measures(sheet: Sheet) -> "Measures":
    prepare_analysis("best_policies")
    from lammer.workbench.measures import measures

    return measures(sheet)
