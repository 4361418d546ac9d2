"""The effect of an edge and a standard deviation on a bankroll. Amounts are in main wagers.

Where the results of a round are known, ruin is worked out on their lattice (``ruin.py``). Where only mean and variance
are, as for several bets together, the bankroll is taken for a diffusion with that mean and variance, which overstates
ruin by one or two hundredths of it for a bank of a few dozen wagers. The fan adds up real rounds.
"""

from itertools import pairwise
from math import erf, exp, sqrt
from typing import NamedTuple

import numpy as np

from lammer.simulate.estimates import Mean

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
STEPS = 20
PATHS = 4000


class FanPoint(NamedTuple):
    """Winnings after a number of rounds, by percentile."""

    rounds: int
    winnings: dict[int, float]


def rounds_to_overcome_chance(value: float, sd: float) -> float:
    """N0: the number of rounds after which the expectation equals one standard deviation; infinite without an edge."""
    return (sd / value) ** 2 if value else float("inf")


def diffusion_ruin_ever(bank: float, net: Mean) -> float:
    """Probability of losing the bankroll eventually: 1 without an advantage."""
    return exp(-2 * net.value * bank / net.sd**2) if net.value > 0 else 1.0


def diffusion_ruin_within(bank: float, rounds: int, net: Mean) -> float:
    """Probability of losing the bankroll within a number of rounds."""
    spread, drift = net.sd * sqrt(rounds), net.value * rounds
    reflected = -2 * net.value * bank / net.sd**2
    # A long way down the second term is a product of the very large and the very small, and the first one is nearly 1.
    mirrored = exp(min(reflected, 700.0)) * _normal((drift - bank) / spread)
    return min(1.0, _normal((-bank - drift) / spread) + mirrored)


def _normal(z: float) -> float:
    return (1 + erf(z / sqrt(2))) / 2


def tilted(results: dict[float, float], by: float) -> dict[float, float]:
    """The same results with a mean that differs by so much, as the smallest change of their chances gives it: each is
    multiplied by e^(θ·net)."""
    mean = sum(net * chance for net, chance in results.items())
    variance = sum((net - mean) ** 2 * chance for net, chance in results.items())
    weights = {net: chance * exp(by / variance * (net - mean)) for net, chance in results.items()}
    whole = sum(weights.values())
    return {net: weight / whole for net, weight in weights.items()}


def fan(results: dict[float, float], rounds: int, seed: int) -> list[FanPoint]:
    """Percentiles of the winnings on the way to so many rounds, from independent rounds with these results."""
    random = np.random.default_rng(seed)
    nets = np.array(list(results))
    chances = np.array(list(results.values()))
    stops = np.unique(np.linspace(0, rounds, STEPS + 1).astype(np.int64))
    winnings = np.zeros(PATHS)
    found = []
    for before, after in pairwise(stops):
        winnings = winnings + random.multinomial(int(after - before), chances / chances.sum(), PATHS) @ nets
        levels = np.percentile(winnings, PERCENTILES)
        found.append(FanPoint(int(after), dict(zip(PERCENTILES, map(float, levels), strict=True))))
    return found
