"""Routes of the workbench: the controls of a game, and the exact figures that follow from how they are set.

Sheets are loaded in threads, and figures are worked out by the analyst's child process: the event loop only waits.
"""

import asyncio
from functools import lru_cache
from typing import Annotated, cast

from fastapi import Depends, FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool

from lammer.floor.refusals import FloorRefused
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.surfaces.web import requests
from lammer.surfaces.web.analysis.analyst import Analyst
from lammer.surfaces.web.analysis.connected import while_connected
from lammer.surfaces.web.analysis.jobs import Asker, Question, Superseded, Unavailable
from lammer.surfaces.web.answers import error
from lammer.surfaces.web.people import User
from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench_replies import (
    ControlGroup,
    ControlView,
    EdgeMeasured,
    RuleEffect,
    RuleEffects,
    SheetFile,
    WorkbenchGame,
)
from lammer.surfaces.web.workbench_requests import Asked, EdgeAsked, EffectsAsked, Rules
from lammer.workbench.controls import Control, control_groups, controls, setting_text
from lammer.workbench.effects import Change, changed, changes
from lammer.workbench.export import exported
from lammer.workbench.measures import Measures, QuickSpread, Spread, difference

KEPT_SHEETS = 128


def add_workbench(app: FastAPI, house: House) -> None:
    @app.exception_handler(Superseded)
    async def _superseded(_request: Request, why: Superseded) -> Response:
        return error(409, "superseded", str(why))

    @app.exception_handler(Unavailable)
    async def _unavailable(_request: Request, why: Unavailable) -> Response:
        return error(503, "analysis-unavailable", str(why))

    _add_sheets(app, house)
    _add_figures(app, house)


def _add_sheets(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.get("/api/workbench/{game}")
    async def game_controls(game: requests.Game, user: Viewer) -> WorkbenchGame:
        """Everything of a game that can be set. The first figures are begun at once."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(game_sheet, game)
        house.analyst.warm(question("edge", game, (), sheet))
        return await run_in_threadpool(workbench_game, game, sheet)

    @app.post("/api/workbench/sheet")
    def sheet_file(body: Rules, user: Viewer) -> SheetFile:
        """The changed game as a TOML sheet, which extends the sheet it comes from."""
        house.count_analysis(user)
        found = exported(rules_sheet(body))
        return {"file": found.file, "text": found.text}


def _add_figures(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806
    analyst = house.analyst

    @app.post("/api/workbench/edge")
    async def edge(body: EdgeAsked, user: Viewer, request: Request) -> EdgeMeasured:
        """The exact house edge for best play, every side bet, and the differences to the sheet and to a second game."""
        house.count_analysis(user)
        games: list[Rules] = [body, Rules(game=body.game), *([body.pin] if body.pin else [])]
        sheets = await run_in_threadpool(lambda: [rules_sheet(one) for one in games])
        asked = [question("edge", one.game, one.overrides, sheet) for one, sheet in zip(games, sheets, strict=True)]
        found = await while_connected(request, measured(analyst, asked, asker_of(user, body)))
        return edge_json(found, written_overrides(*sheets[:2]))

    @app.post("/api/workbench/spread")
    async def spread(body: Asked, user: Viewer, request: Request) -> Spread:
        """The exact standard deviation of a round, the money at risk and the chance of each net result."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        asked = question("spread", body.game, body.overrides, sheet)
        return cast(Spread, await while_connected(request, analyst.ask(asked, asker_of(user, body))))

    @app.post("/api/workbench/spread/quick")
    async def quick_spread(body: Asked, user: Viewer, request: Request) -> QuickSpread:
        """The standard deviation within a tolerance, while the exact one is computed."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        asked = question("quick-spread", body.game, body.overrides, sheet)
        return cast(QuickSpread, await while_connected(request, analyst.ask(asked, asker_of(user, body))))

    @app.post("/api/workbench/effects")
    async def rule_effects(body: EffectsAsked, user: Viewer, request: Request) -> RuleEffects:
        """What every single change of one value is worth from here."""
        house.count_analysis(user)
        sheet = await run_in_threadpool(rules_sheet, body)
        control = await run_in_threadpool(lambda: control_of(sheet, game_sheet(body.game), body.key))
        found = effects_of(analyst, body, asker_of(user, body), sheet, control)
        return {"key": body.key, "effects": await while_connected(request, found)}


async def measured(analyst: Analyst, asked: list[Question], asker: Asker | None) -> list[Measures]:
    return list(await asyncio.gather(*(analyst.ask(one, asker) for one in asked)))


async def effects_of(
    analyst: Analyst, body: EffectsAsked, asker: Asker | None, sheet: Sheet, control: Control
) -> list[RuleEffect]:
    now = await analyst.ask(question("edge", body.game, body.overrides, sheet), asker)
    return [await effect_of(analyst, body, asker, change, now) for change in changes(control)]


async def effect_of(
    analyst: Analyst, body: EffectsAsked, asker: Asker | None, change: Change, now: Measures
) -> RuleEffect:
    rules = Rules.model_construct(game=body.game, overrides=changed(body.overrides, change))
    try:
        sheet = await run_in_threadpool(rules_sheet, rules)
    except FloorRefused as refused:
        return _refused_effect(change, refused.text)
    asked = question("edge", body.game, rules.overrides, sheet)
    return effect_json(change, await analyst.ask(asked, asker, background=True), now)


def edge_json(found: list[Measures], overrides: list[str]) -> EdgeMeasured:
    measured, default, *pinned = found
    reply = {
        **measured,
        "overrides": overrides,
        "default": difference(measured, default),
        "pin": difference(measured, pinned[0]) if pinned else None,
    }
    return cast(EdgeMeasured, reply)


def question(task: str, game: str, overrides: tuple[str, ...], sheet: Sheet, asked: str = "{}") -> Question:
    return Question(task, game, overrides, sheet.ref, sheet.digest, asked)


def asker_of(user: User, body: Asked) -> Asker | None:
    """Pages are each user's own: nobody can give up what another has asked."""
    return Asker(f"{user.name}: {body.page}", body.turn) if body.page else None


def game_sheet(game: str) -> Sheet:
    try:
        return _loaded(game, ())
    except SheetFaults as faults:
        raise FloorRefused("no-such-game", "; ".join(str(one) for one in faults.faults)) from None


def rules_sheet(rules: Rules) -> Sheet:
    """A refusal says what is wrong with which value."""
    game_sheet(rules.game)
    try:
        return _loaded(rules.game, rules.overrides)
    except SheetFaults as refused:
        first = refused.faults[0]
        keys = {fault.key: fault.text for fault in reversed(refused.faults) if fault.key}
        text = f"{first.key}: {first.text}" if first.key else first.text
        raise FloorRefused("bad-value", text, first.clause, keys) from None


@lru_cache(maxsize=KEPT_SHEETS)
def _loaded(game: str, overrides: tuple[str, ...]) -> Sheet:
    return load_sheet(game, overrides)


def written_overrides(sheet: Sheet, default: Sheet) -> list[str]:
    """The values that differ from the sheet's own, as overrides."""
    return [
        f"{key}={setting_text(entry.value)}"
        for key, entry in sorted(sheet.entries.items())
        if entry.value != default.entries[key].value
    ]


def workbench_game(game: str, sheet: Sheet) -> WorkbenchGame:
    groups: list[ControlGroup] = [
        {
            "title": group.title,
            "side_bet": group.side_bet,
            "procedure": group.procedure,
            "controls": [_control_json(one, with_effects=not group.procedure) for one in group.controls],
        }
        for group in control_groups(sheet, sheet)
    ]
    return {"game": game, "sheet": sheet.ref, "name": sheet.name, "summary": sheet.summary, "groups": groups}


def _control_json(control: Control, *, with_effects: bool) -> ControlView:
    return {
        "key": control.key,
        "label": control.label,
        "clause": control.clause,
        "note": control.note,
        "kind": control.kind,
        "default": control.default,
        "value": control.value,
        "choices": [{"text": one.text, "label": one.label} for one in control.choices],
        "minimum": control.minimum,
        "maximum": control.maximum,
        "step": control.step,
        "effects": sum(1 for _ in changes(control)) if with_effects else 0,
    }


def control_of(sheet: Sheet, default: Sheet, key: str) -> Control:
    found = next((one for one in controls(sheet, default) if one.key == key), None)
    if found is None:
        raise FloorRefused("no-such-value", f"{key} is not a value that the edge depends on")
    return found


def effect_json(change: Change, then: Measures, now: Measures) -> RuleEffect:
    found = difference(then, now)
    return {
        "key": change.key,
        "override": change.override,
        "label": change.label,
        "house_edge": then["house_edge"],
        "difference": found["house_edge"],
        "side_bets": [bet for bet in found["side_bets"] if bet["difference"]],
        "refused": "; ".join(then["refused"]),
    }


def _refused_effect(change: Change, why: str) -> RuleEffect:
    return {
        "key": change.key,
        "override": change.override,
        "label": change.label,
        "house_edge": None,
        "difference": None,
        "side_bets": [],
        "refused": why,
    }
