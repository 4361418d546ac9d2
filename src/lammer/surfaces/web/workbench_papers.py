"""Routes of the workbench's papers: a PAR sheet, a sign, a pocket card, the felt or a picture of the game as it is set.

They are made by the analyst's child processes: a PAR sheet takes many seconds. A page that goes away, or gives up,
ends the work.
"""

from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, Request
from starlette.concurrency import run_in_threadpool

from lammer.surfaces.web.analysis.connected import while_connected
from lammer.surfaces.web.paper_replies import PaperFile, PaperProgress
from lammer.surfaces.web.people import User
from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench import rules_sheet
from lammer.surfaces.web.workbench_requests import Asked, Rules
from lammer.surfaces.web.workbench_work import work_question, worked

Kind = Literal[
    "par",
    "rules",
    "card",
    "felt",
    "plot-chart",
    "plot-results",
    "plot-edge-by-rule",
    "plot-bankroll",
    "plot-convergence",
    "plot-meter",
]


class PaperAsked(Rules):
    """Which paper of the game, and its size."""

    kind: Kind
    paper: Literal["a4", "letter"] = "a4"


def add_workbench_papers(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    async def asked(body: PaperAsked) -> tuple[Asked, Any, dict[str, Any]]:
        """No page asks it: a paper is wanted although other rules are set meanwhile."""
        sheet = await run_in_threadpool(rules_sheet, body)
        return Asked(game=body.game, overrides=body.overrides), sheet, {"kind": body.kind, "paper": body.paper}

    @app.post("/api/workbench/paper")
    async def game_paper(body: PaperAsked, user: Viewer, request: Request) -> PaperFile:
        """A document or picture of the game as it is set."""
        house.count_analysis(user)
        rules, sheet, wanted = await asked(body)
        made: PaperFile = await while_connected(request, worked(house, user, rules, sheet, "paper", wanted))
        return made

    @app.post("/api/workbench/paper/progress")
    async def paper_progress(body: PaperAsked, _user: Viewer) -> PaperProgress:
        """How far the same paper is."""
        rules, sheet, wanted = await asked(body)
        done, of, part = house.analyst.progress(work_question(rules, sheet, "paper", wanted))
        return {"done": done, "of": of, "part": part}
