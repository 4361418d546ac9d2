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

from collections.abc import Callable
from math import comb, log, pi

import numpy as np

from lammer.risk.barriers import WIDEST, ever, within
from lammer.risk.lattice import Lattice

MAX_ROUNDS = 1_000_000_000
"""With more rounds, z is too close to 1 for double precision."""
MAX_SLOW_ROUNDS = 100_000
FEW_ROUNDS = 100
"""Fewer rounds than this are computed one by one."""
DIGITS = 10
"""The radius of the circle is chosen so that the aliasing error is at most 10^−DIGITS."""
TERMS, SMOOTHED = 60, 20
"""The number of points on the circle that are summed, and of those used for Euler summation."""


def ruin_ever(lattice: Lattice, bank: float) -> float:
    """Probability of losing the bankroll eventually: 1 without an advantage."""
    if lattice.down == 0:
        return 0.0
    if lattice.mean <= 0:
        return 1.0
    if lattice.down > WIDEST:
        return ever(lattice, lattice.level(bank))
    return min(float(_generated(lattice, 0.0, lattice.level(bank)).real), 1.0)


def ruin_within(
    lattice: Lattice, bank: float, rounds: int, on_progress: Callable[[int], None] = lambda _round: None
) -> float:
    """Probability of losing the bankroll within a number of rounds, at most MAX_ROUNDS, or MAX_SLOW_ROUNDS on a wide
    lattice, where rounds are computed one by one and ``on_progress`` is called after each."""
    level = lattice.level(bank)
    if lattice.down == 0:
        return 0.0
    if lattice.down > WIDEST:
        return within(lattice, level, rounds, on_progress=on_progress).ruined
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
