"""The probability of losing a bankroll, on the lattice of a game's results.

Nets are multiples of some part of the wager: halves if a natural pays 3:2. With p_j the chance of a net of j parts, −D
the worst of them, b the bank in parts and T the round in which the winnings first reach −b, the generating function
f(b) = E[z^T] satisfies

    f(b) = z·Σ_j p_j·f(b + j) for b > 0,   f(b) = 1 for b ≤ 0.

For |z| < 1 exactly D roots of z·Σ_j p_j·x^j = 1 lie within the unit circle, and f is a sum of their powers,
f(b) = Σ_i c_i·x_i^b. The conditions f(b) = 1 for b = 0, −1 … 1 − D give, by Lagrange interpolation at 1 with the nodes
1/x_i:

    c_i = Π_{k≠i} (1 − 1/x_k) / (1/x_i − 1/x_k).

At z = 1 this is the probability of ruin at any time. P(T ≤ n) is the coefficient of z^n in f / (1 − z), computed from
its values on a circle (Abate and Whitt 1992, "Numerical inversion of probability generating functions", with Euler
summation around z = 1 and, for a walk with period d, around the other d-th roots of 1). It agrees with a round-by-round
computation to 1e-9 (tests/properties/test_ruin.py).
"""

from fractions import Fraction
from math import ceil, comb, floor, gcd, lcm, log, pi
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

MAX_ROUNDS = 1_000_000_000
"""With more rounds, z is too close to 1 for double precision."""
FEW_ROUNDS = 100
"""Fewer rounds than this are computed one by one."""
FINEST, MAX_PARTS = 10_000, 10
"""The largest denominator of a net, and the largest number of parts of a wager."""
DIGITS = 10
"""The radius of the circle is chosen so that the aliasing error is at most 10^−DIGITS."""
TERMS, SMOOTHED = 60, 20
"""The number of points on the circle that are summed, and of those used for Euler summation."""


class Lattice(NamedTuple):
    """Results of a round in whole parts of the wager."""

    parts: int
    """The number of parts in one wager."""
    chances: npt.NDArray[np.float64]
    """The chances of −down … up parts."""
    down: int

    @property
    def mean(self) -> float:
        """The mean in parts."""
        return float(self.chances @ (np.arange(len(self.chances)) - self.down))

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


def ruin_ever(lattice: Lattice, bank: float) -> float:
    """Probability of losing the bankroll eventually: 1 without an advantage."""
    if lattice.down == 0:
        return 0.0
    return min(float(_generated(lattice, 0.0, lattice.level(bank)).real), 1.0) if lattice.mean > 0 else 1.0


def ruin_within(lattice: Lattice, bank: float, rounds: int) -> float:
    """Probability of losing the bankroll within a number of rounds, at most MAX_ROUNDS."""
    level = lattice.level(bank)
    if lattice.down == 0:
        return 0.0
    found = _round_by_round(lattice, level, rounds) if rounds < FEW_ROUNDS else _inverted(lattice, level, rounds)
    return min(max(found, 0.0), 1.0)


def _round_by_round(lattice: Lattice, level: int, rounds: int) -> float:
    """Computes the distribution of the bank after every round; ``bank[i]`` is the chance that i parts are left."""
    bank, lost = np.zeros(level + 1), 0.0
    bank[level] = 1.0
    for _ in range(rounds):
        after = np.convolve(bank, lattice.chances)
        lost += float(after[: lattice.down + 1].sum())
        bank = after[lattice.down :]
        bank[0] = 0.0
    return lost


def _inverted(lattice: Lattice, level: int, rounds: int) -> float:
    turns = (2 * pi * turn / lattice.period for turn in range(lattice.period))
    around = sum(_around(lattice, level, rounds, turn) for turn in turns)
    return around / (2 * rounds) * float(10 ** (DIGITS / 2))


def _around(lattice: Lattice, level: int, rounds: int, turn: float) -> float:
    """The contribution of the circle near this angle to 2·rounds times the coefficient."""
    shrink = -DIGITS * log(10) / (2 * rounds)

    def value(angle: float) -> float:
        exponent = complex(shrink, turn + angle)
        back = np.exp(-1j * (turn * rounds % (2 * pi)))
        return float((back * _generated(lattice, exponent, level) / -np.expm1(exponent)).real)

    sums = [value(0.0)]
    for k in range(1, TERMS + SMOOTHED + 1):
        step = pi * k / rounds
        sums.append(sums[-1] + (-1) ** k * (2 * value(step) if turn == 0 else value(step) + value(-step)))
    return sum(comb(SMOOTHED, j) * sums[TERMS + j] for j in range(SMOOTHED + 1)) / float(2**SMOOTHED)


def _generated(lattice: Lattice, exponent: complex, level: int) -> complex:
    """E[z^T] for z = e^exponent, from a bank of ``level`` parts."""
    # Lowest power first: (z − 1)·Σ p_j x^(j+D) + (Σ p_j x^(j+D) − x^D), because z − 1 would lose precision if taken
    # from z.
    plain = lattice.chances.astype(np.complex128)
    plain[lattice.down] -= 1
    equation = (plain + np.expm1(exponent) * lattice.chances)[::-1]
    roots = np.roots(equation)
    roots = roots[np.argsort(np.abs(roots))][: lattice.down]
    slope = np.polyder(equation)
    for _ in range(2):
        roots = roots - np.polyval(equation, roots) / np.polyval(slope, roots)
    nodes = 1 / roots
    apart = nodes[:, None] - nodes[None, :] + np.eye(len(nodes))
    above = np.where(np.eye(len(nodes), dtype=np.bool_), 1.0, 1 - nodes[None, :])
    return complex(np.prod(above / apart, axis=1) @ roots**level)
