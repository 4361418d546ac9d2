"""The ramp that wins most for a bankroll and a bound on the risk of ruin, with at most Kelly's bets.

With small bets the growth of a bankroll is largest if the bet at each count is proportional to mean / variance there
(Kelly). A fraction of these bets, put between the smallest and the largest one, trades win for safety along the best
line: no other bets with the same risk win more. So the search is over one number, the fraction. Bets are rounded to
whole units, which is no longer exactly the best ramp, but differs little from it.

Risk need not rise with the fraction from 0 on: a player who also bets without an advantage needs larger bets at high
counts to win at all. On the best line the mean is a concave function of the variance, so the risk first falls and then
rises. The safest fraction is where mean / variance is largest, and the search is from there on.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from lammer.risk.lattice import lattice_of
from lammer.risk.ramp import Prospect, Ramp, Share, prospect
from lammer.risk.ruin import ruin_ever

STEPS = 18
"""Bisections of the fraction: it is found within a hundred-thousandth."""
TRIES = STEPS + 2
"""Ramps whose ruin is computed at most."""
FRACTIONS = 200
"""Fractions among which the safest one is found."""


class Limits(NamedTuple):
    """``least`` is the bet without an advantage, and the smallest one with it; 0 sits out. ``most`` is the largest bet.
    Amounts are in units."""

    bank: float
    ruin: float
    least: int = 1
    most: int = 12


class BestRamp(NamedTuple):
    ramp: Ramp
    fraction: float
    """Of Kelly's bets, before they are rounded and limited."""
    prospect: Prospect
    ruin: float
    """The probability of losing the bankroll eventually."""


def best_ramp(
    shares: Sequence[Share], limits: Limits, on_progress: Callable[[], None] = lambda: None
) -> BestRamp | None:
    """The largest fraction of Kelly's bets, up to all of them, whose risk of ruin is within the limit; None if even the
    safest of them is too risky, or if they are all below half a unit. ``on_progress`` is called after each ramp that is
    tried, ``TRIES`` times at most."""

    def tried(fraction: float) -> BestRamp:
        found = _tried(shares, limits, fraction)
        on_progress()
        return found

    chosen = tried(1.0)
    if chosen.prospect.bet == 0:
        return None
    if chosen.ruin <= limits.ruin:
        return chosen
    low, high = _safest(shares, limits), 1.0
    chosen = tried(low)
    if chosen.ruin > limits.ruin:
        return None
    for _ in range(STEPS):
        middle = (low + high) / 2
        between = tried(middle)
        if between.ruin <= limits.ruin:
            low, chosen = middle, between
        else:
            high = middle
    return chosen


def _safest(shares: Sequence[Share], limits: Limits) -> float:
    """The fraction of Kelly's bets with the smallest risk, by mean / variance."""

    def safety(fraction: float) -> float:
        found = prospect(shares, kelly_ramp(shares, limits, fraction))
        return found.mean / found.variance if found.variance else 0.0

    return max((step / FRACTIONS for step in range(FRACTIONS + 1)), key=safety)


def _tried(shares: Sequence[Share], limits: Limits, fraction: float) -> BestRamp:
    ramp = kelly_ramp(shares, limits, fraction)
    found = prospect(shares, ramp)
    return BestRamp(ramp, fraction, found, ruin_ever(lattice_of(found.results), limits.bank))


def kelly_ramp(shares: Sequence[Share], limits: Limits, fraction: float) -> Ramp:
    """A fraction of Kelly's bets in whole units, from means that rise with the count."""
    bets = [(limits.least, limits.least)]
    for (count, variance), mean in zip(_counts(shares), rising_means(shares), strict=True):
        wanted = fraction * limits.bank * mean / variance if mean > 0 and variance > 0 else 0.0
        bets.append((count, max(bets[-1][1], min(max(round(wanted), limits.least), limits.most))))
    steps = [after for before, after in pairwise(bets) if after[1] != before[1]]
    return Ramp(limits.least, tuple(steps))


def _counts(shares: Sequence[Share]) -> list[tuple[int, float]]:
    return [(one.true_count, one.variance) for one in _by_count(shares)]


def _by_count(shares: Sequence[Share]) -> list[Share]:
    return sorted(shares, key=lambda share: share.true_count)


def rising_means(shares: Sequence[Share]) -> list[float]:
    """The means by count that never fall and are nearest to those found, weighted by the shares: neighbours in the
    wrong order are put together (isotonic regression). Means of rare counts are uncertain, and a count that looks good
    by chance must not be bet on."""
    pools: list[tuple[float, float, int]] = []
    for one in _by_count(shares):
        pools.append((one.mean, one.share, 1))
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (low, few, length), (high, more, longer) = pools.pop(), pools.pop()
            pools.append(((low * few + high * more) / (few + more), few + more, length + longer))
    return [mean for mean, _, length in pools for _ in range(length)]
