"""Routes of the workbench about a bankroll: its risk with flat bets or bets by true count, and its curves.

The analyst's child processes work it out. A page that goes away, or stops, ends the work.
"""

import shlex
from typing import Annotated, Any, cast

from fastapi import Depends, FastAPI, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from lammer.api.risk_arguments import Bets, Rounds, bets_asked, rounds_asked
from lammer.api.simulation import MAX_SEATS, cards_before_cut
from lammer.api.tables import refuse_wagers
from lammer.counting.systems import systems
from lammer.errors import BadArgument
from lammer.floor.refusals import FloorRefused
from lammer.risk.ramp import parse_ramp
from lammer.rules.sheet import Sheet
from lammer.surfaces.web.analysis.connected import while_connected
from lammer.surfaces.web.paper_replies import PaperProgress
from lammer.surfaces.web.people import User
from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench import game_sheet, rules_sheet
from lammer.surfaces.web.workbench_requests import Asked, Rules
from lammer.surfaces.web.workbench_risk_replies import BankrollFigures, RiskChoices
from lammer.surfaces.web.workbench_simulator import CUT_CLAUSE, known_strategy
from lammer.surfaces.web.workbench_work import work_question, worked
from lammer.table.actions import Refused

MAX_SIMULATED, MAX_TRIP, MAX_UNITS = 200_000_000, 50_000, 10_000
"""Rounds to simulate, rounds of a trip, and units of a bankroll: some minutes' work on one core."""
Text = Annotated[str, Field(max_length=200)]


class RiskAsked(Rules):
    """What `lammer risk` is told, but for the horizon: it is ``hours`` times ``rounds_per_hour``. ``sit_out`` bets
    nothing below the first count of the ramp, or without an advantage. Amounts are texts, so that they are exact."""

    strategy: Annotated[str, Field(max_length=80)] = "house"
    bet: Text = "10"
    bankroll: Text = "10000"
    goal: Text = ""
    hours: float = 10.0
    rounds_per_hour: int = 80
    kelly: float = 1.0
    seats: int = 1
    count: Text = ""
    ramp: Annotated[str, Field(max_length=1_000)] = "1"
    best: Annotated[float | None, Field(description="find the ramp with at most this risk of ruin")] = None
    least: int = 1
    most: int = 12
    sit_out: bool = False
    cut_decks: Annotated[float | None, Field(description="decks behind the cut card")] = None
    rounds: int = 10_000_000
    seed: Annotated[str, Field(max_length=100)] = "1"


def add_workbench_risk(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    async def asked(body: RiskAsked) -> tuple[Asked, Sheet, dict[str, Any]]:
        """No page asks it: the answer is wanted until the page stops."""
        sheet = await run_in_threadpool(rules_sheet, body)
        wanted = await run_in_threadpool(checked_risk, sheet, body)
        return Asked(game=body.game, overrides=body.overrides), sheet, wanted

    @app.get("/api/workbench/{game}/risk")
    def risk_choices(game: Annotated[str, Field(max_length=80)], user: Viewer) -> RiskChoices:
        """The counting systems to choose from, and where the cut card lies."""
        house.count_analysis(user)
        cut = game_sheet(game).rules.cut
        return {
            "systems": [{"id": one.id, "name": one.name} for one in systems().values()],
            "cut_decks": (cut.card_minimum_decks + cut.card_maximum_decks) / 2,
            "seats": MAX_SEATS,
        }

    @app.post("/api/workbench/risk")
    async def bankroll_risk(body: RiskAsked, user: Viewer, request: Request) -> BankrollFigures:
        """What a bankroll can expect from the game as it is set: the figures of `lammer risk`, and curves."""
        house.count_analysis(user)
        rules, sheet, wanted = await asked(body)
        found = await while_connected(request, worked(house, user, rules, sheet, "risk", wanted))
        return cast(BankrollFigures, found | {"command": command_of(body, wanted)})

    @app.post("/api/workbench/risk/progress")
    async def risk_progress(body: RiskAsked, _user: Viewer) -> PaperProgress:
        """How far the same question is."""
        rules, sheet, wanted = await asked(body)
        done, of, part = house.analyst.progress(work_question(rules, sheet, "risk", wanted))
        return {"done": done, "of": of, "part": part}


def checked_risk(sheet: Sheet, body: RiskAsked) -> dict[str, Any]:
    """What the child process is asked. A refusal names the field that is wrong."""
    strategy = known_strategy(body.strategy)
    try:
        rounds = _rounds(sheet, body)
        bets = _bets(rounds, body)
    except BadArgument as wrong:
        clause = sheet.entries[CUT_CLAUSE].clause if wrong.argument == "cut_decks" else ""
        raise FloorRefused("bad-value", wrong.text, clause, {wrong.argument: wrong.text}) from None
    return {
        "strategy": strategy,
        "rounds": rounds._asdict(),
        "bets": bets._asdict(),
        "rounds_per_hour": body.rounds_per_hour,
    }


def _rounds(sheet: Sheet, body: RiskAsked) -> Rounds:
    if body.count and body.rounds > MAX_SIMULATED:
        raise BadArgument("rounds", f"up to {MAX_SIMULATED:,} rounds are simulated here")
    count = body.count.strip()
    rounds = rounds_asked(
        bet=body.bet,
        seats=body.seats,
        count=count,
        true_count="floor",
        cut_decks=body.cut_decks,
        rounds=body.rounds,
        seed=body.seed,
    )
    try:
        refuse_wagers(sheet, rounds.unit, {})
    except Refused as refused:
        raise BadArgument("bet", refused.refusal.text) from None
    if count:
        cards_before_cut(sheet, "cut", body.cut_decks)
    return rounds


def _bets(rounds: Rounds, body: RiskAsked) -> Bets:
    if not 1 <= body.rounds_per_hour <= 10_000:
        raise BadArgument("rounds_per_hour", "write a number from 1 to 10,000")
    if not (0 < body.hours <= MAX_TRIP and 1 <= round(body.hours * body.rounds_per_hour) <= MAX_TRIP):
        raise BadArgument("hours", f"write a trip of 1 to {MAX_TRIP:,} rounds; hours times rounds an hour")
    ramp, least = body.ramp, body.least
    if body.sit_out and body.best is None:
        ramp = str(parse_ramp(ramp)._replace(below=0))
    if body.sit_out and body.best is not None:
        least = 0
    bets = bets_asked(
        rounds,
        bankroll=body.bankroll,
        goal=body.goal.strip() or None,
        horizon=round(body.hours * body.rounds_per_hour),
        kelly=body.kelly,
        ramp=ramp,
        best=body.best,
        least=least,
        most=body.most,
    )
    if bets.bank > MAX_UNITS * rounds.unit:
        raise BadArgument("bankroll", f"up to {MAX_UNITS:,} bets of one unit; write larger units")
    if bets.goal > MAX_UNITS * rounds.unit:
        raise BadArgument("goal", f"up to {MAX_UNITS:,} bets of one unit")
    return bets


def command_of(body: RiskAsked, wanted: dict[str, Any]) -> str:
    """The command that prints the same figures."""
    rounds, bets = Rounds(**wanted["rounds"]), Bets(**wanted["bets"])
    words = ["lammer", "risk", body.game, *(word for one in body.overrides for word in ("--set", one))]
    words += ["--strategy", body.strategy] if body.strategy != "house" else []
    words += ["--bet", body.bet, "--bankroll", body.bankroll, "--horizon", str(bets.horizon)]
    words += ["--goal", body.goal.strip()] if bets.goal else []
    words += ["--kelly", str(bets.kelly)] if bets.kelly != 1 else []
    if rounds.system:
        words += ["--count", rounds.system, "--seats", str(rounds.seats), "--rounds", str(rounds.rounds)]
        words += ["--seed", body.seed]
        words += ["--cut-decks", str(rounds.cut_decks)] if rounds.cut_decks is not None else []
        words += (
            ["--ramp", bets.ramp]
            if bets.best is None
            else ["--best", str(bets.best), "--least", str(bets.least), "--most", str(bets.most)]
        )
    elif bets.ramp != "1":
        words += ["--ramp", bets.ramp]
    return shlex.join(words)
