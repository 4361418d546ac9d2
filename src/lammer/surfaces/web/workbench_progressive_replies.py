"""What the server answers about a progressive on the workbench. Amounts are minor units."""

from typing_extensions import TypedDict

from lammer.workbench.jackpots import ReturnCurve


class TermControlView(TypedDict):
    """A value of a level that can be set. `kind` is amount (minor units) or rate (millionths of a wager)."""

    key: str
    label: str
    clause: str
    kind: str
    value: int


class ProgressiveTerms(TypedDict):
    """Shipped terms of a progressive, as they can be set otherwise."""

    terms: str
    name: str
    paytable: str
    stakes: list[int]
    levels: list[str]
    controls: list[TermControlView]


class ProgressiveChoices(TypedDict):
    """The terms for a game; none where it has no progressive. `games` are those that have one."""

    terms: list[ProgressiveTerms]
    games: list[str]


JackpotStake = TypedDict(
    "JackpotStake",
    {
        "stake": int,
        "return": float,
        "return_from_fixed_pays": float,
        "return_from_meters": dict[str, float],
        "house_edge": float,
        "envy_cost": float,
        "break_even_meters": dict[str, float],
        "break_even_above_limit": dict[str, int],
    },
)
SeedCover = TypedDict("SeedCover", {"chance": float, "is": str})


class JackpotLevelToday(TypedDict):
    level: str
    meter: int
    reserve: int
    average_next_full_award: float | None
    reserve_covers_seed: SeedCover


class AwardWait(TypedDict):
    wagers: float
    hours: float
    days: float


class AwardWaits(TypedDict):
    average: AwardWait
    median: AwardWait
    ninety_percent: AwardWait


class JackpotLevelRun(TypedDict):
    level: str
    until_full_award: AwardWaits
    average_meter_at_award: float
    average_reserve_at_full_award: float
    seed_collected: float
    reserve_covers_seed: SeedCover


class JackpotAward(TypedDict):
    outcome: str
    level: str
    percent: int
    chance: float
    wagers_between: float


class JackpotToday(TypedDict):
    stakes: list[JackpotStake]
    levels: list[JackpotLevelToday]


JackpotLongRun = TypedDict(
    "JackpotLongRun",
    {
        "return": float,
        "return_from_fixed_pays": float,
        "return_from_increments": float,
        "return_from_reserves": float,
        "return_from_seeds": float,
        "house_edge": float,
        "envy_cost": float,
        "awards": list[JackpotAward],
        "levels": list[JackpotLevelRun],
    },
)


class JackpotFigures(TypedDict):
    """As `lammer progressive analyze --json` tells it, with the return by meter."""

    today: JackpotToday
    long_run: JackpotLongRun
    curves: list[ReturnCurve]


class SimulatedAverage(TypedDict):
    average: float
    standard_error: float


class AwardsAhead(TypedDict):
    percent: int
    number: SimulatedAverage
    pays: SimulatedAverage | None


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


class JackpotGrowth(TypedDict):
    years: int
    paths: int
    seed: int
    wagers: int
    levels: list[LevelAhead]
    fan: list[MetersAhead]
