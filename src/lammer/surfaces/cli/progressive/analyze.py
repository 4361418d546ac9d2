"""``lammer progressive analyze``."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from lammer.api.arguments import seed_number
from lammer.cards.money import MINOR_UNITS, money_text
from lammer.surfaces.cli.completing import terms
from lammer.surfaces.cli.options import (
    BadOption,
    JsonOption,
    csv_file,
    money_option,
    whole_number,
    write_csv,
)
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.progressive.analysis_report import print_finding, print_growth
from lammer.surfaces.cli.progressive.options import TermsSetOption, Where
from lammer.surfaces.cli.shared import REPEATED, SeedOption, shared
from lammer.surfaces.cli.stopping import exit_code

if TYPE_CHECKING:
    from lammer.progressive.analysis import JackpotFinding, Standing
    from lammer.progressive.award_timing import Pace
    from lammer.progressive.growth_report import Growth, Plan
    from lammer.progressive.terms import Terms

TERMS = "blazing-7s"
MAX_YEARS, MAX_PATHS, MAX_HOURS = 100, 1_000_000, 24
MONTHS = 12

analyze_app = App(
    name="analyze",
    help="The return of a jackpot, the time between hits, the growth of its meters.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer progressive analyze --years 1 --paths 100
  lammer progressive analyze --meter meter=18500 --reserve meter=420.50 \\
    --years 0
  lammer progressive analyze --terms blazing-7s-three-meters --wager 1=4 \\
    --wager 5=1 --years 0
  lammer progressive analyze --set levels.meter.seed=2000000 \\
    --wagers-per-hour 900 --years 0
  lammer progressive analyze --years 1 --paths 100 --seed spring --csv fan.csv
  lammer progressive analyze --years 0 --json     # only what is exact

--db jackpot.db takes terms, meters and reserves from the books of a jackpot.""",
)


def _repeated(help_: str, name: str | None = None) -> Parameter:
    return Parameter(name=name, negative="", consume_multiple=False, show_default=False, help=help_)


@Parameter(name="*")
@dataclass(frozen=True)
class Jackpot:
    """The jackpot and its current meters and reserves."""

    terms: Annotated[str, shared("--terms", f"Else {TERMS}.", completer=terms, show_default=False)] = ""
    set_: TermsSetOption = ()
    meter: Annotated[tuple[str, ...], shared("--meter", "Else its seed.", **REPEATED)] = ()
    reserve: Annotated[tuple[str, ...], _repeated("The amount of a reserve: LEVEL=AMOUNT. Repeat for more.")] = ()
    db: Annotated[str, shared("--db", "Terms, meters and reserves are taken from them.", show_default=False)] = ""
    link: Annotated[str, shared("--link", show_default=False)] = ""
    game: Annotated[str, Parameter(help="A game with a progressive bet, instead of --terms.", show_default=False)] = ""

    def read(self) -> "tuple[Terms, Standing]":
        terms, standing = self._from_books() if self.db else self._from_terms()
        meters = standing.meters | _amounts("--meter", self.meter, standing.meters)
        reserves = standing.reserves | _amounts("--reserve", self.reserve, standing.meters)
        return terms, standing._replace(meters=meters, reserves=reserves)

    def _from_terms(self) -> "tuple[Terms, Standing]":
        from lammer.progressive.analysis import new_standing
        from lammer.progressive.terms import load_terms, terms_for_game

        if self.link:
            raise BadOption("--link names a jackpot of the books: add --db")
        if self.game and self.terms:
            raise BadOption("--game: it has its own terms; leave out --terms")
        terms = terms_for_game(self.game, self.set_) if self.game else load_terms(self.terms or TERMS, self.set_)
        return terms, new_standing(terms)

    def _from_books(self) -> "tuple[Terms, Standing]":
        if self.terms or self.set_ or self.game:
            raise BadOption("--db: the books have the jackpot's terms; leave out --terms, --game and --set")
        where = Where(self.db, link=self.link)
        with where.desk() as desk:
            state, balances = desk.link(where.name(desk)), desk.journal.balances()
        from lammer.progressive.accounts import level_sums
        from lammer.progressive.analysis import Standing

        sums = {level: level_sums(balances, state.link, level) for level in state.terms.levels}
        meters = {level: one.meter for level, one in sums.items()}
        return state.in_force, Standing(meters, {level: one.reserve for level, one in sums.items()}, state.carried)


@Parameter(name="*")
@dataclass(frozen=True)
class Paced:
    """The pace of wagers."""

    wagers_per_hour: Annotated[float, Parameter(help="Wagers of all tables in an hour.")] = 300
    hours_per_day: Annotated[float, Parameter(help="Hours of play in a day.")] = 12
    stake: Annotated[
        tuple[str, ...],
        _repeated("The wager (default: the smallest); AMOUNT=PARTS for a mix: --wager 1=4 --wager 5=1.", "--wager"),
    ] = ()

    def pace(self, terms: "Terms") -> "Pace":
        from lammer.progressive.award_timing import Pace

        if not (isfinite(self.wagers_per_hour) and self.wagers_per_hour > 0):
            raise BadOption(f"--wagers-per-hour {self.wagers_per_hour}: write a number above 0")
        if not 0 < self.hours_per_day <= MAX_HOURS:
            raise BadOption(f"--hours-per-day {self.hours_per_day}: a day has up to {MAX_HOURS}")
        parts: dict[int, int] = {}
        for text in self.stake or (money_text(min(terms.stakes)),):
            amount, _, part = text.partition("=")
            stake = money_option("--wager", amount)
            if stake in parts:
                raise BadOption(f"--wager {text}: this wager is repeated")
            parts[stake] = whole_number(part or "1", f"--wager {text}")
        whole = sum(parts.values())
        return Pace({stake: self.wagers_per_hour * part / whole for stake, part in parts.items()}, self.hours_per_day)


@Parameter(name="*")
@dataclass(frozen=True)
class Ahead:
    """Options of the simulation."""

    years: Annotated[int, Parameter(help="Years to simulate; 0: none.")] = 5
    paths: Annotated[str, Parameter(help="The number of simulated paths: 2000 or 1e5.")] = "2000"
    seed: SeedOption = "1"
    csv: Annotated[
        Path | None,
        shared("--csv", "The simulated meters' percentiles by month.", allow_leading_hyphen=True, show_default=False),
    ] = None

    def plan(self, above: dict[str, int]) -> "Plan":
        from lammer.progressive.growth_report import Plan

        if not 0 <= self.years <= MAX_YEARS:
            raise BadOption(f"--years {self.years}: 0 to {MAX_YEARS}")
        paths = whole_number(self.paths, "--paths", 2)
        if paths > MAX_PATHS:
            raise BadOption(f"--paths {self.paths}: up to {MAX_PATHS:,}")
        if self.csv is not None and not self.years:
            raise BadOption("--csv contains simulated figures: leave out --years 0")
        csv_file(self.csv)
        return Plan(self.years, paths, seed_number(self.seed), above)


@analyze_app.default
def analyze(
    *,
    jackpot: Jackpot = Jackpot(),  # noqa: B008 (frozen, and how cyclopts takes shared options)
    paced: Paced = Paced(),  # noqa: B008
    ahead: Ahead = Ahead(),  # noqa: B008
    json: JsonOption = False,
) -> int:
    """The return of a jackpot today and in the long run, the time between its awards, and the growth of its meters.

    Returns, waits and averages are exact; years ahead are simulated. Ctrl-C ends the simulation and keeps the rest."""
    from lammer.progressive.analysis import analyse

    terms, standing = jackpot.read()
    pace = paced.pace(terms)
    found = analyse(terms, standing, pace)
    plan = ahead.plan(_break_even(found, min(pace.wagers)))
    simulates = plan.years > 0 and _can_simulate()
    growth, code = None, 0
    try:
        if not json:
            print_finding(terms, pace, found)
            sys.stdout.flush()
        growth = _grown(terms, standing, pace, plan) if simulates else None
    except KeyboardInterrupt as stop:
        print("lammer: stopped; the exact figures are complete", file=sys.stderr)
        code = exit_code(stop)
    if json:
        about = {"terms": terms.name, "sheet": terms.sheet, "paytable": terms.paytable, "amounts": "minor units"}
        pace_json = {"wagers_per_hour": pace.wagers, "hours_per_day": pace.hours}
        simulated = {"simulated": growth and growth.as_json(), "stopped": code != 0}
        print_json(about | {"pace": pace_json} | found.as_json() | simulated)
    elif growth is not None:
        print_growth(growth)
    if growth is not None and ahead.csv is not None:
        _write_fan(growth, ahead.csv)
    return code


def _amounts(option: str, texts: tuple[str, ...], known: Mapping[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in texts:
        level, equals, amount = text.partition("=")
        if not equals or level not in known or level in found:
            raise BadOption(f"{option} {text}: write LEVEL=AMOUNT, each once; the levels are {', '.join(known)}")
        found[level] = money_option(f"{option} {level}", amount)
    return found


def _break_even(found: "JackpotFinding", stake: int) -> dict[str, int]:
    """The meters above which the wager favours the player, at least 0."""
    today = next(one for one in found.stakes if one.stake == stake)
    return {level: max(int(meter), 0) for level, meter in today.break_even.items()}


def _can_simulate() -> bool:
    """Whether numpy is installed; prints what to install if not. The exact figures do not need it."""
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        print(f"lammer: the simulation needs {error.name}: pip install lammer", file=sys.stderr)
        return False
    return True


def _grown(terms: "Terms", standing: "Standing", pace: "Pace", plan: "Plan") -> "Growth":
    from lammer.progressive.growth_simulation import grow

    with Progress("months", MONTHS * plan.years, prints=False) as progress:
        return grow(terms, standing, pace, plan, progress.step)


def _write_fan(growth: "Growth", path: Path) -> None:
    """Writes a line for every month and level, with amounts in currency units."""
    percentiles = list(next(iter(growth.fan[0].meters.values())))
    rows: list[list[object]] = [["level", "day", "wagers", *(f"percentile_{part}" for part in percentiles)]]
    for point in growth.fan:
        for level, amounts in point.meters.items():
            cells = (f"{amounts[part] / MINOR_UNITS:.2f}" for part in percentiles)
            rows.append([level, f"{point.day:.2f}", point.wagers, *cells])
    write_csv(path, rows)
