"""What a policy loses against the best play, exactly and cell by cell."""

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.api import html
from lammer.api.arguments import OnProgress, need_numba, steps_of
from lammer.api.game import Game, load
from lammer.api.shoes import ShoeChoice
from lammer.api.strategies import COMPOSITION, Strategy, of_stakes, stakes_of
from lammer.api.text import aligned, percent
from lammer.cards.card import VALUE_LETTERS
from lammer.errors import BadArgument
from lammer.strategy.chart import Cell, Chart, hand_label

if TYPE_CHECKING:
    from lammer.api.policies import PolicyLike

SHOWN = 10
"""Cells in the text of a result."""


class CellLoss(NamedTuple):
    """``loss`` is in wagers per round, ``reach`` how often in a round the cell decides; ``better`` is the best play."""

    cell: Cell
    reach: float
    loss: float
    better: str

    def as_json(self) -> dict[str, Any]:
        stake, section, hand, up = self.cell
        names = {"stake": stake, "section": section, "hand": hand_label(section, hand), "up": VALUE_LETTERS[up]}
        return {**names, "reach": self.reach, "loss": self.loss, "better": self.better}

    def row(self) -> tuple[str, ...]:
        stake, section, hand, up = self.cell
        figures = f"{self.reach:.4%}", percent(self.loss), self.better
        return stake, section, hand_label(section, hand), VALUE_LETTERS[up], *figures


HEADER = ("stake", "section", "hand", "up", "comes up", "loses", "better")


@dataclass(frozen=True, repr=False)
class Regret:
    """What a policy loses, in wagers per round: 0.01 is 1% of the first bet."""

    house_edge: float
    """Against the policy."""
    best: float
    """Against the best play of every hand."""
    cells: tuple[CellLoss, ...]
    """They add up to the loss; the largest first."""
    strategy: Strategy
    """The policy as a chart."""
    unlike: tuple[Cell, ...]
    """Cells in which the policy looks at more than a chart does: at the number of cards, or at splits. It is analysed
    there as it plays the most frequent hands."""

    @property
    def loss(self) -> float:
        """What the policy loses against the best play."""
        return self.house_edge - self.best

    @property
    def chart(self) -> Chart:
        return self.strategy.chart

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "sheet": self.strategy.sheet,
            "shoe": self.strategy.shoe,
            "strategy": self.strategy.name,
            "house_edge": self.house_edge,
            "best": self.best,
            "loss": self.loss,
            "cells": [one.as_json() for one in self.cells],
            "unlike": [list(cell) for cell in self.unlike],
        }

    @property
    def _title(self) -> str:
        return f"{self.strategy.name} in {self.strategy.sheet}, {self.strategy.shoe}"

    def __str__(self) -> str:
        edges = f"house edge {percent(self.house_edge)}, for optimal play {percent(self.best)}"
        lines = [f"{self._title}: {edges}", f"loses {percent(self.loss)} of a wager per round, in {self._count}"]
        if self.cells:
            lines[-1] += "; the costliest:"
            lines += aligned([HEADER, *(one.row() for one in self.cells[:SHOWN])])
        return "\n".join(lines)

    @property
    def _count(self) -> str:
        return f"{len(self.cells)} cell{'s' * (len(self.cells) != 1)}"

    def __repr__(self) -> str:
        return f"<Regret of {self._title}: loses {percent(self.loss)} in {self._count}>"

    def _repr_html_(self) -> str:
        title = f"{self._title}: loses {percent(self.loss)}"
        return html.table(title, HEADER, (one.row() for one in self.cells), "in wagers per round")


def regret(
    policy: "PolicyLike", game: "str | PathLike[str] | Game", *, on_progress: OnProgress | None = None
) -> Regret:
    """What a policy loses against the best play of every hand, exactly: no round is simulated.

    ``policy`` is one of

    - a function that takes an observation of the environments (a dictionary with ``observation`` and ``action_mask``)
      and returns the number of an action;
    - a strategy, as for ``Game.edge``: the name of a chart, a chart file, a chart;
    - a dictionary of cells of a chart, ``{("own", "hard", 11, 6): "FD/H", …}``;
    - a dictionary of observations: the first nine numbers of each, with an action number or the value of each action;
    - an array with a row for every cell, as ``lammer.surfaces.gym.row_of`` numbers them: an action number, or the value
      of each action. Where an action number is not legal, a pair is played by its total and other hands are hit.

    A policy is analysed as a chart. So the figure is exact for a policy that looks at the hand, the stake and the up
    card. ``unlike`` lists the cells in which it looks at more; the counts of seen cards are 0 when it is asked.
    Insurance is not taken.

    >>> regret("house", "sd-blackjack")
    <Regret of standard in sd-blackjack@2, 6 decks: loses 0.002760% in 1 cell>

    Raises NotAnalysed for a game that the analysis does not cover, and BadArgument for a policy that gives an illegal
    action, or none for a hand that it comes to.
    """
    need_numba("the exact analysis")
    from lammer.api.analysis import best_chart_of, exact_game
    from lammer.api.policies import described
    from lammer.exact.costs import MINIMUM, reached_cells
    from lammer.exact.play import ByChart
    from lammer.exact.round import round_worth

    found, choice = game if isinstance(game, Game) else load(game), ShoeChoice()
    sheet = found.sheet
    chart, unlike, unknown = described(policy, sheet, lambda: best_chart_of(sheet, choice))
    shoe, shoe_text = choice.counts(sheet)
    played = exact_game(sheet, shoe, ByChart(chart))
    reached = reached_cells(played, steps_of(on_progress, len(played.worths)))
    _refuse_unknown([one.cell for one in reached if one.cell in unknown])
    cells = tuple(CellLoss(one.cell, one.reach, one.cost, one.better) for one in reached if abs(one.cost) > MINIMUM)
    strategy = Strategy(sheet.ref, shoe_text, of_stakes(chart, stakes_of(sheet)))
    best = found.edge(COMPOSITION, spread=False).house_edge
    return Regret(-round_worth(played), best, cells, strategy, unlike)


def _refuse_unknown(cells: list[Cell]) -> None:
    if cells:
        from lammer.api.policy_questions import cell_text

        more = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
        raise BadArgument("policy", f"it has no action for {cell_text(cells[0])}{more}, which it comes to")
