"""Routes: Numbered forms, and actual against theoretical win.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import Literal, Unpack, cast

from lammer.client.connection import quoted
from lammer.client.requests import Routes
from lammer.client.routes.pit_types import AlarmNote, NewForm, PitForm, PitLine, PitNoted, SignedForm, VoidedForm


class PitRoutes(Routes):
    """Numbered forms, and actual against theoretical win."""

    def pit_forms(self, *, table: str | None = None) -> list[PitForm]:
        """The forms of the pit, or of one table: fills, credits, inventories and counts. For: dealer or supervisor
        or executive or auditor."""
        return cast(list[PitForm], self._get("/api/pit/forms", table=table))

    def prepare_form(self, **body: Unpack[NewForm]) -> PitForm:
        """Prepares a numbered form. A second person must sign it before chips move. For: dealer or supervisor or
        executive or auditor."""
        return cast(PitForm, self._command("/api/pit/forms", body))

    def sign_form(self, form: str, **body: Unpack[SignedForm]) -> PitForm:
        """Signs a form that another person prepared. For a count the second person sends their own figures. For:
        dealer or supervisor or executive or auditor."""
        return cast(PitForm, self._command(f"/api/pit/forms/{quoted(form)}/sign", body))

    def void_form(self, form: str, **body: Unpack[VoidedForm]) -> PitForm:
        """Voids a form that is not signed, with a reason. For: dealer or supervisor or executive or auditor."""
        return cast(PitForm, self._command(f"/api/pit/forms/{quoted(form)}/void", body))

    def pit_report(
        self, *, by: Literal["table", "shift", "day", "month"] | None = None, table: str | None = None
    ) -> list[PitLine]:
        """Figures of tables by shift, day (UTC) or month, or since they were opened. For: supervisor or executive
        or auditor."""
        return cast(list[PitLine], self._get("/api/pit/report", by=by, table=table))

    def pit_report_csv(
        self, *, by: Literal["table", "shift", "day", "month"] | None = None, table: str | None = None
    ) -> str:
        """The same figures as CSV. For: supervisor or executive or auditor."""
        return cast(str, self._get("/api/pit/report.csv", by=by, table=table))

    def note_alarm(self, **body: Unpack[AlarmNote]) -> PitNoted:
        """Records an explanation of an alarm and closes it, until more rounds are played in its period. For:
        supervisor or executive."""
        return cast(PitNoted, self._command("/api/pit/notes", body))
