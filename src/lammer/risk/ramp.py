"""Bets by true count, and what they bring: a round is a mixture of the rounds at each count.

Rounds are treated as independent, each with the long-run shares of the counts. That rounds of one shoe have similar
counts is left out. Bets do not change the cards: in rounds that are sat out the same cards are dealt.
"""

import re
from collections.abc import Sequence
from math import inf, sqrt
from typing import NamedTuple

from lammer.errors import BadArgument

MAX_UNITS = 10_000
WHOLE = re.compile(r"[-+]?[0-9]+")
WRITTEN_STEP = re.compile(rf"(?P<count>{WHOLE.pattern})=(?P<units>{WHOLE.pattern})")


class Share(NamedTuple):
    """The rounds at one true count: their share of all rounds, and the chances of nets in wagers of one box. The net is
    that of all boxes of the player together."""

    true_count: int
    share: float
    results: dict[float, float]
    error: float = 0.0
    """Standard error of the mean net, if it was simulated."""
    boxes: int = 1

    @property
    def mean(self) -> float:
        return sum(net * chance for net, chance in self.results.items())

    @property
    def advantage(self) -> float:
        """The mean net of one wager."""
        return self.mean / self.boxes

    @property
    def variance(self) -> float:
        mean = self.mean
        return sum((net - mean) ** 2 * chance for net, chance in self.results.items())


class Ramp(NamedTuple):
    """The wager in units: ``below`` the first count, then from each count on. 0 sits out."""

    below: int
    steps: tuple[tuple[int, int], ...] = ()

    def bet(self, true_count: int) -> int:
        found = self.below
        for count, units in self.steps:
            if true_count >= count:
                found = units
        return found

    def __str__(self) -> str:
        return ",".join([str(self.below), *(f"{count}={units}" for count, units in self.steps)])


def parse_ramp(text: str) -> Ramp:
    """``1,1=2,2=4,3=8``: one unit, two from a true count of 1 on, and so on."""
    first, *others = text.replace(" ", "").split(",")
    steps = [WRITTEN_STEP.fullmatch(one) for one in others]
    if not WHOLE.fullmatch(first) or None in steps:
        form = "write units below the first count, then COUNT=UNITS, like 1,1=2,2=4,3=8"
        raise BadArgument("ramp", form, text)
    ramp = Ramp(int(first), tuple((int(step["count"]), int(step["units"])) for step in steps if step))
    counts = [count for count, _ in ramp.steps]
    if counts != sorted(set(counts)):
        raise BadArgument("ramp", "counts must rise from step to step", text)
    bets = [ramp.below, *(units for _, units in ramp.steps)]
    if not all(0 <= units <= MAX_UNITS for units in bets) or not any(bets):
        raise BadArgument("ramp", f"bets are whole units from 0 to {MAX_UNITS:,}, and one must be above 0", text)
    return ramp


class Prospect(NamedTuple):
    """What a ramp brings for each round seen, in units. Rounds that are sat out count with a net of 0."""

    results: dict[float, float]
    mean: float
    variance: float
    error: float
    """Standard error of the mean."""
    bet: float
    """The average of the wagers of a round seen, on all boxes together."""
    played: float
    """The share of rounds that are played."""

    @property
    def sd(self) -> float:
        return sqrt(self.variance)

    @property
    def n0(self) -> float:
        """The number of rounds after which the expectation equals one standard deviation."""
        return self.variance / self.mean**2 if self.mean > 0 else inf

    @property
    def desirability(self) -> float:
        """DI, the desirability index: 1000 times mean / standard deviation; below 0 for a losing game."""
        return 1000 * self.mean / self.sd

    @property
    def score(self) -> float:
        """SCORE: the expected win in 100 rounds with Kelly bets of this shape and a bank of 10,000, the square of DI; 0
        for a losing game."""
        return self.desirability**2 if self.mean > 0 else 0.0


def prospect(shares: Sequence[Share], ramp: Ramp) -> Prospect:
    """The mixture of all counts."""
    results: dict[float, float] = {}
    mean = square = error = bet = played = 0.0
    for one in shares:
        units = ramp.bet(one.true_count)
        bet += one.share * units * one.boxes
        played += one.share * (units > 0)
        error += (one.share * units * one.error) ** 2
        for net, chance in one.results.items():
            won = round(units * net, 9) + 0.0
            results[won] = results.get(won, 0.0) + one.share * chance
            mean += one.share * chance * won
            square += one.share * chance * won**2
    return Prospect(dict(sorted(results.items())), mean, square - mean**2, sqrt(error), bet, played)
