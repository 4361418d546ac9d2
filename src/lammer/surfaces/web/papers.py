"""Routes of a jackpot's forms: what its books can print, and each form as PDF, for the staff who may see it."""

import base64
import threading
from typing import Annotated, Literal

from fastapi import Depends, FastAPI
from pydantic import BaseModel, ConfigDict, Field

from lammer.errors import MissingExtra
from lammer.floor.refusals import FloorRefused
from lammer.papers.forms.catalogue import Wanted, made
from lammer.papers.forms.listing import printable
from lammer.papers.forms.refusals import FormRefused
from lammer.papers.pdf import pdf_bytes
from lammer.surfaces.web.guard import TooFast
from lammer.surfaces.web.paper_replies import JackpotPapers, PaperFile
from lammer.surfaces.web.people import Role, User
from lammer.surfaces.web.server import House

READERS: tuple[Role, ...] = ("supervisor", "executive", "auditor")
AT_ONCE = 2
"""Forms that are made at the same time. Each takes a third of a second, most of it without Python's lock."""
Form = Literal["slip", "approval", "terms", "reading", "reconciliation", "liability", "petition", "transfer"]
Number = Annotated[int, Field(ge=0, le=10**15, strict=True)]
Text = Annotated[str, Field(max_length=100)]
TAKES: dict[Form, tuple[str, ...]] = {
    "slip": ("table", "hand", "spot"),
    "approval": ("table", "hand", "spot"),
    "terms": ("event",),
    "reading": ("event",),
    "reconciliation": ("event",),
    "liability": ("event",),
    "petition": ("reference",),
    "transfer": ("reference",),
}


class FormAsked(BaseModel):
    """What a form is about; each reads some of these."""

    model_config = ConfigDict(extra="forbid")
    table: Text = ""
    hand: Number = 0
    spot: Number = 0
    event: Number = 0
    reference: Text = ""
    paper: Literal["a4", "letter"] = "a4"


def add_papers(app: FastAPI, house: House) -> None:
    Reader = Annotated[User, Depends(house.guard.role(*READERS))]  # noqa: N806
    places = threading.BoundedSemaphore(AT_ONCE)

    @app.get("/api/links/{link}/papers")
    def jackpot_papers(link: str, _user: Reader) -> JackpotPapers:
        """What the books of a jackpot can print."""
        try:
            found = printable(house.floor.journal, link)
        except FormRefused as refused:
            raise FloorRefused(refused.code, refused.text) from None
        return {"awards": found.awards, "readings": found.readings, "petitions": found.petitions}

    @app.post("/api/links/{link}/papers/{form}")
    def jackpot_form(link: str, form: Form, body: FormAsked, user: Reader) -> PaperFile:
        """One form as PDF, from the books. Nothing is written."""
        house.count_costly(user)
        given = body.model_dump()
        wanted = Wanted(form, link, {name: given[name] for name in TAKES[form]})
        if not places.acquire(blocking=False):
            raise TooFast
        try:
            document = made(house.floor.journal, wanted, body.paper)
            content = pdf_bytes(document, body.paper)
        except FormRefused as refused:
            raise FloorRefused(refused.code, refused.text) from None
        except MissingExtra as missing:
            raise FloorRefused("not-installed", str(missing)) from None
        finally:
            places.release()
        return {
            "file": f"{form}-{document.title}.pdf",
            "type": "application/pdf",
            "content": base64.b64encode(content).decode(),
        }
