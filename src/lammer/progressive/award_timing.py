"""The time until the next award. Wagers are taken one at a time, each independently with the chances of a full shoe, so
the number N of wagers up to and including a full award of chance f is geometric: P(N = n) = f·(1 − f)^(n − 1).
"""

from collections.abc import Mapping
from math import ceil, exp, gcd, log1p
from typing import Any, NamedTuple

from lammer.progressive.claims import FULL
from lammer.progressive.hands import hand_chances
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import Terms
from lammer.rules.paytable import stop_name


class Pace(NamedTuple):
    """``wagers`` per hour by stake in minor units, ``hours`` per day."""

    wagers: dict[int, float]
    hours: float

    @property
    def an_hour(self) -> float:
        return sum(self.wagers.values())

    @property
    def mix(self) -> dict[int, float]:
        """The fraction of the wagers by stake."""
        return {stake: wagers / self.an_hour for stake, wagers in self.wagers.items()}

    @property
    def mean_stake(self) -> float:
        return sum(stake * part for stake, part in self.mix.items())


class Award(NamedTuple):
    """An outcome that pays a percentage of a meter, and its chance."""

    outcome: str
    level: str
    percent: int
    chance: float

    def as_json(self) -> dict[str, Any]:
        return self._asdict() | {"wagers_between": round(1 / self.chance, 4)}


class LevelChances(NamedTuple):
    """``full`` is the chance of a full award, ``parts`` the fraction of the meter that a wager wins on average by
    percentage awards."""

    full: float
    parts: float

    @property
    def share(self) -> float:
        """The fraction of the meter that a wager wins on average."""
        return self.full + self.parts


def row_chances(terms: Terms) -> dict[str, float]:
    """The chance of every paying row, without the hands of better rows."""
    chances = hand_chances(terms).by_row(terms.won_by_cards)
    for row, weights in terms.wheels.items():
        spin, total = chances.pop(row), sum(weights)
        chances |= {stop_name(row, at): spin * weight / total for at, weight in enumerate(weights, start=1)}
    return {row: float(chance) for row, chance in chances.items()}


def awards_of(terms: Terms) -> tuple[Award, ...]:
    chances = row_chances(terms)
    return tuple(Award(row, share.level, share.percent, chances[row]) for row, share in terms.shares.items())


def level_chances(terms: Terms) -> dict[str, LevelChances]:
    chances = {}
    for level in terms.levels:
        awards = [award for award in awards_of(terms) if award.level == level]
        full = sum(award.chance for award in awards if award.percent == FULL)
        if not full:
            raise TermsFault(f"levels.{level}: no outcome wins the full meter, so it is never reset")
        parts = sum(award.chance * award.percent for award in awards if award.percent < FULL) / FULL
        chances[level] = LevelChances(full, parts)
    return chances


def full_award_chance(terms: Terms) -> float:
    """The chance that a wager wins the highest award."""
    return level_chances(terms)[terms.top].full


class Wait(NamedTuple):
    """The time until a hit: in wagers, and at a given pace in hours and days."""

    wagers: float
    hours: float
    days: float

    def as_json(self) -> dict[str, float]:
        return {name: round(value, 4) for name, value in self._asdict().items()}


def wait_of(wagers: float, pace: Pace) -> Wait:
    hours = wagers / pace.an_hour
    return Wait(wagers, hours, hours / pace.hours)


def wagers_within(full: float, part: float) -> int:
    """The smallest n for which P(N ≤ n) = 1 − (1 − f)^n is at least ``part``."""
    return ceil(log1p(-part) / log1p(-full))


def chance_to_take(money: int, full: float, mix: Mapping[int, float]) -> float:
    """P(W ≥ money) for the amount W wagered up to and including a full award.

    With one stake s it is (1 − f)^(n − 1), n = ⌈money / s⌉. With several, let G(w) be the chance that W is w or more,
    and G(w) = 1 / (1 − f) for w ≤ 0; then G(w) = (1 − f)·Σ_s π_s·G(w − s) for every w > 0, a linear recurrence.
    """
    if money <= 0:
        return 1.0
    unit = gcd(*mix)
    steps = -(-money // unit)
    if len(mix) == 1:
        return exp((steps - 1) * log1p(-full))
    back = {stake // unit: (1 - full) * part for stake, part in mix.items()}
    # All initial values of the recurrence are equal, so the result is the sum of the coefficients of the reduced x^n.
    return sum(_reduced_power(steps + max(back) - 1, back)) / (1 - full)


def _reduced_power(exponent: int, back: Mapping[int, float]) -> list[float]:
    """x^exponent reduced by the recurrence x^d = Σ_k back_k·x^(d − k), where d is the longest step back."""
    degree = max(back)
    power = [1.0] + [0.0] * (degree - 1)
    for bit in bin(exponent)[2:]:
        square = [0.0] * (2 * degree)
        for i, left in enumerate(power):
            for j, right in enumerate(power):
                square[i + j + int(bit)] += left * right
        for high in range(2 * degree - 1, degree - 1, -1):
            for step, part in back.items():
                square[high - step] += part * square[high]
        power = square[:degree]
    return power
