"""The exact value of a jackpot: of a wager at today's meters, and in the long run.

Let f be the chance of a full award of a level, g the fraction of its meter that a wager wins on average, s̄ the mean
stake, d the amount that a wager adds to the meter on average (a rate of s̄, or a fixed amount), r the rate of the
reserve, and S the seed (docs/progressive-mathematics.md):

    average meter at an award = (d + r·s̄ + f·S) / g
    long-run return = fixed pays + Σ over levels of (d / s̄ + r + f·S / s̄)

Amounts are minor units; returns, edges and costs are fractions of the amount wagered.
"""

from math import exp, log1p
from typing import Any, NamedTuple

from lammer.cards.money import money_text
from lammer.progressive.award_timing import (
    Award,
    LevelChances,
    Pace,
    Wait,
    awards_of,
    level_chances,
    row_chances,
    wagers_within,
    wait_of,
)
from lammer.progressive.liability import nothing_carried
from lammer.progressive.refusals import TermsFault
from lammer.progressive.reserve_cover import Covered, covered_in_the_long_run, covered_next
from lammer.progressive.state import Carried
from lammer.progressive.terms import MILLION, LevelTerms, Terms
from lammer.rules.sidebets import DIGITS

MONEY_DIGITS = 4
"""Decimal places of average amounts in JSON."""


class Standing(NamedTuple):
    """Meters, reserves and carried remainders, by level."""

    meters: dict[str, int]
    reserves: dict[str, int]
    carried: dict[str, Carried]


def new_standing(terms: Terms) -> Standing:
    """The amounts of a new link: meters at their seeds."""
    seeds = {level: its.seed for level, its in terms.levels.items()}
    return Standing(seeds, dict.fromkeys(seeds, 0), nothing_carried(terms))


class StakeToday(NamedTuple):
    """A wager of one stake at the current meters. It wins the same meter whatever the stake. So the larger the stake,
    the smaller the meter's part of the return, and the higher the break-even meter."""

    stake: int
    fixed: float
    meters: dict[str, float]
    envy: float
    """The amount that the house pays to the tip pool; the player gets none of it."""
    break_even: dict[str, float]
    """By level: the meter at which the return is 1, with the other meters unchanged."""
    out_of_reach: dict[str, int]
    """The limits of the levels whose break-even meter is above their limit."""

    @property
    def returned(self) -> float:
        return self.fixed + sum(self.meters.values())

    @property
    def house_edge(self) -> float:
        return 1 - self.returned

    def as_json(self) -> dict[str, Any]:
        return {
            "stake": self.stake,
            "return": round(self.returned, DIGITS),
            "return_from_fixed_pays": round(self.fixed, DIGITS),
            "return_from_meters": {level: round(part, DIGITS) for level, part in self.meters.items()},
            "house_edge": round(self.house_edge, DIGITS),
            "envy_cost": round(self.envy, DIGITS),
            "break_even_meters": {level: round(meter, MONEY_DIGITS) for level, meter in self.break_even.items()},
            "break_even_above_limit": self.out_of_reach,
        }


class LevelToday(NamedTuple):
    level: str
    meter: int
    reserve: int
    next_award: float | None
    """The average of the next full award; None if a limit leaves no closed form."""
    covered: Covered

    def as_json(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "meter": self.meter,
            "reserve": self.reserve,
            "average_next_full_award": None if self.next_award is None else round(self.next_award, MONEY_DIGITS),
            "reserve_covers_seed": self.covered.as_json(),
        }


class LevelRun(NamedTuple):
    """A level over many full awards. ``meter`` is its average amount at an award, full or percentage. ``reserve`` is
    the average amount that its rate has collected at a full award, without the overflow above a limit."""

    level: str
    average: Wait
    median: Wait
    ninety: Wait
    """Nine out of ten waits for a full award are not longer than this."""
    meter: float
    reserve: float
    seed_collected: float
    """``reserve`` as a fraction of the seed."""
    covered: Covered

    def as_json(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "until_full_award": {
                "average": self.average.as_json(),
                "median": self.median.as_json(),
                "ninety_percent": self.ninety.as_json(),
            },
            "average_meter_at_award": round(self.meter, MONEY_DIGITS),
            "average_reserve_at_full_award": round(self.reserve, MONEY_DIGITS),
            "seed_collected": round(self.seed_collected, DIGITS),
            "reserve_covers_seed": self.covered.as_json(),
        }


class LongRun(NamedTuple):
    """Every amount on a meter is paid eventually: increments, reserves, and a seed for each full award."""

    awards: tuple[Award, ...]
    levels: tuple[LevelRun, ...]
    fixed: float
    increments: float
    reserves: float
    seeds: float
    envy: float

    @property
    def returned(self) -> float:
        return self.fixed + self.increments + self.reserves + self.seeds

    @property
    def house_edge(self) -> float:
        return 1 - self.returned

    def as_json(self) -> dict[str, Any]:
        return {
            "return": round(self.returned, DIGITS),
            "return_from_fixed_pays": round(self.fixed, DIGITS),
            "return_from_increments": round(self.increments, DIGITS),
            "return_from_reserves": round(self.reserves, DIGITS),
            "return_from_seeds": round(self.seeds, DIGITS),
            "house_edge": round(self.house_edge, DIGITS),
            "envy_cost": round(self.envy, DIGITS),
            "awards": [award.as_json() for award in self.awards],
            "levels": [level.as_json() for level in self.levels],
        }


class JackpotFinding(NamedTuple):
    stakes: tuple[StakeToday, ...]
    levels: tuple[LevelToday, ...]
    long_run: LongRun

    def as_json(self) -> dict[str, Any]:
        return {
            "today": {
                "stakes": [stake.as_json() for stake in self.stakes],
                "levels": [level.as_json() for level in self.levels],
            },
            "long_run": self.long_run.as_json(),
        }


def analyse(terms: Terms, standing: Standing, pace: Pace) -> JackpotFinding:
    """Today's value for every stake of the terms; the next awards and the long run for the stakes of the pace."""
    for stake in pace.wagers:
        if stake not in terms.stakes:
            allowed = " or ".join(map(money_text, terms.stakes))
            raise TermsFault(f"a wager of {money_text(stake)}: a progressive wager is {allowed}")
    chances = level_chances(terms)
    return JackpotFinding(
        stakes=tuple(stake_today(terms, standing, stake) for stake in terms.stakes),
        levels=tuple(_level_today(terms, standing, pace, level, chances[level]) for level in terms.levels),
        long_run=long_run(terms, pace),
    )


def stake_today(terms: Terms, standing: Standing, stake: int) -> StakeToday:
    """Return = fixed pays + Σ g·meter / stake, without the wager's own increments."""
    fixed = _fixed(terms)
    shares = {level: chances.share / stake for level, chances in level_chances(terms).items()}
    parts = {level: share * standing.meters[level] for level, share in shares.items()}
    kept = 1 - fixed - sum(parts.values())
    break_even = {level: standing.meters[level] + kept / share for level, share in shares.items()}
    limits = {level: its.limit for level, its in terms.levels.items()}
    beyond = {level: limits[level] for level, meter in break_even.items() if 0 < limits[level] < meter}
    return StakeToday(stake, fixed, parts, _envy(terms, stake) / stake, break_even, beyond)


def _fixed(terms: Terms) -> float:
    chances = row_chances(terms)
    return sum(chances[row] * pays for row, pays in terms.rows.items())


def _envy(terms: Terms, stake: int) -> float:
    """The average amount for one wager, in minor units."""
    return sum(chance * terms.envy_of(row, stake) for row, chance in row_chances(terms).items())


def _level_today(terms: Terms, standing: Standing, pace: Pace, level: str, chances: LevelChances) -> LevelToday:
    its, meter, reserve = terms.levels[level], standing.meters[level], standing.reserves[level]
    return LevelToday(
        level=level,
        meter=meter,
        reserve=reserve,
        next_award=next_award(its, chances, meter, pace),
        covered=covered_next(its, chances, pace.mix, meter, reserve, standing.carried[level]),
    )


def next_award(its: LevelTerms, chances: LevelChances, meter: int, pace: Pace) -> float | None:
    """(f·M + d) / g for a meter M that grows by d with every wager; with a limit, E[min(M + d·N, limit)]."""
    grows = its.mean_advance(pace.mean_stake)
    if not its.limit:
        return (chances.full * meter + grows) / chances.share
    if chances.parts or (its.rate and len(pace.wagers) > 1):
        return None
    room = max(its.limit - meter, 0)
    steps = room // grows if grows else 0
    on = exp(steps * log1p(-chances.full))
    return meter + grows * (1 - on) / chances.full + min(room - steps * grows, grows) * on


def long_run(terms: Terms, pace: Pace) -> LongRun:
    chances, stake = level_chances(terms), pace.mean_stake
    return LongRun(
        awards=awards_of(terms),
        levels=tuple(level_run(level, its, chances[level], pace) for level, its in terms.levels.items()),
        fixed=_fixed(terms),
        increments=sum(its.mean_advance(stake) for its in terms.levels.values()) / stake,
        reserves=sum(its.reserve for its in terms.levels.values()) / MILLION,
        seeds=sum(chances[level].full * its.seed for level, its in terms.levels.items()) / stake,
        envy=sum(part * _envy(terms, each) for each, part in pace.mix.items()) / stake,
    )


def level_run(level: str, its: LevelTerms, chances: LevelChances, pace: Pace) -> LevelRun:
    full = chances.full
    kept = pace.mean_stake * its.reserve / MILLION
    reserve = kept / full
    return LevelRun(
        level=level,
        average=wait_of(1 / full, pace),
        median=wait_of(wagers_within(full, 0.5), pace),
        ninety=wait_of(wagers_within(full, 0.9), pace),
        meter=(its.mean_advance(pace.mean_stake) + kept + full * its.seed) / chances.share,
        reserve=reserve,
        seed_collected=reserve / its.seed,
        covered=covered_in_the_long_run(its, chances, pace.mix),
    )
