"""The effect of a cut card or more seats on an edge: the simulated edge minus the exact edge of the same play.

The exact edge has no sampling error, so the interval is that of the simulated edge.
"""

from typing import NamedTuple

from lammer.exact.finding import edge
from lammer.exact.play import Play
from lammer.rules.sheet import Sheet
from lammer.simulate.estimates import Estimate


class Effect(NamedTuple):
    """House edges as shares of the original wager."""

    fresh_shoe_edge: float
    """Exact: one seat and a full shoe for every round."""
    difference: float
    interval_95: tuple[float, float]


def effect(sheet: Sheet, play: Play, found: Estimate) -> Effect:
    """Raises NotAnalysed if the exact analysis does not cover the sheet."""
    fresh = edge(sheet, play).house_edge
    difference, margin = found.house_edge - fresh, found.main.margin
    return Effect(fresh, difference, (difference - margin, difference + margin))
