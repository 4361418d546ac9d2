"""Results of a round on a lattice: nets as whole numbers of some part of the wager."""

from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FINEST, MAX_PARTS = 10_000, 10
"""The largest denominator of a net, and the largest number of parts of a wager."""
Floats = npt.NDArray[np.float64]


class Lattice(NamedTuple):
    """Results of a round in whole parts of the wager."""

    parts: int
    """The number of parts in one wager."""
    chances: Floats
    """The chances of −down … up parts."""
    down: int

    @property
    def mean(self) -> float:
        """The mean in parts."""
        return float(self.chances @ (np.arange(len(self.chances)) - self.down))

    @property
    def variance(self) -> float:
        """In squared parts."""
        nets = np.arange(len(self.chances)) - self.down
        return float(self.chances @ (nets - self.mean) ** 2)

    @property
    def up(self) -> int:
        """The best net, in parts."""
        return len(self.chances) - 1 - self.down

    @property
    def period(self) -> int:
        """The period of the walk. With steps of ±1 it is 2: after an even number of rounds the walk is at an even
        place."""
        steps = np.flatnonzero(self.chances)
        return max(gcd(*(int(step - steps[0]) for step in steps)), 1)

    def level(self, bank: float) -> int:
        """The bank in parts, rounded up: a fraction of a part is lost together with the next whole one."""
        return ceil(bank * self.parts - 1e-9)


def lattice_of(results: dict[float, float]) -> Lattice:
    """The lattice of nets in wagers with their chances. If pays are rounded, so that only very small parts divide all
    nets, a net between two parts is distributed over both, so that the mean stays the same."""
    nets = {Fraction(net).limit_denominator(FINEST): chance for net, chance in results.items()}
    parts = min(lcm(*(net.denominator for net in nets)), MAX_PARTS)
    down = max(-floor(min(nets) * parts), 0)
    chances = np.zeros(down + max(ceil(max(nets) * parts), 0) + 1)
    for net, chance in nets.items():
        below, between = divmod(net * parts, 1)
        chances[int(below) + down] += chance * float(1 - between)
        if between:
            chances[int(below) + down + 1] += chance * float(between)
    return Lattice(parts, chances / chances.sum(), down)
