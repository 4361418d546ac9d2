"""Estimates from sums: means with their standard errors, probabilities, and averages per round."""

from collections import Counter
from math import sqrt
from typing import Any, NamedTuple

from lammer.simulate.kernel_data import Tally
from lammer.simulate.layout import (
    CARDS_DEALT,
    CLASSES,
    DEALER_22S,
    DEALER_NATURAL_CLASS,
    FREE_DOUBLES_MADE,
    FREE_SPLITS_MADE,
    HANDS_PLAYED,
    NOT_PLACED,
    OWN_MONEY,
    PUSHES,
    ROUNDS,
    SHOES,
    VOIDS,
)
from lammer.simulate.side_bets import SideWager
from lammer.simulate.table import KernelTable

CONFIDENT = 1.959963984540054
"""The 97.5% quantile of the normal distribution, for 95% confidence intervals."""


class Mean(NamedTuple):
    """An average of independent rounds."""

    value: float
    sd: float
    error: float

    @property
    def margin(self) -> float:
        """Half the width of the 95% confidence interval."""
        return CONFIDENT * self.error

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - self.margin, self.value + self.margin


class SideEstimate(NamedTuple):
    id: str
    paytable: str
    net: Mean
    """The net of a placed wager of 1."""
    chances: dict[str, float]
    rows: dict[str, float]
    """The same by row of the paytable. An outcome without a row counts in that of the best other one that holds."""


class Estimate(NamedTuple):
    """All amounts are in original wagers; rounds are counted for each seat."""

    rounds: int
    main: Mean
    results: dict[float, float]
    lammers: dict[str, float]
    """Share of rounds by number of lammers, without rounds in which the dealer had a natural."""
    dealer_natural: float
    """Share of rounds in which the dealer had a natural, or would have had one with the next card."""
    sides: tuple[SideEstimate, ...]
    together: Mean | None
    """Main and side wagers together, in main wagers; None without side bets."""
    per_round: dict[str, float]
    voids: int

    @property
    def house_edge(self) -> float:
        return -self.main.value


def mean_of(total: int, squares: int, count: int, unit: float) -> Mean:
    mean = total / count
    variance = max(squares / count - mean * mean, 0.0)
    return Mean(mean * unit, sqrt(variance) * unit, sqrt(variance / count) * unit)


def of_seats(mean: Mean, squares: int, count: int, unit: float, seats: int) -> Mean:
    """The mean with its error for several seats, which are not independent because they share a dealer. The error comes
    from the total of all seats of a round; ``squares`` is the sum of its squares."""
    if seats == 1:
        return mean
    rounds = count // seats
    variance = max(squares / rounds - (seats * mean.value / unit) ** 2, 0.0)
    return mean._replace(error=sqrt(variance / rounds) * unit / seats)


def main_mean(table: KernelTable, tally: Tally) -> Mean:
    """The net of the main wager. Raises ValueError if no round has been dealt."""
    rounds = int(tally.nets.sum())
    if rounds == 0:
        raise ValueError("no round has been dealt")
    unit, nets = table.terms.unit / table.staked, _counted(table, tally)
    total, squares = (sum(net**power * number for net, number in nets) for power in (1, 2))
    return of_seats(mean_of(total, squares, rounds, unit), int(tally.squares[0]), rounds, unit, table.seats)


def _counted(table: KernelTable, tally: Tally) -> list[tuple[int, int]]:
    """Main nets that occurred, in units, with their counts."""
    return [(place - table.terms.middle, number) for place, number in enumerate(tally.nets.tolist()) if number]


def estimate(table: KernelTable, tally: Tally) -> Estimate:
    """Raises ValueError if no round has been dealt."""
    main, rounds, unit = main_mean(table, tally), int(tally.nets.sum()), table.terms.unit / table.staked
    facts = [int(fact) for fact in tally.facts]
    lammers = {str(count): number / rounds for count, number in enumerate(tally.lammers.tolist()) if number}
    natural = lammers.pop(str(DEALER_NATURAL_CLASS), 0.0)
    seats = table.seats
    return Estimate(
        rounds,
        main,
        # One division of integers for each net, so that 6:5 is exactly 1.2.
        {net * table.terms.unit / table.staked: number / rounds for net, number in _counted(table, tally)},
        lammers,
        natural,
        tuple(_side(table, tally, bet, rounds) for bet in range(len(table.terms.side_bets))),
        _together(table, tally, rounds, unit) if table.terms.side_bets else None,
        {
            "hands": facts[HANDS_PLAYED] / rounds,
            "cards": facts[CARDS_DEALT] * seats / facts[ROUNDS],
            "own money": facts[OWN_MONEY] / rounds / table.hands,
            "free doubles": facts[FREE_DOUBLES_MADE] / rounds,
            "free splits": facts[FREE_SPLITS_MADE] / rounds,
            "hands pushed by 22": facts[PUSHES] / rounds,
            "dealer 22": facts[DEALER_22S] * seats / facts[ROUNDS],
            "shoes": facts[SHOES] * seats / facts[ROUNDS],
        },
        facts[VOIDS],
    )


def _together(table: KernelTable, tally: Tally, rounds: int, unit: float) -> Mean:
    mean = mean_of(int(tally.sums[0]), int(tally.sums[1]), rounds, unit)
    return of_seats(mean, int(tally.squares[1]), rounds, unit, table.seats)


def _side(table: KernelTable, tally: Tally, bet: int, rounds: int) -> SideEstimate:
    side, others = table.terms.side_bets[bet], (0, 0)
    if side.wheels.size:
        others = int(tally.sums[2 + 2 * bet]) * table.terms.unit, int(tally.sums[3 + 2 * bet]) * table.terms.unit**2
    found, placed = side_estimate(side, tally.classes[bet * CLASSES : (bet + 1) * CLASSES].tolist(), others)
    if placed == 0:
        return found
    squares, unit = int(tally.squares[2 + bet]), table.terms.unit / side.amount
    return found._replace(net=of_seats(found.net, squares, placed, unit, table.seats))


def side_estimate(side: SideWager, counts: list[int], others: tuple[int, int] = (0, 0)) -> tuple[SideEstimate, int]:
    """A side bet from the rounds of each outcome class, and how often it was placed. The spins of ``others`` add to the
    sum of its nets and to that of their squares, in minor units."""
    total = others[0] + sum(net * number for net, number in zip(side.nets, counts, strict=True))
    squares = others[1] + sum(net * net * number for net, number in zip(side.nets, counts, strict=True))
    placed = sum(counts) - (counts[NOT_PLACED] if side.not_every_round else 0)
    if placed == 0:
        return SideEstimate(side.id, side.paytable, Mean(0.0, 0.0, 0.0), {}, {}), 0
    chances, rows = (_shares(names, counts, placed) for names in (side.names, side.rows or side.names))
    net = mean_of(total, squares, placed, 1 / side.amount)
    return SideEstimate(side.id, side.paytable, net, chances, rows), placed


def _shares(names: tuple[str, ...], counts: list[int], placed: int) -> dict[str, float]:
    numbers: Counter[str] = Counter()
    for name, number in zip(names, counts, strict=True):
        numbers[name] += number
    return {name: number / placed for name, number in numbers.items() if name and number}


def as_json(found: Estimate) -> dict[str, Any]:
    def mean_json(mean: Mean) -> dict[str, Any]:
        return {"mean": mean.value, "sd": mean.sd, "standard_error": mean.error, "interval_95": list(mean.interval)}

    return {
        "rounds": found.rounds,
        "house_edge": found.house_edge,
        "ev": found.main.value,
        "sd": found.main.sd,
        "standard_error": found.main.error,
        "interval_95": list(found.main.interval),
        "results": [{"net": net, "probability": chance} for net, chance in found.results.items()],
        "lammers": found.lammers,
        "dealer_natural": found.dealer_natural,
        "sides": [
            {"id": side.id, "paytable": side.paytable, "house_edge": -side.net.value, **mean_json(side.net)}
            | {"outcomes": side.chances}
            for side in found.sides
        ],
        "together": mean_json(found.together) if found.together is not None else None,
        "per_round": found.per_round,
        "element_of_risk": found.house_edge / found.per_round["own money"],
        "voids": found.voids,
    }
