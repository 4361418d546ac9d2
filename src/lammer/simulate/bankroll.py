"""The effect of an edge and a standard deviation on a bankroll. Amounts are in main wagers.

If the distribution of a round's results is known, ruin is computed on its lattice (``ruin.py``). If only mean and
variance are known, as for several bets together, the bankroll is modelled as a diffusion, which overstates the risk of
ruin by one or two percent of it for a bank of a few dozen wagers. The fan is a simulation of rounds.
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
    # For a very negative drift the second term is a product of a huge and a tiny number, and the first is nearly 1.
    mirrored = exp(min(reflected, 700.0)) * _normal((drift - bank) / spread)
    return min(1.0, _normal((-bank - drift) / spread) + mirrored)


def _normal(z: float) -> float:
    return (1 + erf(z / sqrt(2))) / 2


def tilted(results: dict[float, float], by: float) -> dict[float, float]:
    """The results with their mean shifted by ``by``, to first order. The chances are tilted exponentially, by a factor
    e^(θ·net), which is the smallest change."""
    mean = sum(net * chance for net, chance in results.items())
    variance = sum((net - mean) ** 2 * chance for net, chance in results.items())
    weights = {net: chance * exp(by / variance * (net - mean)) for net, chance in results.items()}
    whole = sum(weights.values())
    return {net: weight / whole for net, weight in weights.items()}


def fan(results: dict[float, float], rounds: int, seed: int) -> list[FanPoint]:
    """Percentiles of the winnings at several points up to ``rounds``, from independent rounds with these results."""
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
