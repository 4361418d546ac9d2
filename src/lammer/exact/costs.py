"""The cost of each cell of a chart against optimal play.

A chart is as much worse than the best play as the sum, over every hand it comes to, of how often it comes to that hand
times what its choice there gives away if the rest were played best. Choices are gathered by the cell they were read
from, and the cells add up to the whole difference. Which pairs are split again is counted to the pair's cell.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import Floats
from lammer.exact.kernels import reach_weights
from lammer.exact.play import NAMES, ByChart, Optimal
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import openings
from lammer.exact.splits import SplitRule, split_shares
from lammer.exact.stakes import FREE, OWN
from lammer.exact.up_card import HandValues
from lammer.exact.values import Game, Worth

Cell = tuple[str, str, int, int]
"""Stake, section, total or pair, up card."""
MINIMUM = 1e-15
"""Costs below this are rounding."""
SPLITS = ("split", "free-split")


class CellCost(NamedTuple):
    """``cost`` in original wagers per round; ``reach`` how often in a round the cell decides."""

    cell: Cell
    reach: float
    cost: float
    better: str
    """What the best play does instead with most of what is lost."""


class _Ledger:
    def __init__(self) -> None:
        self.cost: dict[Cell, float] = defaultdict(float)
        self.reach: dict[Cell, float] = defaultdict(float)
        self.better: dict[Cell, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    def add(self, cell: Cell, reach: float, lost: float, better: str) -> None:
        self.reach[cell] += reach
        self.cost[cell] += reach * lost
        self.better[cell][better] += reach * lost


def cell_costs(game: Game, on_progress: Callable[[], None] = lambda: None) -> list[CellCost]:
    """Cells of the chart that a game is played by and that cost something, the costliest first; ``on_progress`` is
    called after each up card."""
    return [one for one in reached_cells(game, on_progress) if abs(one.cost) > MINIMUM]


def reached_cells(game: Game, on_progress: Callable[[], None] = lambda: None) -> list[CellCost]:
    """The same with the cells that cost nothing: all that decide in some round."""
    if not isinstance(game.play, ByChart):
        raise TypeError("only a chart has cells")
    if game.tables.hands_per_box > 1:
        raise NotAnalysed("hands.per_box=2: the costs of single cells are not analysed where cards may be swapped")
    ledger = _Ledger()
    for worth in game.worths:
        _column(game, game.play, worth, Worth(worth.against, Optimal()), ledger)
        on_progress()
    found = [
        CellCost(cell, ledger.reach[cell], cost, max(ledger.better[cell].items(), key=lambda entry: entry[1])[0])
        for cell, cost in ledger.cost.items()
    ]
    return sorted(found, key=lambda one: -one.cost)


def _column(game: Game, play: ByChart, worth: Worth, best: Worth, ledger: _Ledger) -> None:
    """Everything against one up card."""
    here, start = worth.first, np.zeros(len(worth.first.family.hands))
    pairs: dict[int, float] = {}
    for first, second, chance in openings(game, worth):
        if game.tables.dealing.is_natural(first, second):
            continue
        chance *= 1 - (worth.against.cards.natural_chance(first, second) if worth.against.peeks else 0.0)
        if first == second:
            pairs[first] = chance
        else:
            start[worth.place(first, second)] += chance
    for value, chance in pairs.items():
        rule = worth.split_rule(value)
        if rule is None:
            start[worth.place(value, value)] += chance
        else:
            _split(play, worth, best, value, rule, chance, ledger)
    plays, values = here.all_plays(OWN, best.policy)
    names = [NAMES.get(int(number), "") for number in best.policy]
    for value in pairs:
        rule, place = best.split_rule(value), worth.place(value, value)
        if rule is not None:
            values[place] = best.split_worths(value)[rule]
            names[place] = rule.name
    weight = reach_weights(here.family.after, here.draw, worth.policy, start)
    _lost(play, here, OWN, weight, values, plays[np.arange(len(weight)), worth.policy], names, ledger)


def _split(
    play: ByChart, worth: Worth, best: Worth, value: int, rule: SplitRule, chance: float, ledger: _Ledger
) -> None:
    """A pair that the chart splits: splitting it so, and then the play of its hands."""
    against, cards = worth.against, worth.against.one_split(value - 1)
    theirs, ours = best.split_hands(value), worth.split_hands(value)
    best_rule = best.split_rule(value)
    better = "keep" if best_rule is None else best_rule.name
    lost = best.of(value, value) - theirs.split_worth(rule)
    ledger.add(("own", "pair", value, against.up), chance, lost, better)
    for (kind, paired, removed), share in split_shares(cards, rule).items():
        here = against.situation(value - 1, removed)
        start = np.zeros(len(here.family.hands))
        draw = ours.cards.second_card(removed, paired)
        begun = here.family.begun
        np.add.at(start, begun[begun >= 0], chance * share * draw[begun >= 0])
        weight = reach_weights(here.family.after, here.draw, ours.policy(kind), start)
        plays, values = here.all_plays(kind, theirs.policy(kind))
        names = [NAMES.get(int(number), "") for number in theirs.policy(kind)]
        _lost(play, here, kind, weight, values, plays[np.arange(len(weight)), ours.policy(kind)], names, ledger)


def _lost(
    play: ByChart, here: HandValues, kind: str, weight: Floats, values: Floats, chosen: Floats, names: list[str],
    ledger: _Ledger,
) -> None:  # fmt: skip
    """Adds the loss of the chart's choice with each hand."""
    stake, family = "free" if kind == FREE else "own", here.family
    for place in np.flatnonzero(weight):
        row = here.hands.cards[family.hands[place]]
        value = int(row.argmax()) + 1
        section, hand = "soft" if family.soft[place] else "hard", int(family.total[place])
        splits = names[place] in SPLITS or play.chart.wishes(stake, "pair", value, here.up)
        if row.max() == 2 and family.two[place] and splits:
            section, hand = "pair", value
        ledger.add(
            (stake, section, hand, here.up), float(weight[place]), float(values[place] - chosen[place]), names[place]
        )
