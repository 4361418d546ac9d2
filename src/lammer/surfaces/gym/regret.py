"""What a policy loses against the best play, exactly and cell by cell.

    from lammer.surfaces.gym.regret import regret
    print(regret(policy, "sd-free-bet").loss)

The policy is asked about every hand of a chart, and the chart is analysed. So a policy is described exactly if it looks
at the hand, the up card and the stake, and plays two cards like more cards of the same total where both may be played
alike; ``unlike`` lists the hands in which it does not.
"""

from collections.abc import Callable, Iterator
from os import PathLike
from typing import NamedTuple

import numpy as np

from lammer.api.analysis import ANALYSIS, exact_game
from lammer.api.arguments import need_numba
from lammer.api.game import Game, load
from lammer.api.shoes import ShoeChoice
from lammer.api.strategies import stakes_of
from lammer.cards.card import ACE, RANKS, TEN, VALUE_LETTERS
from lammer.cards.hand import add_card
from lammer.errors import BadArgument
from lammer.rule_tables.legality import UNSPLIT, Legality, Source
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import rule_tables
from lammer.strategy.chart import Chart
from lammer.surfaces.gym.spaces import BETS, QUESTIONS, Observation

Policy = Callable[[Observation], int]
"""Gives the number of an action for an observation."""
Cell = tuple[str, str, int, int]
"""Stake, section, total or value of the pair, up card; as in a chart."""
SPLIT_EIGHTS = Source(8, free=True)
"""A lammer is asked about in a hand from split eights; those of other pairs are played alike."""
AGAIN = {Play.HIT, Play.STAND}
"""Plays that hands of any number of cards may make."""


class CellLoss(NamedTuple):
    """``loss`` is in wagers per round, ``reach`` how often in a round the cell decides; ``better`` is the best play."""

    cell: Cell
    reach: float
    loss: float
    better: str


class Regret(NamedTuple):
    house_edge: float
    """Against the policy."""
    best: float
    """Against the best play of every hand."""
    cells: tuple[CellLoss, ...]
    """They add up to the loss; the largest first."""
    chart: Chart
    unlike: tuple[Cell, ...]

    @property
    def loss(self) -> float:
        """In wagers per round."""
        return self.house_edge - self.best


def regret(policy: Policy, game: "str | PathLike[str] | Game") -> Regret:
    """Raises NotAnalysed for a game that the analysis does not cover, and BadArgument if the policy gives an illegal
    action."""
    need_numba(ANALYSIS)
    from lammer.exact.costs import cell_costs
    from lammer.exact.play import ByChart, Optimal
    from lammer.exact.round import round_worth

    found = game if isinstance(game, Game) else load(game)
    chart, unlike = chart_of(policy, found)
    shoe = ShoeChoice().counts(found.sheet)[0]
    played = exact_game(found.sheet, shoe, ByChart(chart))
    cells = tuple(CellLoss(one.cell, one.reach, one.cost, one.better) for one in cell_costs(played))
    best = round_worth(exact_game(found.sheet, shoe, Optimal()))
    return Regret(-round_worth(played), -best, cells, chart, unlike)


def chart_of(policy: Policy, game: Game) -> tuple[Chart, tuple[Cell, ...]]:
    """The policy as a chart, and the cells in which it plays two cards unlike more cards."""
    asked = _Asked(policy, game)
    cells, unlike = dict[Cell, tuple[str, ...]](), list[Cell]()
    for cell in _cells(game):
        first, later = asked.plays(cell)
        if later is not None and first in AGAIN and first != later:
            unlike.append(cell)
        follows = later is not None and first not in AGAIN
        cells[cell] = (first.kind, later.kind) if follows and later is not None else (first.kind,)
    return Chart("policy", cells), tuple(unlike)


def _cells(game: Game) -> Iterator[Cell]:
    limit = game.sheet.rules.points.limit
    hands = [("hard", range(4, limit)), ("soft", range(12, limit)), ("pair", range(ACE, TEN + 1))]
    for stake in stakes_of(game.sheet):
        for section, totals in hands:
            yield from ((stake, section, hand, up) for hand in totals for up in range(ACE, TEN + 1))


class _Asked:
    """Asks a policy about the hands of a chart."""

    def __init__(self, policy: Policy, game: Game) -> None:
        tables = rule_tables(game.sheet)
        self._policy, self._limit = policy, tables.limit
        self._legality: Legality = tables.legality

    def plays(self, cell: Cell) -> tuple[Play, Play | None]:
        """The play of two cards, and that of more cards with the same total; None for a pair that is split, and for
        totals that more cards play as two do, by the rules."""
        stake, section, hand, _ = cell
        pair = hand if section == "pair" else 0
        source = UNSPLIT if stake == "own" else Source(pair, free=True) if pair else SPLIT_EIGHTS
        if pair:
            total, soft = add_card(*add_card(0, False, pair, self._limit), pair, self._limit)
            first = self._play(cell, source, total, soft, self._legality.pair_plays(source, pair, 1 + (stake != "own")))
            return first, None
        total, soft = hand, section == "soft"
        first = self._play(cell, source, total, soft, self._legality.plays(source, total, soft, 2))
        return first, self._play(cell, source, total, soft, self._legality.plays(source, total, soft, 3), two=False)

    def _play(
        self, cell: Cell, source: Source, total: int, soft: bool, legal: frozenset[Play], *, two: bool = True
    ) -> Play:
        if len(legal) == 1:  # no decision: environments do not ask either
            return next(iter(legal))
        stake, section, hand, up = cell
        pair = hand if section == "pair" else 0
        question = QUESTIONS.index("play")
        numbers = [question, total, soft, two, pair, source.pair, stake == "free", 1 + (source.pair > 0), up]
        mask = np.zeros(BETS + 1, dtype=np.int8)
        mask[list(legal)] = 1
        observed = np.array([*numbers, *[0] * len(RANKS)], dtype=np.int64)
        action = int(self._policy({"observation": observed, "action_mask": mask}))
        if action not in legal:
            label = VALUE_LETTERS[hand] if section == "pair" else str(hand)
            text = f"action {action} is not legal with {stake} {section} {label} against {VALUE_LETTERS[up]}"
            raise BadArgument("policy", text)
        return Play(action)
