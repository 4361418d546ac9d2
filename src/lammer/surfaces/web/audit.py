"""For auditors: the books read again, by code that shares nothing with the code that wrote them."""

import threading
from typing import Annotated, Any

from fastapi import Depends, FastAPI

from lammer.floor.accounts import side_of
from lammer.floor.refusals import FloorRefused
from lammer.ledger.verify import verify
from lammer.surfaces.web.house import House
from lammer.surfaces.web.people import User


def add_audit(app: FastAPI, house: House) -> None:
    alone = threading.Lock()

    @app.post("/api/verify")
    def verify_books(_user: Annotated[User, Depends(house.guard.role("auditor"))]) -> dict[str, Any]:
        """Some thirty thousand events a second; one reading at a time."""
        if not alone.acquire(blocking=False):
            raise FloorRefused("being-verified", "the books are being read just now; ask again in a moment")
        try:
            verdict = verify(house.floor.journal.where, side_of=side_of)
        finally:
            alone.release()
        faults = [fault._asdict() for fault in verdict.faults]
        return verdict._asdict() | {"whole": not faults, "faults": faults, "warnings": list(verdict.warnings)}
