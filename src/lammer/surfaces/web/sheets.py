"""Routes of the sheets that a house has approved for its tables."""

from typing import Annotated, cast

from fastapi import Depends, FastAPI

from lammer.floor.approved_sheets import approved_sheets, decide_sheet
from lammer.rules.overrides import split_overrides
from lammer.surfaces.web import requests
from lammer.surfaces.web.lobby import playable
from lammer.surfaces.web.people import User
from lammer.surfaces.web.replies import ApprovedSheet, ApprovedSheets, SheetDecided
from lammer.surfaces.web.server import House, own_key


def _sheet_json(ref: str, by: str) -> ApprovedSheet:
    game, _, values = ref.partition("[")
    overrides = split_overrides(values.removesuffix("]")) if values else []
    return {"sheet": ref, "by": by, "game": game.partition("@")[0], "overrides": overrides}


def add_sheets(app: FastAPI, house: House) -> None:
    @app.get("/api/approved-sheets", operation_id="approved_sheets")
    def approved(_user: Annotated[User, Depends(house.guard.anyone)]) -> ApprovedSheets:
        """The sheets approved for tables; a training floor may open any other too."""
        found = approved_sheets(house.floor, playable())
        return {"training": house.floor.training, "sheets": [_sheet_json(sheet, by) for sheet, by in found]}

    @app.post("/api/approved-sheets")
    def approve_sheet(
        body: requests.SheetDecision, user: Annotated[User, Depends(house.guard.role("executive", "administrator"))]
    ) -> SheetDecided:
        """Approve a sheet with its overrides, or withdraw the approval. The answer has the remarks of `lint`."""
        posted, remarks = decide_sheet(
            house.floor,
            own_key(user, body),
            user.name,
            body.game,
            body.overrides,
            approved=body.approved,
            reason=body.reason,
        )
        answer = {"event": posted.number, "repeated": posted.repeated, **posted.answer}
        return cast(SheetDecided, answer | {"remarks": [str(one) for one in remarks]})
