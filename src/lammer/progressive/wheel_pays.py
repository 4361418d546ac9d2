"""The pays of a progressive bet with wheels: every stop is a row of its own, like ``natural, stop 3``."""

from typing import NamedTuple

from lammer.cards.money import money_text
from lammer.progressive.refusals import TermsFault
from lammer.rules.paytable import MeterShare, Paytable, Stop, stop_name


class Pays(NamedTuple):
    """Fixed pays as multiples of the wager and shares of a meter, by row, best first; the weights of the wheel that an
    outcome spins; and what a row also pays to every other bettor."""

    rows: dict[str, int]
    shares: dict[str, MeterShare]
    wheels: dict[str, tuple[int, ...]]
    others: dict[str, int]


def pays_of(paytable: Paytable, stake: int) -> Pays:
    """Raises TermsFault if a prize is not a multiple of the stake."""
    stops = _stops(paytable)
    prizes = {name: stop for name, stop in stops.items() if stop.share is None}
    if uneven := [stop.prize for stop in prizes.values() if stop.prize % stake]:
        text = f"a prize of {money_text(uneven[0])} is not a multiple of the wager of {money_text(stake)}"
        raise TermsFault(f"a jackpot cannot pay this wheel: {text}")
    best_first = sorted(prizes, key=lambda name: -prizes[name].prize)
    return Pays(
        {name: prizes[name].prize // stake for name in best_first} | paytable.rows,
        {**paytable.shares, **{name: stop.share for name, stop in stops.items() if stop.share is not None}},
        {row: tuple(stop.weight for stop in wheel) for row, wheel in paytable.wheels.items()},
        {name: stop.others for name, stop in stops.items() if stop.others},
    )


def _stops(paytable: Paytable) -> dict[str, Stop]:
    return {
        stop_name(row, number): stop
        for row, wheel in paytable.wheels.items()
        for number, stop in enumerate(wheel, start=1)
    }
