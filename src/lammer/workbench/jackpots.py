"""A progressive on the workbench: its terms as controls, what it returns by meter, and how its meters grow.

The figures are those of ``lammer progressive analyze``; here every value of a level can be set otherwise, and pays that
were changed in the rule sheet count.
"""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from typing_extensions import TypedDict

from lammer.errors import BadArgument
from lammer.progressive.analysis import Standing, analyse, new_standing, stake_today
from lammer.progressive.award_timing import Pace
from lammer.progressive.terms import MAXIMUM, SHEETS, Terms, shipped_terms, terms_for_sheet, terms_values
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import DIGITS

POINTS = 41
"""Of the curve of a meter."""
OF_A_LEVEL = {
    "seed": ("seed after an award", "amount"),
    "increment": ("part of each wager", "rate"),
    "per_wager": ("amount from each wager", "amount"),
    "reserve": ("part for the reserve", "rate"),
    "limit": ("limit, 0 for none", "amount"),
}
MAX_WAGERS, MAX_HOURS, MAX_YEARS, MAX_PATHS = 1e6, 24, 10, 2_000


class TermControl(NamedTuple):
    """A value of a level. ``kind`` is amount (minor units) or rate (millionths of a wager)."""

    key: str
    label: str
    clause: str
    kind: str
    value: int


class StakeReturns(TypedDict):
    """The return of a wager of one stake at each meter of the curve."""

    stake: int
    returns: list[float]


class ReturnCurve(TypedDict):
    """What a wager returns by the meter of one level, the other levels as they stand."""

    level: str
    meters: list[int]
    stakes: list[StakeReturns]


class Asked(NamedTuple):
    """``values`` of levels that are set otherwise, by key; amounts in minor units."""

    terms: str
    values: Mapping[str, int]
    meters: Mapping[str, int]
    reserves: Mapping[str, int]
    wagers: float
    hours: float
    stake: int

    @property
    def pace(self) -> Pace:
        return Pace({self.stake: self.wagers}, self.hours)


def progressive_games() -> list[str]:
    return sorted({str(terms_values(name)["game"]) for name in shipped_terms()})


def term_controls(terms: str) -> list[TermControl]:
    clauses = term_clauses(terms)
    found = []
    for level, values in terms_values(terms)["levels"].items():
        for name, value in values.items():
            label, kind = OF_A_LEVEL[name]
            key = f"levels.{level}.{name}"
            found.append(TermControl(key, f"{level.capitalize()}: {label}", clauses[key], kind, value))
    return found


def term_clauses(terms: str) -> dict[str, str]:
    """The clause of every value of shipped terms."""
    file = tomllib.loads((SHEETS / f"{terms}.toml").read_text(encoding="utf-8"))
    base = term_clauses(file["extends"]) if "extends" in file else {}
    return base | _clauses(file, "")


def _clauses(part: Mapping[str, Any], path: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in part.items():
        if isinstance(value, dict) and "clause" in value:
            clause = value["clause"]
            found[f"{path}{name}"] = clause if isinstance(clause, str) else "; ".join(clause)
        elif isinstance(value, dict):
            found |= _clauses(value, f"{path}{name}.")
    return found


def jackpot(sheet: Sheet, asked: Asked) -> tuple[Terms, Standing]:
    """The terms with the decks and fixed pays of the sheet as it is set, and the meters as asked. Raises TermsFault,
    and BadArgument with the key of what is wrong."""
    agreed = terms_for_sheet(asked.terms, sheet, asked.values)
    _refuse(agreed, asked)
    standing = new_standing(agreed)
    meters, reserves = standing.meters | dict(asked.meters), standing.reserves | dict(asked.reserves)
    return agreed, standing._replace(meters=meters, reserves=reserves)


def _refuse(agreed: Terms, asked: Asked) -> None:
    for what, amounts in (("meters", asked.meters), ("reserves", asked.reserves)):
        for level, amount in amounts.items():
            if level not in agreed.levels:
                raise BadArgument(
                    f"{what}.{level}", f"there is no such level; the levels are {', '.join(agreed.levels)}"
                )
            if not 0 <= amount <= MAXIMUM:
                raise BadArgument(f"{what}.{level}", "an amount cannot be below 0" if amount < 0 else "it is too large")
    if asked.stake not in agreed.stakes:
        raise BadArgument("stake", "it is not a stake of these terms")
    if not 0 < asked.wagers <= MAX_WAGERS:
        raise BadArgument("wagers", f"write a number above 0, up to {MAX_WAGERS:,.0f}")
    if not 0 < asked.hours <= MAX_HOURS:
        raise BadArgument("hours", f"a day has up to {MAX_HOURS}")


def jackpot_figures(sheet: Sheet, asked: Asked) -> dict[str, Any]:
    """What ``lammer progressive analyze --json`` tells of today and the long run, and the curve of each level."""
    agreed, standing = jackpot(sheet, asked)
    found = analyse(agreed, standing, asked.pace).as_json()
    return found | {"curves": [return_curve(agreed, standing, level) for level in agreed.levels]}


def return_curve(terms: Terms, standing: Standing, level: str) -> ReturnCurve:
    """From nothing to beyond the highest meter that breaks even, and beyond the present one."""
    today = [stake_today(terms, standing, stake) for stake in terms.stakes]
    ends = [one.break_even[level] for one in today] + [float(standing.meters[level]), float(terms.levels[level].seed)]
    end = max(ends) * 1.25
    meters = [round(end * point / (POINTS - 1)) for point in range(POINTS)]

    def returned(meter: int, stake: int) -> float:
        moved = standing._replace(meters=standing.meters | {level: meter})
        return round(stake_today(terms, moved, stake).returned, DIGITS)

    return {
        "level": level,
        "meters": meters,
        "stakes": [{"stake": stake, "returns": [returned(one, stake) for one in meters]} for stake in terms.stakes],
    }


def jackpot_growth(
    sheet: Sheet, asked: Asked, years: int, paths: int, seed: int, on_progress: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Years ahead, simulated as ``lammer progressive analyze`` does."""
    from lammer.progressive.growth_report import Plan
    from lammer.progressive.growth_simulation import grow

    agreed, standing = jackpot(sheet, asked)
    today = stake_today(agreed, standing, asked.stake)
    above = {level: max(int(meter), 0) for level, meter in today.break_even.items()}
    return grow(agreed, standing, asked.pace, Plan(years, paths, seed, above), on_progress).as_json()


def check_growth(years: int, paths: int) -> None:
    """Raises BadArgument."""
    if not 1 <= years <= MAX_YEARS:
        raise BadArgument("years", f"write 1 to {MAX_YEARS}")
    if not 2 <= paths <= MAX_PATHS:
        raise BadArgument("paths", f"write 2 to {MAX_PATHS:,}")
