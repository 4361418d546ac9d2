"""Types of bodies and answers (progressive).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class AwardWait(TypedDict):
    wagers: float
    hours: float
    days: float


class AwardWaits(TypedDict):
    average: AwardWait
    median: AwardWait
    ninety_percent: AwardWait


class AwardsAhead(TypedDict):
    percent: int
    number: SimulatedAverage
    pays: SimulatedAverage | None


class GrowthAsked(TypedDict):
    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    terms: str
    values: NotRequired[dict[str, int]]
    meters: NotRequired[dict[str, int]]
    reserves: NotRequired[dict[str, int]]
    wagers_per_hour: NotRequired[float]
    hours_per_day: NotRequired[float]
    stake: NotRequired[int]
    years: NotRequired[int]
    paths: NotRequired[int]
    seed: NotRequired[str]


class JackpotAsked(TypedDict):
    """`values` of levels by key, `meters` and `reserves` by level; amounts in minor units, rates in millionths."""

    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    terms: str
    values: NotRequired[dict[str, int]]
    meters: NotRequired[dict[str, int]]
    reserves: NotRequired[dict[str, int]]
    wagers_per_hour: NotRequired[float]
    hours_per_day: NotRequired[float]
    stake: NotRequired[int]


class JackpotAward(TypedDict):
    outcome: str
    level: str
    percent: int
    chance: float
    wagers_between: float


class JackpotFigures(TypedDict):
    """As `lammer progressive analyze --json` tells it, with the return by meter."""

    today: JackpotToday
    long_run: JackpotLongRun
    curves: list[ReturnCurve]


class JackpotGrowth(TypedDict):
    years: int
    paths: int
    seed: int
    wagers: int
    levels: list[LevelAhead]
    fan: list[MetersAhead]


class JackpotLevelRun(TypedDict):
    level: str
    until_full_award: AwardWaits
    average_meter_at_award: float
    average_reserve_at_full_award: float
    seed_collected: float
    reserve_covers_seed: SeedCover


class JackpotLevelToday(TypedDict):
    level: str
    meter: int
    reserve: int
    average_next_full_award: float | None
    reserve_covers_seed: SeedCover


JackpotLongRun = TypedDict(
    "JackpotLongRun",
    {
        "return": "float",
        "return_from_fixed_pays": "float",
        "return_from_increments": "float",
        "return_from_reserves": "float",
        "return_from_seeds": "float",
        "house_edge": "float",
        "envy_cost": "float",
        "awards": "list[JackpotAward]",
        "levels": "list[JackpotLevelRun]",
    },
)


JackpotStake = TypedDict(
    "JackpotStake",
    {
        "stake": "int",
        "return": "float",
        "return_from_fixed_pays": "float",
        "return_from_meters": "dict[str, float]",
        "house_edge": "float",
        "envy_cost": "float",
        "break_even_meters": "dict[str, float]",
        "break_even_above_limit": "dict[str, int]",
    },
)


class JackpotToday(TypedDict):
    stakes: list[JackpotStake]
    levels: list[JackpotLevelToday]


class LevelAhead(TypedDict):
    """Over the simulated years."""

    level: str
    awards: list[AwardsAhead]
    reserve_short_of_seeds: SimulatedAverage
    above: int
    ever_above: SimulatedAverage


class MetersAhead(TypedDict):
    """Every meter on one day, by level and percentile."""

    day: float
    wagers: int
    meters: dict[str, dict[str, int]]


class ProgressiveChoices(TypedDict):
    """The terms for a game; none where it has no progressive. `games` are those that have one."""

    terms: list[ProgressiveTerms]
    games: list[str]


class ProgressiveTerms(TypedDict):
    """Shipped terms of a progressive, as they can be set otherwise."""

    terms: str
    name: str
    paytable: str
    stakes: list[int]
    levels: list[str]
    controls: list[TermControlView]


class ReturnCurve(TypedDict):
    """What a wager returns by the meter of one level, the other levels as they stand."""

    level: str
    meters: list[int]
    stakes: list[StakeReturns]


SeedCover = TypedDict("SeedCover", {"chance": "float", "is": "str"})


class SimulatedAverage(TypedDict):
    average: float
    standard_error: float


class StakeReturns(TypedDict):
    """The return of a wager of one stake at each meter of the curve."""

    stake: int
    returns: list[float]


class TermControlView(TypedDict):
    """A value of a level that can be set. `kind` is amount (minor units) or rate (millionths of a wager)."""

    key: str
    label: str
    clause: str
    kind: str
    value: int
