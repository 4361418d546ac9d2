"""The linear model of a depleted shoe (Griffin): expectation and gain when n of N cards are left.

Let e_c be the effects of removal in a shoe of N cards. In the linear model the expectation with n cards left is a
normal variable around the full shoe's, with

    sd(n)² = (N − 1)(N − n) / (n·N) · Σ (e_c − ē)².

A player who knows it and acts only when it is above a hurdle m gains sd·L(m/sd) on average, with
L(z) = φ(z) − z·(1 − Φ(z)), the unit normal loss. A count with the correlation r sees r·sd instead of
sd.
"""

from math import erfc, exp, pi, sqrt

import numpy as np

from lammer.exact.hands import Floats

DEPTHS = 16
"""Depths over which a gain is averaged."""


def depths(cards: int, penetration: float) -> list[float]:
    """Cards left at equal steps from the full shoe to the cut card, in the middle of each step."""
    dealt = [(at + 0.5) / DEPTHS * penetration for at in range(DEPTHS)]
    return [cards * (1 - part) for part in dealt]


def variance_per_square(cards: int, left: float) -> float:
    """sd(n)² / Σ (e − ē)²."""
    return (cards - 1) * (cards - left) / (left * cards)


def unit_loss(z: float) -> float:
    """L(z); for a large z it is 0."""
    return exp(-z * z / 2) / sqrt(2 * pi) - z * erfc(z / sqrt(2)) / 2 if z < 38 else 0.0


def gain(hurdle: float, sigma: float) -> float:
    """sd·L(m/sd), the average of max(0, x − m) for a normal x with mean 0."""
    return sigma * unit_loss(hurdle / sigma) if sigma > 0 else max(-hurdle, 0.0)


def gains(hurdles: Floats, sigmas: Floats) -> Floats:
    """The same for many decisions."""
    from lammer.counting.gain_kernel import normal_gains

    found: Floats = normal_gains(hurdles, sigmas)
    return found


def average_gain(hurdles: Floats, squares: Floats, cards: int, penetration: float) -> Floats:
    """The gain of every decision, averaged over the depths down to the cut card."""
    total = np.zeros(len(hurdles))
    for left in depths(cards, penetration):
        sigmas = np.sqrt(variance_per_square(cards, left) * squares)
        total += gains(hurdles, sigmas)
    average: Floats = total / DEPTHS
    return average
