"""Work that routes of the workbench ask of the analyst, with what they need beside the sheet."""

import json
from typing import Any

from lammer.floor.refusals import FloorRefused
from lammer.rules.sheet import Sheet
from lammer.surfaces.web.analysis.jobs import Question
from lammer.surfaces.web.people import User
from lammer.surfaces.web.server import House
from lammer.surfaces.web.workbench import asker_of, question
from lammer.surfaces.web.workbench_requests import Asked


def work_question(body: Asked, sheet: Sheet, task: str, asked: dict[str, Any]) -> Question:
    return question(task, body.game, body.overrides, sheet, json.dumps(asked, sort_keys=True))


async def worked(house: House, user: User, body: Asked, sheet: Sheet, task: str, asked: dict[str, Any]) -> Any:
    """The answer of a task. One that is only a refusal is raised as such."""
    found = await house.analyst.ask(work_question(body, sheet, task, asked), asker_of(user, body))
    if isinstance(found.get("refused"), str):
        raise FloorRefused("not-analysed", found["refused"], keys=found.get("keys", {}))
    return found
