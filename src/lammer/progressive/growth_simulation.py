"""Simulates a jackpot for years, on many paths at once, from award to award.

The number of wagers until the next award of any level is geometric. This distribution has no memory, so the number may
be drawn again at the end of every month. Between awards only the amount and the number of wagers matter, so a path
needs a few draws per award and none for the wagers between. Meters and reserves are whole minor units with carried
remainders, as in ``meters.advance``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from lammer.cards.money import money_text
from lammer.progressive.analysis import Standing
from lammer.progressive.award_timing import Award, Pace, awards_of
from lammer.progressive.claims import FULL
from lammer.progressive.growth_report import Average, AwardGrowth, FanPoint, Growth, LevelGrowth, Plan
from lammer.progressive.refusals import TermsFault
from lammer.progressive.state import Carried
from lammer.progressive.terms import MILLION, LevelTerms, Terms

Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
PERCENTILES = (5, 25, 50, 75, 95)
DAYS = 365
MONTHS = 12
MAXIMUM = 10**12


class LevelPaths:
    """One level on many paths: its state, and its awards; ``won`` and ``paid`` are by percentage.

    ``covered`` counts the full awards at which the reserve covered a seed, ``short`` adds up what the other reserves
    lacked.
    """

    def __init__(
        self, terms: LevelTerms, percents: Iterable[int], meter: int, reserve: int, carried: Carried, paths: int
    ) -> None:
        self.terms = terms
        self.meter, self.reserve = np.full(paths, meter), np.full(paths, reserve)
        self.left, self.reserve_left = np.full(paths, carried.meter), np.full(paths, carried.reserve)
        self.peak = self.meter.copy()
        nothing = np.zeros(paths, np.int64)
        self.won, self.paid = dict.fromkeys(percents, nothing), dict.fromkeys(percents, nothing)
        self.covered = self.short = nothing

    def take(self, wagered: Counts, wagers: Counts) -> None:
        """Does ``meters.advance`` on every path."""
        grown, self.left = np.divmod(wagered * self.terms.rate + self.left, MILLION)
        grown = grown + wagers * self.terms.fixed
        kept, self.reserve_left = np.divmod(wagered * self.terms.reserve + self.reserve_left, MILLION)
        room = np.maximum(self.terms.limit - self.meter, 0) if self.terms.limit else grown
        shown = np.minimum(grown, room)
        self.meter = self.meter + shown
        self.reserve = self.reserve + grown - shown + kept
        # Between two awards a meter only rises, so it is highest now.
        self.peak = np.maximum(self.peak, self.meter)

    def pay(self, where: Flags, percent: int) -> None:
        """Pays an award on some paths; a full award leaves seed and reserve on the meter."""
        amount = np.where(where, self.meter * percent // FULL, 0)
        self.won[percent] = self.won[percent] + where
        self.paid[percent] = self.paid[percent] + amount
        self.meter = self.meter - amount
        if percent == FULL:
            lacking = np.where(where, np.maximum(self.terms.seed - self.reserve, 0), 0)
            self.short = self.short + lacking
            self.covered = self.covered + (where & (lacking == 0))
            self.meter = np.where(where, self.terms.seed + self.reserve, self.meter)
            self.reserve = np.where(where, 0, self.reserve)


def link_paths(terms: Terms, standing: Standing, paths: int) -> dict[str, LevelPaths]:
    levels = {}
    for level, its in terms.levels.items():
        percents = [share.percent for share in terms.shares.values() if share.level == level]
        levels[level] = LevelPaths(
            its, percents, standing.meters[level], standing.reserves[level], standing.carried[level], paths
        )
    return levels


def take_wagers(
    random: np.random.Generator,
    levels: Mapping[str, LevelPaths],
    awards: Sequence[Award],
    mix: Mapping[int, float],
    left: Counts,
) -> None:
    """Takes ``left`` wagers on every path, and pays the awards that they win."""
    chances = np.array([award.chance for award in awards])
    edges = np.cumsum(chances)[:-1] / chances.sum()
    while left.any():
        until = random.geometric(chances.sum(), len(left))
        taken = np.minimum(until, left)
        wagered = _wagered(random, taken, mix)
        for level in levels.values():
            level.take(wagered, taken)
        which = np.where(until <= left, np.searchsorted(edges, random.random(len(left)), side="right"), -1)
        for number, award in enumerate(awards):
            levels[award.level].pay(which == number, award.percent)
        left = left - taken


def _wagered(random: np.random.Generator, wagers: Counts, mix: Mapping[int, float]) -> Counts:
    """The total amount of ``wagers`` on every path."""
    if len(mix) == 1:
        return wagers * next(iter(mix))
    money: Counts = random.multinomial(wagers, list(mix.values())) @ np.array(list(mix))
    return money


def grow(terms: Terms, standing: Standing, pace: Pace, plan: Plan, step: Callable[[], None] = lambda: None) -> Growth:
    """``step`` is called after every month."""
    a_month = pace.an_hour * pace.hours * DAYS / MONTHS
    stops = [round(a_month * month) for month in range(MONTHS * plan.years + 1)]
    largest_fixed = max(its.fixed for its in terms.levels.values())
    _check_amounts(terms, standing, stops[1] * max(*pace.wagers, largest_fixed))
    random = np.random.default_rng(plan.seed)
    levels, awards = link_paths(terms, standing, plan.paths), awards_of(terms)
    fan = [_fan_point(levels, 0, 0)]
    for month, (before, after) in enumerate(pairwise(stops), 1):
        take_wagers(random, levels, awards, pace.mix, np.full(plan.paths, after - before))
        fan.append(_fan_point(levels, month, after))
        step()
    growth = tuple(_level_growth(name, level, plan.above[name]) for name, level in levels.items())
    return Growth(plan, stops[-1], growth, tuple(fan))


def _check_amounts(terms: Terms, standing: Standing, wagered: int) -> None:
    """Rates are millionths, so a million times the amount of a month must stay below 2^63."""
    bounds = [max(its.seed, its.limit) for its in terms.levels.values()]
    if max(wagered, *bounds, *standing.meters.values(), *standing.reserves.values()) > MAXIMUM:
        raise TermsFault(f"more than {money_text(MAXIMUM)} on a meter or wagered in a month is too much to simulate")


def _fan_point(levels: Mapping[str, LevelPaths], month: int, wagers: int) -> FanPoint:
    return FanPoint(month * DAYS / MONTHS, wagers, {name: _percentiles(level.meter) for name, level in levels.items()})


def _percentiles(amounts: Counts) -> dict[int, int]:
    values = np.percentile(amounts, PERCENTILES, method="inverted_cdf")
    return {percentile: int(value) for percentile, value in zip(PERCENTILES, values, strict=True)}


def _level_growth(name: str, level: LevelPaths, above: int) -> LevelGrowth:
    # If the last wager won a full award, the reset meter may be higher than ever before.
    peak = np.maximum(level.peak, level.meter)
    return LevelGrowth(
        level=name,
        awards=tuple(
            AwardGrowth(percent, average_of(won), ratio_of(level.paid[percent], won), _percentiles(level.paid[percent]))
            for percent, won in level.won.items()
        ),
        short=average_of(level.short),
        covered=ratio_of(level.covered, level.won[FULL]),
        peak=_percentiles(peak),
        above=above,
        ever_above=average_of(peak > above),
    )


def average_of(of_paths: Counts | Flags) -> Average:
    return Average(float(of_paths.mean()), float(of_paths.std(ddof=1) / np.sqrt(len(of_paths))))


def ratio_of(sums: Counts, numbers: Counts) -> Average | None:
    """Σ sums / Σ numbers over independent paths; None if all numbers are 0."""
    if not numbers.any():
        return None
    ratio = float(sums.mean() / numbers.mean())
    around = average_of(sums - ratio * numbers)
    return Average(ratio, around.error / float(numbers.mean()))
