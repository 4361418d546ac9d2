"""Curves of a bankroll: ruin by bankroll and by rounds, the winnings at the end, and the expected bankroll.

They follow from the same results of a round as the figures of ``risk.py``. All amounts are in units. A goal changes
none of them.
"""

from collections.abc import Callable
from math import ceil, sqrt
from typing import Any, NamedTuple

import numpy as np

from lammer.report.risk import Risk
from lammer.risk.lattice import Lattice, lattice_of
from lammer.risk.ruin_curves import ruin_by_level, ruin_ever_from
from lammer.risk.winnings import winnings_after

POINTS = 40
"""Bankrolls, and numbers of rounds, for which ruin is computed."""
BARS = 60
OUTSIDE = 1e-4
"""The probability of winnings below the first bar, and of those above the last."""


class RuinOfBank(NamedTuple):
    bank: float
    within: float
    """The probability of losing it within the rounds of the horizon."""
    ever: float


class AfterRounds(NamedTuple):
    """``ruined`` is the probability that the bankroll is lost by then. ``mean`` and ``sd`` are those of the bankroll,
    without the end of a lost one."""

    rounds: int
    ruined: float
    mean: float
    sd: float


class WinningsBar(NamedTuple):
    """The probability of winnings from ``low`` to ``high``, both included."""

    low: float
    high: float
    chance: float


class Curves(NamedTuple):
    by_bank: tuple[RuinOfBank, ...]
    """From a twentieth of the bankroll to twice the bankroll."""
    by_rounds: tuple[AfterRounds, ...]
    winnings: tuple[WinningsBar, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "by_bank": [one._asdict() for one in self.by_bank],
            "by_rounds": [one._asdict() for one in self.by_rounds],
            "winnings": [one._asdict() for one in self.winnings],
        }


def curves_of(found: Risk, on_progress: Callable[[int], None] = lambda _round: None) -> Curves:
    """``on_progress`` is called with the number of rounds done, of those of the horizon."""
    bank, rounds = found.stakes.bank, found.stakes.rounds
    lattice = lattice_of(found.prospect.results)
    stops = sorted({max(rounds * step // POINTS, 1) for step in range(1, POINTS + 1)})
    banks = [bank * 2 * step / POINTS for step in range(1, POINTS + 1)]
    levels = [lattice.level(one) for one in (*banks, bank)]
    ruined = ruin_by_level(lattice, levels, stops, on_progress)
    ever = ruin_ever_from(lattice, banks)
    mean, sd = found.prospect.mean, found.prospect.sd
    return Curves(
        tuple(RuinOfBank(one, float(ruined[-1, at]), ever[at]) for at, one in enumerate(banks)),
        tuple(
            AfterRounds(stop, float(ruined[row, -1]), bank + stop * mean, sd * sqrt(stop))
            for row, stop in enumerate(stops)
        ),
        _bars(lattice, rounds),
    )


def _bars(lattice: Lattice, rounds: int) -> tuple[WinningsBar, ...]:
    """Bars of as many lattice places each, so that none of them looks taller for having more."""
    after = winnings_after(lattice, rounds)
    first = round(after.quantile(OUTSIDE) * after.parts)
    last = round(after.quantile(1 - OUTSIDE) * after.parts)
    wide = ceil((last - first + 1) / BARS)
    # A walk with a period is only at every so many places.
    wide = lattice.period * ceil(wide / lattice.period)
    places = np.arange(first, last + 1, wide)
    return tuple(
        WinningsBar(
            int(low) / after.parts,
            int(low + wide - 1) / after.parts,
            float(after.chances[max(low - after.lowest, 0) : low + wide - after.lowest].sum()),
        )
        for low in places
    )
