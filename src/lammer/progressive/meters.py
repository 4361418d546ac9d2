"""The arithmetic of a meter, in whole minor units; remainders are carried over, so nothing is lost by rounding."""

from typing import NamedTuple

from lammer.progressive.state import Carried
from lammer.progressive.terms import MILLION, LevelTerms


class Advance(NamedTuple):
    """The amounts that wagers add to a level. ``overflow`` would exceed the meter's limit and goes into the reserve."""

    meter: int
    overflow: int
    reserve: int
    carried: Carried


def advance(terms: LevelTerms, carried: Carried, meter: int, wagered: int, wagers: int) -> Advance:
    """``meter`` is its amount before; ``wagered`` is the total amount of the ``wagers``. Over any sequence of wagers,
    meter and overflow add up to rate × wagered + fixed amount × wagers, less what is carried."""
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
    """A full award divided among claims: the amount of each, and the minor units that cannot be divided."""
    return divmod(meter, claims)
