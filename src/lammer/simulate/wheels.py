"""The wheels of a side bet for the kernels: every stop is an outcome class.

The first stop has the class of the outcome that spins, the others follow the classes by the cards. The array of a bet
begins with the place of the wheel of each class (0: none); ``layout.py`` lists the fields of a wheel.
"""

from typing import NamedTuple

from lammer.rules.paytable import Stop, stop_name
from lammer.rules.schema import SideBet
from lammer.simulate.layout import CLASSES, NOT_PLACED
from lammer.simulate.refusals import NotSimulated
from lammer.table.sidebets import best_row, meter_share

MOST_WEIGHT = 1 << 31
"""Products of a total weight and a random number of 32 bits must fit into 63."""


class WheelStop(NamedTuple):
    """A stop as an outcome class: its number, its name, and the net of a wager without what others' spins pay."""

    number: int
    name: str
    net: int


class Wheels(NamedTuple):
    """``stops`` by class; ``numbers`` for the kernels, with amounts in minor units."""

    stops: dict[int, WheelStop]
    numbers: tuple[int, ...]
    amounts: tuple[int, ...]
    """The places of amounts in ``numbers``."""

    def placed(self, begin: int, unit: int) -> list[int]:
        """The numbers at their place in the array of all bets, with amounts in units of the run."""
        numbers = [self.numbers[at] // unit if at in self.amounts else self.numbers[at] for at in range(self.size)]
        return [wheel + begin if wheel else 0 for wheel in numbers[:CLASSES]] + numbers[CLASSES:]

    @property
    def size(self) -> int:
        return len(self.numbers)


NO_WHEELS = Wheels({}, (), ())


def wheels_of(bet: SideBet, amount: int, held: tuple[tuple[str, ...], ...], rounding: str) -> Wheels:
    """``held``: the outcomes that hold together, for each class from 1 on. Raises NotSimulated if there are too many
    stops."""
    paytable = bet.paytables[bet.paytable]
    stops, numbers, amounts, free = dict[int, WheelStop](), [0] * CLASSES, list[int](), 1 + len(held)
    for class_, outcomes in enumerate(held, start=1):
        row = best_row(outcomes, paytable.paid) or ""
        wheel = paytable.wheels.get(row, ())
        if not wheel:
            continue
        total = sum(stop.weight for stop in wheel)
        if total >= MOST_WEIGHT:
            raise NotSimulated(f"the weights of a wheel may add up to {MOST_WEIGHT - 1:,}, these to {total:,}")
        numbers[class_] = len(numbers)
        numbers += [total, (1 << 32) % total]
        for number, stop in enumerate(wheel, start=1):
            at, free = (class_, free) if number == 1 else (free, free + 1)
            stops[at] = WheelStop(number, stop_name(row, number), _prize(bet, stop, rounding) - amount)
            amounts.append(len(numbers) + 2)
            numbers += [stop.weight, at, stop.others]
    if free > NOT_PLACED:
        raise NotSimulated(f"a bet may have {NOT_PLACED - 1} kinds of outcome with the stops of its wheels")
    return Wheels(stops, tuple(numbers), tuple(amounts))


def _prize(bet: SideBet, stop: Stop, rounding: str) -> int:
    """What a stop pays, with meters at the sheet's amounts."""
    if stop.share is None or bet.jackpot is None:
        return stop.prize
    return meter_share(bet.jackpot.levels[stop.share.level].start, stop.share.percent, rounding)
