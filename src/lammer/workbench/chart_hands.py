"""The hands inside one cell of a chart: how often each comes up, its best play, and where the chart does otherwise.

Values are those of ``lammer evs``: the rest is played best. A hand with own money is valued as one that was not split,
a hand with a lammer as one of two hands.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from typing_extensions import TypedDict

from lammer.cards.card import VALUE_LETTERS
from lammer.exact.refusals import NotAnalysed
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import DIGITS
from lammer.strategy.chart import Cell
from lammer.workbench.chart import PlayValue, best_of, game_of
from lammer.workbench.chart_cells import LETTERS, SPLITS, Wishes, cell_text, play_text

MOST_COMMON, MOST_DIFFERENT = 24, 60
"""How many hands are listed: the most frequent, and those that are better played otherwise."""


class CellHand(TypedDict):
    """``pair`` is the pair that was split to get a hand on a lammer, else empty. ``cost`` is what the chart
    gives away with this hand."""

    cards: str
    pair: str
    frequency: float
    play: str
    best: str
    cost: float
    plays: list[PlayValue]


class CellHands(TypedDict):
    """``count`` hands are in the cell, ``different`` of them are better played otherwise. The most frequent of both
    are listed. ``play`` is what the chart says."""

    sheet: str
    cell: str
    play: str
    count: int
    different: int
    hands: list[CellHand]
    refused: list[str]


def cell_hands(sheet: Sheet, cell: Cell, on_progress: Callable[[], None] = lambda: None) -> CellHands:
    """The hands that the best chart plays by one of its cells."""
    report = CellHands(sheet=sheet.ref, cell=cell_text(cell), play="", count=0, different=0, hands=[], refused=[])
    try:
        game = game_of(sheet)
        chart = best_of(sheet, game, on_progress)
        wishes = chart.cells.get(cell, ())
        report["play"] = play_text(wishes) if cell in chart.cells else ""
        found = (
            [] if cell[1] == "pair" else sorted(_hands(game, chart, cell, wishes), key=lambda one: -one["frequency"])
        )
    except NotAnalysed as why:
        report["refused"] = [str(why)]
        return report
    different = [one for one in found if one["cost"] > 0]
    report["count"], report["different"] = len(found), len(different)
    shown = {id(one) for one in (*found[:MOST_COMMON], *different[:MOST_DIFFERENT])}
    report["hands"] = [one for one in found if id(one) in shown]
    return report


def _hands(game: Any, chart: Any, cell: Cell, wishes: Wishes) -> Iterator[CellHand]:
    import numpy as np

    from lammer.exact.stakes import FREE, OWN
    from lammer.workbench.chart_values import Column

    stake, section, total, up = cell
    worth = next((one for one in game.worths if one.against.up == up), None)
    if worth is None:
        return
    counted: dict[tuple[int, int], float] = defaultdict(float)
    for one in Column(game, worth, chart).decided:
        family = one.here.family
        for place in family.cells.get((section == "soft", total), ()) if one.stake == stake else ():
            if one.weight[place] and np.isfinite(one.plays[place]).sum() > 1:
                counted[family.pair if stake == "free" else -1, int(family.hands[place])] += float(one.weight[place])
    valued: dict[int, Any] = {}
    for (pair, row), frequency in counted.items():
        if pair not in valued:
            here = worth.first if pair < 0 else worth.against.situation(pair, 1)
            kind = OWN if pair < 0 else FREE
            valued[pair] = here, here.all_plays(kind, here.best((kind,))[1][0])[0]
        here, plays = valued[pair]
        known = _known(plays[int(here.family.place[row])])
        if known:
            yield _hand(here.hands.cards[row].tolist(), pair, frequency, known, wishes)


def _known(plays: Any) -> dict[str, float]:
    """Action → value, best first."""
    from lammer.rule_tables.plays import Play

    found = {Play(number).kind: float(value) for number, value in enumerate(plays) if value > float("-inf")}
    return dict(sorted(found.items(), key=lambda entry: -entry[1]))


def _hand(counts: list[int], pair: int, frequency: float, known: dict[str, float], wishes: Wishes) -> CellHand:
    best = next(iter(known))
    play = next((wish for wish in (*wishes, "stand", "hit") if wish in known and wish not in SPLITS), best)
    letters = [VALUE_LETTERS[value + 1] for value in range(9, -1, -1) for _ in range(counts[value])]
    return {
        "cards": " ".join(letters),
        "pair": VALUE_LETTERS[pair + 1] if pair >= 0 else "",
        "frequency": round(frequency, DIGITS),
        "play": LETTERS[play],
        "best": LETTERS[best],
        "cost": round(known[best] - known[play], DIGITS),
        "plays": [{"play": LETTERS[kind], "value": round(value, DIGITS)} for kind, value in known.items()],
    }
