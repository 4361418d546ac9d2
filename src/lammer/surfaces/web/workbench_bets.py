"""Routes of the workbench about side bets: paytables with exact chances, the search for paytables, joint play."""

from fractions import Fraction
from math import isfinite
from typing import Annotated, cast

from fastapi import Depends, FastAPI
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from lammer.errors import BadArgument
from lammer.floor.refusals import FloorRefused
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.surfaces.web.people import User
from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench import rules_sheet
from lammer.surfaces.web.workbench_requests import Asked
from lammer.surfaces.web.workbench_work import worked
from lammer.workbench.paytables import Wanted, refuse_wanted
from lammer.workbench.side_bet_tables import JointPlay, PaytableSearch, SideBetTables

Name = Annotated[str, Field(min_length=1, max_length=80)]
Part = Annotated[str, Field(pattern=r"^-?[0-9]{1,4}(\.[0-9]{1,12})?$", description="a part of the wager, like 0.055")]
MAX_PAYS, HIGHEST_PAY, HIGHEST_RATIO = 60, 10**7, 1_000.0


class SearchAsked(Asked):
    """Numbers are texts, so that 0.055 is exactly that."""

    bet: Name
    paytable: Name
    edge_from: Part
    edge_to: Part
    hit_from: Part = "0"
    pays: Annotated[
        tuple[Annotated[int, Field(ge=-HIGHEST_PAY, le=HIGHEST_PAY, strict=True)], ...], Field(max_length=MAX_PAYS)
    ]
    leave_out: Annotated[bool, Field(description="the lowest rows may be missing")] = False


class JointAsked(Asked):
    bet: Name
    ratio: Annotated[float, Field(description="the side wager for a main wager of 1")] = 1.0


def add_workbench_bets(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.post("/api/workbench/paytables")
    async def paytables(body: Asked, user: Viewer) -> SideBetTables:
        """Every paytable of every side bet: chance, pay, return and fair pay of each row, edge, hit rate, spread."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        return cast(SideBetTables, await worked(house, user, body, sheet, "paytables", {}))

    @app.post("/api/workbench/paytables/search")
    async def search_paytables(body: SearchAsked, user: Viewer) -> PaytableSearch:
        """Paytables with pays from a list whose edge and hit rate are as asked."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        refuse_search(sheet, body)
        asked = body.model_dump(include={"bet", "paytable", "edge_from", "edge_to", "hit_from", "leave_out"})
        asked["pays"] = sorted(set(body.pays))
        return cast(PaytableSearch, await worked(house, user, body, sheet, "paytable-search", asked))

    @app.post("/api/workbench/joint-play")
    async def joint_play(body: JointAsked, user: Viewer) -> JointPlay:
        """How play that is best for the main game and a bet on lammers together differs from the main game's own."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        bet = side_bet(sheet, body.bet)
        if bet.lammers is None:
            raise FloorRefused("not-on-play", f"{bet.name} does not depend on play")
        if not (isfinite(body.ratio) and 0 <= body.ratio <= HIGHEST_RATIO):
            text = f"write the side wager for a main wager of 1, from 0 to {HIGHEST_RATIO:,.0f}"
            raise FloorRefused("bad-value", text, keys={"ratio": text})
        return cast(
            JointPlay,
            await worked(house, user, body, sheet, "joint-play", {"bet": body.bet, "ratio": float(body.ratio)}),
        )


def side_bet(sheet: Sheet, bet: str) -> SideBet:
    found = sheet.side_bets.get(bet)
    if found is None:
        raise FloorRefused("no-such-bet", f"{sheet.name} has no side bet {bet!r}")
    return found


def refuse_search(sheet: Sheet, body: SearchAsked) -> None:
    """A refusal names the field that is wrong."""
    bet = side_bet(sheet, body.bet)
    paytable = bet.paytables.get(body.paytable)
    if paytable is None:
        raise FloorRefused("no-such-paytable", f"{bet.name} has no paytable {body.paytable!r}")
    wanted = Wanted(Fraction(body.edge_from), Fraction(body.edge_to), Fraction(body.hit_from), body.pays)
    try:
        refuse_wanted(paytable.basis, len(paytable.rows), wanted)
    except BadArgument as wrong:
        clause = sheet.entries[f"{sheet.side_bet_keys[body.bet]}.paytables.{body.paytable}"].clause
        raise FloorRefused("bad-value", wrong.text, clause, {wrong.argument: wrong.text}) from None
