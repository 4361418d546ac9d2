"""The chance that a reserve covers a whole seed when its level is won.

Percentage awards take nothing from a reserve, so it grows only with the amount wagered and covers the seed once a
certain amount is wagered. The chance is that of wagering this amount before the hit. In this jackpot the house pays the
seed, and the reserve is added to it; the figure says how often players' money would have paid the seed.
"""

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.progressive.award_timing import LevelChances, chance_to_take
from lammer.progressive.meters import advance
from lammer.progressive.state import Carried
from lammer.progressive.terms import LevelTerms
from lammer.rules.sidebets import DIGITS


class Covered(NamedTuple):
    """A chance. If a limit sends money into the reserve for which there is no closed form, it is a lower bound and not
    ``exact``."""

    chance: float
    exact: bool

    def as_json(self) -> dict[str, Any]:
        return {"chance": round(self.chance, DIGITS), "is": "exact" if self.exact else "at least"}


def covered_next(
    its: LevelTerms, chances: LevelChances, mix: Mapping[int, float], meter: int, reserve: int, carried: Carried
) -> Covered:
    """The chance at the next full award, from the current meter and reserve."""
    by_number = its.fixed and len(mix) > 1
    exact = not its.limit or not (chances.parts or by_number)
    if not exact:
        # Percentage awards lower the meter, so the overflow depends on when they are won. With a fixed amount per wager
        # it depends on the number of wagers, which several stakes leave open.
        its = its.model_copy(update={"limit": 0})
    money = money_to_cover(its, meter, reserve, carried, min(mix))
    return Covered(0.0 if money is None else chance_to_take(money, chances.full, mix), exact)


def covered_in_the_long_run(its: LevelTerms, chances: LevelChances, mix: Mapping[int, float]) -> Covered:
    """The chance at any full award. The reserve starts empty, the meter at the seed or above, which only helps."""
    covered = covered_next(its, chances, mix, its.seed, 0, Carried())
    return covered._replace(exact=not its.limit)


def money_to_cover(its: LevelTerms, meter: int, reserve: int, carried: Carried, stake: int) -> int | None:
    """The smallest amount wagered, without an award, after which the reserve covers the seed; None if it never does.
    The number of wagers matters only for the overflow, and then all wagers have one stake."""

    def held(wagered: int) -> int:
        part = advance(its, carried, meter, wagered, wagered // stake)
        return reserve + part.reserve + part.overflow

    if held(0) >= its.seed:
        return 0
    if not its.reserve and not (its.limit and (its.rate or its.fixed)):
        return None
    enough = 1
    while held(enough) < its.seed:
        enough *= 2
    return bisect_left(range(enough), its.seed, key=held)
