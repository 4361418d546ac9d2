"""Whether a reserve holds a whole seed when its level is won.

Percentage awards take nothing from a reserve, so what it holds grows with the money wagered alone, and it covers the
seed from a certain amount of money on: the chance is that of so much money before the hit. In this jackpot the reserve
comes on top of a seed that the house pays; the figure says how often players' money would have paid the seed.
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
    """A chance; not ``exact`` where a limit sends money into the reserve that has no closed form: then at least so."""

    chance: float
    exact: bool

    def as_json(self) -> dict[str, Any]:
        return {"chance": round(self.chance, DIGITS), "is": "exact" if self.exact else "at least"}


def covered_next(
    its: LevelTerms, chances: LevelChances, mix: Mapping[int, float], meter: int, reserve: int, carried: Carried
) -> Covered:
    """At the next full award, from a meter and reserve as they stand."""
    by_number = its.fixed and len(mix) > 1
    exact = not its.limit or not (chances.parts or by_number)
    if not exact:
        # Percentage awards make room below the limit: how much goes over it then depends on when they fall. With a
        # fixed amount per wager it depends on the number of wagers, and several stakes leave that open.
        its = its.model_copy(update={"limit": 0})
    money = money_to_cover(its, meter, reserve, carried, min(mix))
    return Covered(0.0 if money is None else chance_to_take(money, chances.full, mix), exact)


def covered_in_the_long_run(its: LevelTerms, chances: LevelChances, mix: Mapping[int, float]) -> Covered:
    """At any full award. The reserve begins at nothing, the meter at the seed or, which only helps, above."""
    found = covered_next(its, chances, mix, its.seed, 0, Carried())
    return found._replace(exact=not its.limit)


def money_to_cover(its: LevelTerms, meter: int, reserve: int, carried: Carried, stake: int) -> int | None:
    """The least money wagered, without an award, after which the reserve holds a seed; none if it never does. The
    number of wagers counts only for what goes over a limit, and then all of them are of one stake."""

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
