"""Ruin from many bankrolls at once, for curves.

With f_n(b) the probability of losing b parts within n rounds and p_j the chance of a net of j parts,

    f_(n+1)(b) = Σ_j p_j·f_n(b + j) for b > 0,   f_n(b) = 1 for b ≤ 0,   f_0(b) = 0 for b > 0.

So one pass over the rounds gives every bankroll and every number of rounds. ``barriers.within`` follows one bankroll
instead; tests compare the two.
"""

from collections.abc import Callable, Sequence
from math import ceil, sqrt

import numpy as np

from lammer.risk.barriers import FAR, WIDEST, ever_at
from lammer.risk.lattice import Floats, Lattice
from lammer.risk.ruin import ruin_ever


def ruin_by_level(
    lattice: Lattice,
    levels: Sequence[int],
    stops: Sequence[int],
    on_progress: Callable[[int], None] = lambda _round: None,
) -> Floats:
    """The probability of losing each of ``levels`` parts (columns) within each of ``stops`` rounds (rows, rising)."""
    rounds = stops[-1]
    drift, spread = max(lattice.mean, 0.0) * rounds, sqrt(lattice.variance * rounds)
    top = max(levels) + ceil(drift + FAR * spread) + lattice.up
    before, width = lattice.down, len(lattice.chances)
    size = 1 << (before + top + lattice.up).bit_length()
    factor = np.fft.rfft(lattice.chances[::-1], size)
    # Place i stands for a bank of i + 1 − down parts. A bank above ``top`` is not reached from the levels.
    ruined: Floats = np.zeros(size)
    ruined[:before] = 1.0
    wanted = np.array([before + level - 1 for level in levels])
    found: Floats = np.zeros((len(stops), len(levels)))
    row = 0
    for played in range(1, rounds + 1):
        after = np.fft.irfft(np.fft.rfft(ruined) * factor, size)[width - 1 : width - 1 + top]
        ruined[before : before + top] = np.clip(after, 0.0, 1.0)
        if played == stops[row]:
            found[row] = np.where(wanted < before, 1.0, ruined[wanted])
            row += 1
        on_progress(played)
    return found


def ruin_ever_from(lattice: Lattice, banks: Sequence[float]) -> list[float]:
    """The probability of losing each bankroll eventually."""
    if lattice.down > WIDEST and lattice.mean > 0:
        return ever_at(lattice, [lattice.level(bank) for bank in banks])
    return [ruin_ever(lattice, bank) for bank in banks]
