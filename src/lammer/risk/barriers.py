"""Ruin on a wide lattice, and ruin with a goal, from linear equations and from rounds added up one by one.

With p_j the chance of a net of j parts and b the bank in parts, the probability f(b) of losing the bank before it
reaches the goal g satisfies

    f(b) = Σ_j p_j·f(b + j) for 0 < b < g,   f(b) = 1 for b ≤ 0,   f(b) = 0 for b ≥ g.

Nets reach w parts at most, so states in blocks of w depend only on the block itself and its neighbours:

    f_k = L·f_(k−1) + D·f_k + U·f_(k+1),

with the same three matrices for every block. Elimination from the top gives f_k = S_k·f_(k−1) with
S_k = (I − D − U·S_(k+1))⁻¹·L, and then f from the bottom. It has no cancellation, unlike sums over the roots of a
polynomial of a high degree (``ruin.py``). Without a goal f decreases like x^b far above, where x < 1 is the root of
Σ_j p_j·x^j = 1, and S_k tends to a limit: S is the limit of the same iteration from S = 0.
"""

from collections.abc import Callable, Sequence
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np

from lammer.risk.lattice import Floats, Lattice

WIDEST = 24
"""Up to this many parts below 0 the sum over roots is accurate."""
CONVERGED = 1e-15
FAR = 9.0
"""Standard deviations beyond which a bank of limited time is not followed: less than one in 10¹⁸."""


class Barriers(NamedTuple):
    """Probabilities at the end of a time: lost everything, reached the goal. The rest is still in play."""

    ruined: float
    reached: float


def ever(lattice: Lattice, level: int, goal: int | None = None) -> float:
    """The probability of losing ``level`` parts before winning as many as lead to ``goal`` parts, or at any time."""
    return ever_at(lattice, [level], goal)[0]


def ever_at(lattice: Lattice, levels: Sequence[int], goal: int | None = None) -> list[float]:
    """The same for several levels. It takes little more time than for the highest of them."""
    if lattice.down == 0:
        return [float(level <= 0) for level in levels]
    if goal is None and (lattice.up == 0 or lattice.mean <= 0):
        return [1.0] * len(levels)
    inside = [level for level in levels if level > 0 and (goal is None or level < goal)]
    states = _states(lattice, max(inside), goal) if inside else np.zeros(0)
    return [1.0 if level <= 0 else float(states[level - 1]) if level in inside else 0.0 for level in levels]


def _states(lattice: Lattice, highest: int, goal: int | None) -> Floats:
    """The probabilities for 1 to at least ``highest`` parts."""
    below, here, above = _blocks(lattice)
    block = (highest - 1) // len(here)
    steps = _without_goal(below, here, above, block) if goal is None else _with_goal(below, here, above, goal)
    states: Floats = np.ones(len(here))
    found = []
    for step in steps[: block + 1]:
        states = step @ states
        found.append(states)
    return np.clip(np.concatenate(found), 0.0, 1.0)


def _blocks(lattice: Lattice) -> tuple[Floats, Floats, Floats]:
    """L, D and U: the chances to come from a state of a block into each state of the block below, itself and above."""
    width = max(lattice.down, lattice.up)
    wide = np.zeros(4 * width + 1)
    wide[2 * width - lattice.down : 2 * width + lattice.up + 1] = lattice.chances
    nets = np.arange(width)[None, :] - np.arange(width)[:, None] + 2 * width
    return wide[nets - width], wide[nets], wide[nets + width]


def _with_goal(below: Floats, here: Floats, above: Floats, goal: int) -> list[Floats]:
    """S of every block from the lowest. States from the goal on are 0."""
    width = len(here)
    blocks, unit = -(-(goal - 1) // width), np.eye(width)
    after: Floats = np.zeros((width, width))
    found: list[Floats] = []
    for block in range(blocks - 1, -1, -1):
        live = np.arange(width) + 1 + block * width < goal
        inner = here * live[:, None] * live[None, :]
        after = _solved(unit - inner - (above * live[:, None]) @ after, below * live[:, None])
        found.append(after)
    return found[::-1]


def _without_goal(below: Floats, here: Floats, above: Floats, block: int) -> list[Floats]:
    """The limit of S, for every block up to the wanted one, by logarithmic reduction: each step doubles the number of
    blocks above that are taken into account."""
    unit = np.eye(len(here))
    down, up = (_solved(unit - here, part) for part in (below, above))
    found, rest = down, up
    while True:
        both = _solved(unit - up @ down - down @ up, np.hstack([down @ down, up @ up]))
        down, up = both[:, : len(unit)], both[:, len(unit) :]
        more = rest @ down
        found, rest = found + more, rest @ up
        if np.abs(more).max() < CONVERGED or np.abs(rest).max() < CONVERGED:
            return [found] * (block + 1)


def _solved(equations: Floats, known: Floats) -> Floats:
    found: Floats = np.linalg.solve(equations, known).astype(np.float64)
    return found


def within(
    lattice: Lattice,
    level: int,
    rounds: int,
    goal: int | None = None,
    on_progress: Callable[[int], None] = lambda _round: None,
) -> Barriers:
    """Ruin and goal within a number of rounds. The distribution of the bank is computed after every round, each of
    which is a product of Fourier transforms."""
    if level <= 0:
        return Barriers(1.0, 0.0)
    drift, spread = max(lattice.mean, 0.0) * rounds, sqrt(lattice.variance * rounds)
    top = level + ceil(drift + FAR * spread) + lattice.up if goal is None else goal
    if level >= top:
        return Barriers(0.0, 1.0)
    size = 1 << (top + len(lattice.chances)).bit_length()
    factor = np.fft.rfft(lattice.chances, size)
    bank, ruined, reached = np.zeros(top), 0.0, 0.0
    bank[level] = 1.0
    for played in range(rounds):
        after = np.fft.irfft(np.fft.rfft(bank, size) * factor, size)[: top + len(lattice.chances) - 1]
        ruined += float(after[: lattice.down + 1].sum())
        reached += float(after[lattice.down + top :].sum())
        bank = np.maximum(after[lattice.down : lattice.down + top], 0.0)
        bank[0] = 0.0
        on_progress(played + 1)
    return Barriers(min(max(ruined, 0.0), 1.0), min(max(reached, 0.0), 1.0) if goal is not None else 0.0)
