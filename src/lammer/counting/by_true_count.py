"""Exact figures of every bet by true count, over compositions of the shoe as a simulation meets them.

Shoes are dealt to the cut card, and the rounds that begin with each true count are gathered (``round_starts.py``).
Of these a random sample is analysed exactly (``composition_figures.py``), and averaged (``bin_estimates.py``).
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from lammer.counting.bin_estimates import AllStarts, Averages, Sampled, averages_by_bin, features
from lammer.counting.composition_figures import BetFigures, composition_figures
from lammer.counting.systems import System
from lammer.exact.hands import Floats
from lammer.exact.play import Play
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.simulate.round_starts import RoundStarts

SHOES = 4000
"""Shoes that are dealt to find compositions."""
SAMPLE = 1
"""Added to the seed of the shoes for the choice among them."""


class AskedByCount(NamedTuple):
    """The count, how true counts are rounded, the true counts ``low`` to ``high``, the compositions of each that are
    analysed, the shoes that are dealt to find them, and the seed."""

    system: System
    rounding: str
    low: int
    high: int
    compositions: int
    shoes: int = SHOES
    seed: int = 1

    @property
    def bins(self) -> range:
        return range(self.low, self.high + 1)


class Analysed(NamedTuple):
    """A round start, by its place in all of them, and the figures of every bet there."""

    place: int
    bets: tuple[BetFigures, ...]


class ExactFigure(NamedTuple):
    """A bet at one true count; errors are standard errors. ``sd`` is that of the net of a round that begins there."""

    mean: float
    error: float
    sd: float | None
    sd_error: float | None
    placed: float
    """The wagers that are settled in a round, on average."""
    compositions: int
    nets: dict[float, float]
    """The chance of each net, averaged over the compositions; empty for the main game."""


class ExactBet(NamedTuple):
    bet: str
    paytable: str
    by_count: dict[int, ExactFigure]

    @property
    def name(self) -> str:
        return f"{self.bet} {self.paytable}".rstrip()


def sample_of(starts: RoundStarts, asked: AskedByCount) -> list[int]:
    """Places of round starts to analyse, at random within each true count. The true counts take turns, so that a
    computation that is stopped has some of each."""
    random = np.random.default_rng([asked.seed, SAMPLE])
    chosen = []
    for true_count in asked.bins:
        here = random.permutation(np.flatnonzero(starts.true_counts == true_count))
        chosen += [(turn, place) for turn, place in enumerate(here[: asked.compositions].tolist())]
    return [place for _, place in sorted(chosen, key=lambda one: one[0])]


def each_analysed(sheet: Sheet, play: Play, starts: RoundStarts, places: Sequence[int]) -> Iterator[Analysed]:
    """The exact figures at each place, one after another."""
    for place in places:
        yield Analysed(place, tuple(composition_figures(sheet, ShoeCards(starts.cards_left(place)), play)))


def exact_by_count(starts: RoundStarts, analysed: Sequence[Analysed]) -> list[ExactBet]:
    """Averages by true count of the compositions that are analysed."""
    everything = AllStarts(features(starts.by_value), starts.true_counts, starts.shoe)
    names = dict.fromkeys((one.bet, one.paytable) for each in analysed for one in each.bets)
    return [ExactBet(*name, _by_count(everything, name, analysed)) for name in names]


def _by_count(everything: AllStarts, name: tuple[str, str], analysed: Sequence[Analysed]) -> dict[int, ExactFigure]:
    # A bet may be impossible in a composition, like insurance without an ace: it is placed 0 times there.
    absent = BetFigures(*name, 0.0, 0.0, placed=0.0)
    rows = [next((one for one in each.bets if (one.bet, one.paytable) == name), absent) for each in analysed]
    places = np.array([each.place for each in analysed])
    moments = np.array([(one.placed, one.placed * one.mean, one.placed * (one.square or 0.0)) for one in rows])
    bins = everything.bins[places]
    found = averages_by_bin(everything, Sampled(places, bins, moments))
    spreads = all(one.square is not None for one in rows)
    return {
        bin_: _figure(averages, [rows[row] for row in np.flatnonzero(bins == bin_)], spreads=spreads)
        for bin_, averages in found.items()
    }


def _figure(averages: Averages, rows: list[BetFigures], *, spreads: bool) -> ExactFigure:
    """Mean and standard deviation from the averages of placed, placed·net and placed·net², with errors to first
    order."""
    placed, total, squares = averages.means.tolist()
    mean = total / placed
    error = _error(averages, np.array([-mean, 1.0, 0.0]) / placed)
    nets: dict[float, float] = {}
    settled = sum(one.placed for one in rows)
    for one in rows:
        for net, chance in one.nets:
            nets[net] = nets.get(net, 0.0) + one.placed * chance / settled
    if not spreads:
        return ExactFigure(mean, error, None, None, placed, len(rows), nets)
    sd = sqrt(max(squares / placed - mean**2, 0.0))
    slope = np.array([2 * mean**2 - squares / placed, -2 * mean, 1.0]) / (2 * sd * placed)
    return ExactFigure(mean, error, sd, _error(averages, slope), placed, len(rows), nets)


def _error(averages: Averages, slope: Floats) -> float:
    return float(np.sqrt(slope @ averages.covariances @ slope))
