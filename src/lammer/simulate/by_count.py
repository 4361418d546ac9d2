"""Results by true count: the rounds that began with each count, with the distribution of their results."""

from typing import Any, NamedTuple

import numpy as np

from lammer.cards.card import VALUES
from lammer.simulate.arrays import Counts
from lammer.simulate.estimates import Mean, SideEstimate, mean_of, of_seats, side_estimate
from lammer.simulate.kernel_data import Tally
from lammer.simulate.layout import (
    BIN_FIELDS,
    BINS,
    CLASSES,
    COUNT_ALL_NET,
    COUNT_ALL_SQUARES,
    COUNT_SQUARES,
    DOWN,
    NEAREST,
    PER_DECK,
    ROUNDING,
    SCALE,
    START,
    TAG_NUMBERS,
    TOWARDS_ZERO,
)
from lammer.simulate.table import KernelTable

ROUNDINGS = {"floor": DOWN, "truncate": TOWARDS_ZERO, "round": NEAREST}


def count_tags(
    tags: tuple[int, ...], rounding: str = "floor", start: int = 0, *, per_deck: bool = True, scale: int = 1
) -> Counts:
    """The tags of a plan, from ten tags by value, ace first. ``start`` is the running count of a new shoe. Without
    ``per_deck`` rounds are sorted by the running count itself. Tags and ``start`` are ``scale`` times those of the
    system, so that they are whole numbers."""
    found = np.zeros(TAG_NUMBERS, dtype=np.int64)
    found[:52] = [tags[value - 1] for value in VALUES]
    found[[ROUNDING, START, PER_DECK, SCALE]] = ROUNDINGS[rounding], start, per_deck, scale
    return found


class CountBin(NamedTuple):
    """Rounds that began with one true count, counted once for all seats. Amounts are in original wagers of a seat."""

    true_count: int
    rounds: int
    share: float
    net: Mean
    """The main net of a seat."""
    results: dict[float, float]
    """Chances of the main net of all seats together."""
    sides: tuple[SideEstimate, ...]
    """With several seats, the errors are upper limits: as if all seats had the same result."""
    together: Mean | None
    """All wagers of a seat, if there are side bets; the standard deviation is that of all seats divided by their
    number."""

    @property
    def spreads(self) -> bool:
        """Whether the variance can be estimated: one round is not enough."""
        return self.rounds > 1

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"true_count": self.true_count, "rounds": self.rounds, "share": self.share}
        found |= self._mean(self.net)
        found["results"] = [{"net": net, "probability": chance} for net, chance in self.results.items()]
        if self.together is not None:
            found["sides"] = [
                {"id": one.id, "paytable": one.paytable, **self._mean(one.net), "outcomes": one.chances}
                for one in self.sides
            ]
            found["together"] = self._mean(self.together)
        return found

    def _mean(self, mean: Mean) -> dict[str, float | None]:
        known = self.spreads
        return {"value": mean.value, "sd": mean.sd if known else None, "error": mean.error if known else None}


def count_bins(table: KernelTable, tally: Tally) -> list[CountBin]:
    """The true counts that occurred, the lowest first."""
    rows = tally.bins.reshape(BINS, -1)
    places = 2 * table.terms.middle * table.seats + 1
    rounds = int(rows[:, BIN_FIELDS : BIN_FIELDS + places].sum())
    return [
        _bin(table, place - BINS // 2, row, places, rounds)
        for place, row in enumerate(rows)
        if row[BIN_FIELDS : BIN_FIELDS + places].any()
    ]


def _bin(table: KernelTable, true_count: int, row: Counts, places: int, all_rounds: int) -> CountBin:
    nets = row[BIN_FIELDS : BIN_FIELDS + places].tolist()
    counted = {place - places // 2: number for place, number in enumerate(nets) if number}
    rounds, unit, seats = sum(nets), table.terms.unit / table.staked, table.seats
    total, of_table = (sum(net**power * number for net, number in counted.items()) for power in (1, 2))
    squares = of_table if seats == 1 else int(row[COUNT_SQUARES])
    sides = [
        side_estimate(side, row[BIN_FIELDS + places + bet * CLASSES :][:CLASSES].tolist())[0]
        for bet, side in enumerate(table.terms.side_bets)
    ]
    everything = mean_of(int(row[COUNT_ALL_NET]), int(row[COUNT_ALL_SQUARES]), rounds, unit / seats)
    return CountBin(
        true_count,
        rounds,
        rounds / all_rounds,
        of_seats(mean_of(total, squares, rounds * seats, unit), of_table, rounds * seats, unit, seats),
        {net * table.terms.unit / table.staked: number / rounds for net, number in counted.items()},
        tuple(one._replace(net=one.net._replace(error=one.net.error * seats**0.5)) for one in sides),
        everything if sides else None,
    )
