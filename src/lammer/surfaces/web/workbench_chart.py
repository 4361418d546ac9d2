"""Routes of the workbench's chart and of its hands."""

import json
from typing import Annotated, Any, Literal, cast

from fastapi import Depends, FastAPI, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from lammer.floor.refusals import FloorRefused
from lammer.rule_tables.tables import rule_tables
from lammer.rules.sheet import Sheet
from lammer.surfaces.web.analysis.connected import while_connected
from lammer.surfaces.web.people import User
from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench import asker_of, question, rules_sheet
from lammer.surfaces.web.workbench_requests import Asked
from lammer.workbench.chart import ChartReport, PlayedChart
from lammer.workbench.chart_cells import BadCell, cell_text, play_text, read_cell, read_cells
from lammer.workbench.chart_hands import CellHands
from lammer.workbench.hand import BadHand, HandReport, read_hand

CellPlay = Annotated[str, Field(max_length=40, description="a cell and its play, like hard16vT:S or free.pair8v6:FP/P")]
CellPlays = Annotated[tuple[CellPlay, ...], Field(max_length=400)]
Cards = Annotated[str, Field(max_length=400, description="values, like 8 8: A, 2 to 9, T")]


class PlayedChartAsked(Asked):
    """``edits`` are written into the chart; around ``locks`` the rest of the chart is solved."""

    edits: CellPlays = ()
    locks: CellPlays = ()


class CellAsked(Asked):
    cell: Annotated[str, Field(max_length=20, description="like hard16vT or free.pair8v6")]


class HandAsked(Asked):
    """``removed`` are further cards that are out of the shoe. ``hands`` is the number of hands on the box."""

    cards: Cards
    up: Annotated[str, Field(max_length=4)]
    removed: Cards = ""
    stake: Literal["own", "free"] = "own"
    hands: Annotated[int, Field(ge=1, le=8, strict=True)] = 1


def add_workbench_chart(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    async def answer(task: str, of: tuple[Asked, User, Request], sheet: Sheet, asked: dict[str, Any]) -> Any:
        body, user, request = of
        analyst_question = question(task, body.game, body.overrides, sheet, json.dumps(asked))
        return await while_connected(request, house.analyst.ask(analyst_question, asker_of(user, body)))

    @app.post("/api/workbench/chart")
    async def chart(body: Asked, user: Viewer, request: Request) -> ChartReport:
        """The best chart of a game: values of every play, margins, frequencies and costs of mistakes."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        return cast(ChartReport, await answer("chart", (body, user, request), sheet, {}))

    @app.post("/api/workbench/chart/played")
    async def chart_played(body: PlayedChartAsked, user: Viewer, request: Request) -> PlayedChart:
        """The best chart around locked cells, with edited cells written into it, and what it costs."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        asked = await run_in_threadpool(_cells, sheet, body)
        return cast(PlayedChart, await answer("played-chart", (body, user, request), sheet, asked))

    @app.post("/api/workbench/chart/cell")
    async def chart_cell(body: CellAsked, user: Viewer, request: Request) -> CellHands:
        """The hands inside one cell of the best chart, and where their best play is another."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        try:
            cell = await run_in_threadpool(lambda: read_cell(rule_tables(sheet), body.cell))
        except BadCell as refused:
            raise _refused(refused) from None
        return cast(CellHands, await answer("cell-hands", (body, user, request), sheet, {"cell": cell_text(cell)}))

    @app.post("/api/workbench/hand")
    async def hand_values(body: HandAsked, user: Viewer, request: Request) -> HandReport:
        """The exact value of every action with one hand, the dealer's final hands, and what the next card does."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        asked = body.model_dump(include={"cards", "up", "removed", "stake", "hands"})
        try:
            await run_in_threadpool(lambda: read_hand(sheet, **asked))
        except BadHand as refused:
            raise FloorRefused("bad-hand", refused.text, "", {refused.field: refused.text}) from None
        return cast(HandReport, await answer("hand", (body, user, request), sheet, asked))


def _cells(sheet: Sheet, body: PlayedChartAsked) -> dict[str, list[str]]:
    """Cells as the server would write them: equal charts are worked out once."""
    try:
        edits, locks = (read_cells(rule_tables(sheet), texts) for texts in (body.edits, body.locks))
        twice = next((cell for cell in edits if cell in locks), None)
        if twice is not None:
            raise BadCell(cell_text(twice), "the cell is edited and locked; leave one out")
    except BadCell as refused:
        raise _refused(refused) from None
    written = [sorted(f"{cell_text(cell)}:{play_text(play)}" for cell, play in one.items()) for one in (edits, locks)]
    return {"edits": written[0], "locks": written[1]}


def _refused(refused: BadCell) -> FloorRefused:
    return FloorRefused("bad-cell", str(refused), "", {refused.cell: refused.text})
