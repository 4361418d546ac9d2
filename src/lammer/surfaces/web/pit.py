"""Routes of the pit: numbered forms, and the report of actual against theoretical win."""

import threading
from typing import Annotated, cast

from fastapi import Depends, FastAPI

from lammer.floor.pit.desk import PitDesk, form_view
from lammer.floor.pit.report import Line, pit_report, report_csv
from lammer.floor.pit.rounds import RoundFigures, finished_rounds, notes, shift_changes
from lammer.floor.refusals import FloorRefused
from lammer.surfaces.web import requests
from lammer.surfaces.web.answers import Csv
from lammer.surfaces.web.history import gently, one_at_a_time
from lammer.surfaces.web.people import Role, User
from lammer.surfaces.web.pit_replies import PitForm, PitLine, PitNoted
from lammer.surfaces.web.server import House, own_key

STAFF: tuple[Role, ...] = ("dealer", "supervisor", "executive", "auditor")
READERS: tuple[Role, ...] = ("supervisor", "executive", "auditor")


def add_pit(app: FastAPI, house: House) -> None:
    _add_forms(app, house)
    _add_report(app, house)


def _add_forms(app: FastAPI, house: House) -> None:
    """``floor/pit/forms.py`` decides who may prepare and sign which form."""
    Staff = Annotated[User, Depends(house.guard.role(*STAFF))]  # noqa: N806
    desk = PitDesk(house.floor)

    @app.get("/api/pit/forms")
    def pit_forms(_user: Staff, table: str = "") -> list[PitForm]:
        """The forms of the pit, or of one table: fills, credits, inventories and counts."""
        return [cast(PitForm, form_view(one)) for one in desk.forms(table)]

    @app.post("/api/pit/forms")
    def prepare_form(body: requests.NewForm, user: Staff) -> PitForm:
        """Prepares a numbered form. A second person must sign it before chips move."""
        posted = desk.prepare(own_key(user, body), user.name, body.table, body.kind, _chips(body.chips))
        return cast(PitForm, posted.answer)

    @app.post("/api/pit/forms/{form}/sign")
    def sign_form(form: str, body: requests.SignedForm, user: Staff) -> PitForm:
        """Signs a form that another person prepared. For a count the second person sends their own figures."""
        chips = None if body.chips is None else _chips(body.chips)
        return cast(PitForm, desk.sign(own_key(user, body), user.name, form, chips).answer)

    @app.post("/api/pit/forms/{form}/void")
    def void_form(form: str, body: requests.VoidedForm, user: Staff) -> PitForm:
        """Voids a form that is not signed, with a reason."""
        return cast(PitForm, desk.void(own_key(user, body), user.name, form, body.reason).answer)


def _chips(chips: dict[str, int]) -> dict[int, int]:
    return {int(value): pieces for value, pieces in chips.items()}


class Report:
    """Caches the rounds that were read, because they do not change."""

    def __init__(self, house: House) -> None:
        self._house, self._alone = house, threading.Lock()
        self._rounds: list[RoundFigures] = []

    def lines(self, by: requests.Period, table: str) -> list[Line]:
        where = self._house.floor.journal.where
        with one_at_a_time(self._alone):
            after = self._rounds[-1].event if self._rounds else 0
            self._rounds += gently(finished_rounds(where, after=after))
            rounds = [one for one in self._rounds if table in ("", one.table)]
        return pit_report(rounds, by, shift_changes(where), notes(where))


def _add_report(app: FastAPI, house: House) -> None:
    Reader = Annotated[User, Depends(house.guard.role(*READERS))]  # noqa: N806
    Supervisor = Annotated[User, Depends(house.guard.role("supervisor", "executive"))]  # noqa: N806
    report, desk = Report(house), PitDesk(house.floor)

    @app.get("/api/pit/report", operation_id="pit_report")
    def lines(user: Reader, by: requests.Period = "day", table: str = "") -> list[PitLine]:
        """Figures of tables by shift, day (UTC) or month, or since they were opened."""
        house.count_costly(user)
        return [cast(PitLine, line.as_json()) for line in report.lines(by, table)]

    @app.get("/api/pit/report.csv", response_class=Csv)
    def pit_report_csv(user: Reader, by: requests.Period = "day", table: str = "") -> Csv:
        """The same figures as CSV."""
        house.count_costly(user)
        return Csv(
            report_csv(report.lines(by, table)), headers={"Content-Disposition": f'attachment; filename="pit-{by}.csv"'}
        )

    @app.post("/api/pit/notes")
    def note_alarm(body: requests.AlarmNote, user: Supervisor) -> PitNoted:
        """Records an explanation of an alarm and closes it, until more rounds are played in its period."""
        line = next((one for one in report.lines(body.by, body.table) if one.period == body.period), None)
        if line is None or line.rounds != body.rounds:
            raise FloorRefused("other-figures", "this line of the report has changed: reload it")
        figures = {"by": body.by, "period": body.period, "rounds": line.rounds, "win": line.win}
        figures |= {"theory": round(line.theory), "low": round(line.low), "high": round(line.high)}
        posted = desk.note(own_key(user, body), user.name, body.table, figures, body.note)
        return {"event": posted.number}
