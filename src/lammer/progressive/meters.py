"""The arithmetic of a meter, in whole minor units with what is left of them carried on: nothing is rounded away."""

from typing import NamedTuple

from lammer.progressive.state import Carried
from lammer.progressive.terms import MILLION, LevelTerms


class Advance(NamedTuple):
    """What wagers add to a level. ``overflow`` would have taken the meter over its limit and goes into reserve."""

    meter: int
    overflow: int
    reserve: int
    carried: Carried


def advance(terms: LevelTerms, carried: Carried, meter: int, wagered: int, wagers: int) -> Advance:
    """``meter`` is what it shows before; ``wagered`` is the money of so many ``wagers``. Over any run of wagers the
    parts add up to rate × wagered + fixed amount × wagers, less what is carried."""
    grown, left = divmod(wagered * terms.rate + carried.meter, MILLION)
    grown += wagers * terms.fixed
    kept, kept_left = divmod(wagered * terms.reserve + carried.reserve, MILLION)
    room = max(terms.limit - meter, 0) if terms.limit else grown
    shown = min(grown, room)
    return Advance(shown, grown - shown, kept, Carried(meter=left, reserve=kept_left))


class Share(NamedTuple):
    amount: int
    breakage: int
    """Hundredths of a minor unit, left on the meter."""


def share_of(meter: int, percent: int) -> Share:
    """A percentage award, rounded down."""
    return Share(*divmod(meter * percent, 100))


def equal_shares(meter: int, claims: int) -> tuple[int, int]:
    """A full award divided among claims: what each gets, and the minor units that cannot be divided."""
    return divmod(meter, claims)
