"""Routes of the workbench about a progressive: its terms, its figures at any meter, its years ahead."""

from math import isfinite
from typing import Annotated, Any, cast

from fastapi import Depends, FastAPI
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from lammer.api.arguments import seed_number
from lammer.errors import BadArgument
from lammer.floor.refusals import FloorRefused
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import load_terms, shipped_terms, terms_fitting
from lammer.rules.sheet import Sheet
from lammer.surfaces.web.people import User
from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench import game_sheet, rules_sheet
from lammer.surfaces.web.workbench_progressive_replies import (
    JackpotFigures,
    JackpotGrowth,
    ProgressiveChoices,
    ProgressiveTerms,
    TermControlView,
)
from lammer.surfaces.web.workbench_requests import Asked
from lammer.surfaces.web.workbench_work import worked
from lammer.workbench import jackpots

Key = Annotated[str, Field(max_length=80)]
Whole = Annotated[int, Field(ge=-(10**16), le=10**16, strict=True)]
Amounts = Annotated[dict[Key, Whole], Field(max_length=40)]


class JackpotAsked(Asked):
    """`values` of levels by key, `meters` and `reserves` by level; amounts in minor units, rates in millionths."""

    terms: Annotated[str, Field(max_length=80)]
    values: Amounts = Field(default_factory=dict)
    meters: Amounts = Field(default_factory=dict)
    reserves: Amounts = Field(default_factory=dict)
    wagers_per_hour: float = 300
    hours_per_day: float = 12
    stake: Annotated[int, Field(strict=True)] = 100


class GrowthAsked(JackpotAsked):
    years: Annotated[int, Field(strict=True)] = 1
    paths: Annotated[int, Field(strict=True)] = 500
    seed: Annotated[str, Field(max_length=100)] = "1"


def add_workbench_progressive(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.get("/api/workbench/{game}/progressive")
    def progressive_choices(game: Annotated[str, Field(max_length=80)], user: Viewer) -> ProgressiveChoices:
        """The terms of the game's progressive, and what of them can be set."""
        house.count_analysis(user)
        return {
            "terms": [_terms_json(name) for name in terms_fitting(game_sheet(game))],
            "games": jackpots.progressive_games(),
        }

    @app.post("/api/workbench/progressive")
    async def jackpot_figures(body: JackpotAsked, user: Viewer) -> JackpotFigures:
        """Return and break-even by meter, time to a hit, what the reserve covers, and the long run."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        asked = await run_in_threadpool(checked, sheet, body)
        return cast(JackpotFigures, await worked(house, user, body, sheet, "jackpot", asked))

    @app.post("/api/workbench/progressive/growth")
    async def jackpot_growth(body: GrowthAsked, user: Viewer) -> JackpotGrowth:
        """Years ahead, simulated: percentiles of the meters by month, awards, what reserves lack of seeds."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        asked = await run_in_threadpool(checked, sheet, body)
        try:
            jackpots.check_growth(body.years, body.paths)
            ahead = {"years": body.years, "paths": body.paths, "seed": seed_number(body.seed)}
        except BadArgument as wrong:
            raise FloorRefused("bad-value", wrong.text, keys={wrong.argument: wrong.text}) from None
        return cast(JackpotGrowth, await worked(house, user, body, sheet, "jackpot-growth", ahead | {"jackpot": asked}))


def _terms_json(name: str) -> ProgressiveTerms:
    agreed = load_terms(name)
    return {
        "terms": name,
        "name": agreed.name,
        "paytable": agreed.paytable,
        "stakes": list(agreed.stakes),
        "levels": list(agreed.levels),
        "controls": [cast(TermControlView, one._asdict()) for one in jackpots.term_controls(name)],
    }


def checked(sheet: Sheet, body: JackpotAsked) -> dict[str, Any]:
    """A refusal names the value that is wrong, with its clause."""
    if body.terms not in shipped_terms():
        raise FloorRefused("no-such-terms", f"there are no terms {body.terms!r}", keys={"terms": "no such terms"})
    if not (isfinite(body.wagers_per_hour) and isfinite(body.hours_per_day)):
        raise FloorRefused("bad-value", "write numbers", keys={"wagers": "write a number"})
    clauses = jackpots.term_clauses(body.terms)
    asked = jackpots.Asked(
        body.terms, body.values, body.meters, body.reserves, body.wagers_per_hour, body.hours_per_day, body.stake
    )
    try:
        jackpots.jackpot(sheet, asked)
    except BadArgument as wrong:
        what, _, level = wrong.argument.partition(".")
        clause = clauses.get(f"levels.{level}.{'seed' if what == 'meters' else 'reserve'}", "")
        raise FloorRefused("bad-value", wrong.text, clause, {wrong.argument: wrong.text}) from None
    except TermsFault as wrong:
        first = next(iter(wrong.keys), "")
        raise FloorRefused("bad-value", wrong.keys.get(first, str(wrong)), clauses.get(first, ""), wrong.keys) from None
    return asked._asdict()
