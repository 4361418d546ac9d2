"""The results of simulating a jackpot for years; amounts in minor units, every average with its standard error."""

from typing import Any, NamedTuple

from lammer.rules.sidebets import DIGITS


class Plan(NamedTuple):
    """The simulation to run. ``above`` is an amount by level; the report says how often the meter exceeds it."""

    years: int
    paths: int
    seed: int
    above: dict[str, int]


class Average(NamedTuple):
    """Over independent paths."""

    value: float
    error: float
    """The standard error."""

    def as_json(self) -> dict[str, float]:
        return {"average": round(self.value, DIGITS), "standard_error": round(self.error, DIGITS)}


class AwardGrowth(NamedTuple):
    """Awards of one percentage of a meter: their number on a path, the pay of one, and the pay of all by percentile."""

    percent: int
    number: Average
    pays: Average | None
    """None if there was no award."""
    paid: dict[int, int]

    def as_json(self) -> dict[str, Any]:
        return {
            "percent": self.percent,
            "number": self.number.as_json(),
            "pays": self.pays and self.pays.as_json(),
            "paid_on_a_path_by_percentile": self.paid,
        }


class LevelGrowth(NamedTuple):
    level: str
    awards: tuple[AwardGrowth, ...]
    short: Average
    """The total amount by which the reserves of a path fell short of the seeds at its full awards."""
    covered: Average | None
    """The fraction of full awards at which the reserve covered a whole seed."""
    peak: dict[int, int]
    """The highest meter of a path, by percentile."""
    above: int
    ever_above: Average
    """The fraction of paths whose meter was ever above ``above``."""

    def as_json(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "awards": [award.as_json() for award in self.awards],
            "reserve_short_of_seeds": self.short.as_json(),
            "reserve_covers_seed": self.covered and self.covered.as_json(),
            "highest_meter_by_percentile": self.peak,
            "above": self.above,
            "ever_above": self.ever_above.as_json(),
        }


class FanPoint(NamedTuple):
    """Every meter at one time, by level and percentile."""

    day: float
    wagers: int
    meters: dict[str, dict[int, int]]


class Growth(NamedTuple):
    plan: Plan
    wagers: int
    """The wagers of one path."""
    levels: tuple[LevelGrowth, ...]
    fan: tuple[FanPoint, ...]

    def as_json(self) -> dict[str, Any]:
        plan = {"years": self.plan.years, "paths": self.plan.paths, "seed": self.plan.seed}
        fan = [point._asdict() | {"day": round(point.day, 2)} for point in self.fan]
        return plan | {"wagers": self.wagers, "levels": [level.as_json() for level in self.levels], "fan": fan}
