"""The distribution of the winnings after a number of independent rounds, by convolution.

The characteristic function of n rounds is the n-th power of that of one round. It is evaluated at the points of a
discrete Fourier transform whose length covers nine standard deviations on both sides of the mean: what lies beyond,
less than one in 10¹⁸, is added at the other end. The absolute error of a probability is that of the transform, about
1e-15.
"""

from math import ceil, sqrt
from typing import NamedTuple

import numpy as np

from lammer.risk.barriers import FAR
from lammer.risk.lattice import Floats, Lattice, lattice_of

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
STEPS = 20


class FanPoint(NamedTuple):
    """Winnings after a number of rounds in wagers, by percentile."""

    rounds: int
    winnings: dict[int, float]


class Winnings(NamedTuple):
    """``chances[i]`` is the chance of winning ``lowest + i`` parts of a wager."""

    parts: int
    lowest: int
    chances: Floats

    def quantile(self, share: float) -> float:
        """The smallest winnings, in wagers, that are not exceeded with this probability."""
        place = int(np.searchsorted(np.cumsum(self.chances), share * (1 - 1e-12)))
        return (self.lowest + min(place, len(self.chances) - 1)) / self.parts

    def below(self, amount: float) -> float:
        """The chance of winning less than an amount in wagers; ``below(0)`` is the chance of a loss."""
        places = ceil(amount * self.parts - 1e-9) - self.lowest
        return float(self.chances[: max(places, 0)].sum())

    @property
    def shortfall(self) -> float:
        """The mean of the losses if a loss is made, in wagers."""
        lost = np.minimum(np.arange(len(self.chances)) + self.lowest, 0)
        chance = self.below(0)
        return float(-(lost @ self.chances)) / self.parts / chance if chance > 0 else 0.0


def winnings_after(lattice: Lattice, rounds: int) -> Winnings:
    """The distribution after a number of rounds."""
    mean, far = lattice.mean * rounds, FAR * sqrt(lattice.variance * rounds)
    lowest = max(ceil(mean - far) - 1, -lattice.down * rounds)
    highest = min(ceil(mean + far) + 1, lattice.up * rounds)
    size = highest - lowest + 1
    wrapped = np.zeros(size)
    np.add.at(wrapped, np.arange(len(lattice.chances)) % size, lattice.chances)
    chances = np.fft.irfft(np.fft.rfft(wrapped) ** rounds, size)
    # Place i stands for i − down·rounds parts, modulo the length.
    chances = np.roll(chances, -((lowest + lattice.down * rounds) % size))
    return Winnings(lattice.parts, lowest, np.maximum(chances, 0.0))


def fan(results: dict[float, float], rounds: int) -> list[FanPoint]:
    """Percentiles of the winnings at several points up to ``rounds``."""
    lattice = lattice_of(results)
    found = []
    for stop in sorted({rounds * step // STEPS for step in range(1, STEPS + 1)} - {0}):
        after = winnings_after(lattice, stop)
        found.append(FanPoint(stop, {level: after.quantile(level / 100) for level in PERCENTILES}))
    return found
