"""Routes: Meters, and the steps of a jackpot's procedure, each for its role.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import Literal, Unpack, cast

from lammer.client.connection import quoted
from lammer.client.requests import Routes
from lammer.client.routes.jackpot_types import (
    ApprovedTable,
    Duty,
    Enrolled,
    FormAsked,
    JackpotLink,
    JackpotPapers,
    Jackpots,
    NewLink,
    Relieved,
    Selected,
    Spot,
    StaffEnrolled,
    Swiped,
    TableApproved,
    Terms,
    Voided,
)
from lammer.client.routes.shared_types import KeyedBody, PaperFile, Posted


class JackpotsRoutes(Routes):
    """Meters, and the steps of a jackpot's procedure, each for its role."""

    def jackpots(self) -> Jackpots:
        """The jackpots, and the shipped terms for a new one. For: everybody who is logged in."""
        return cast(Jackpots, self._get("/api/links"))

    def open_jackpot(self, **body: Unpack[NewLink]) -> JackpotLink:
        """Opens a jackpot with shipped terms, some of whose values may be changed, and enrols the staff. For:
        executive."""
        return cast(JackpotLink, self._command("/api/links", body))

    def jackpot_terms(self) -> list[Terms]:
        """Shipped terms, with every value that a new jackpot may change. For: everybody who is logged in."""
        return cast(list[Terms], self._get("/api/terms"))

    def enrol_staff(self, link: str, **body: Unpack[Enrolled]) -> StaffEnrolled:
        """Enrols a user who was added after the jackpot was opened, with the highest of their roles. For:
        executive."""
        return cast(StaffEnrolled, self._command(f"/api/links/{quoted(link)}/staff", body))

    def approve_jackpot_table(self, link: str, **body: Unpack[ApprovedTable]) -> TableApproved:
        """Approves a table with sensors and signage: from now on it accepts progressive wagers (SD.19 (1)). For:
        executive."""
        return cast(TableApproved, self._command(f"/api/links/{quoted(link)}/tables", body))

    def duty(self, table: str, **body: Unpack[Duty]) -> Posted:
        """Comes on duty at a table, or goes off duty, between hands of its jackpot. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/duty", body))

    def press_lights(self, table: str, **body: Unpack[KeyedBody]) -> Posted:
        """The dealer's first button: bets are closed and the sensors light up. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/lights", body))

    def press_take(self, table: str, **body: Unpack[KeyedBody]) -> Posted:
        """The dealer's second button: the progressive wagers are taken and the meters advance. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/take", body))

    def press_deal(self, table: str, **body: Unpack[KeyedBody]) -> Posted:
        """The dealer's third button: the cards are dealt. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/deal", body))

    def select_win(self, table: str, **body: Unpack[Selected]) -> Posted:
        """The dealer selects a winning spot and its hand. The same request again, with another key, undoes it.
        For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/select", body))

    def end_jackpot_hand(self, table: str, **body: Unpack[KeyedBody]) -> Posted:
        """The dealer's last button: wins that need no approval are paid and the hand is over. For: dealer."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/end", body))

    def confirm_win(self, table: str, **body: Unpack[Spot]) -> Posted:
        """The supervisor confirms a win that needs approval. The award is frozen at its amount. For: supervisor."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/confirm", body))

    def relieve_dealer(self, table: str, **body: Unpack[Relieved]) -> Posted:
        """Relieves a dealer who has left; from now on the automatic dealer presses the buttons. For: supervisor."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/relieve", body))

    def swipe_card(self, table: str, **body: Unpack[Swiped]) -> Posted:
        """Completes a confirmed award with your password in place of a keycard, and pays it off the meter. For:
        supervisor or executive."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/swipe", body))

    def void_win(self, table: str, **body: Unpack[Voided]) -> Posted:
        """Takes back a win that was confirmed by mistake and is not completed, with a note. For: executive."""
        return cast(Posted, self._command(f"/api/tables/{quoted(table)}/jackpot/void", body))

    def jackpot_papers(self, link: str) -> JackpotPapers:
        """What the books of a jackpot can print. For: supervisor or executive or auditor."""
        return cast(JackpotPapers, self._get(f"/api/links/{quoted(link)}/papers"))

    def jackpot_form(
        self,
        link: str,
        form: Literal["slip", "approval", "terms", "reading", "reconciliation", "liability", "petition", "transfer"],
        **body: Unpack[FormAsked],
    ) -> PaperFile:
        """One form as PDF, from the books. Nothing is written. For: supervisor or executive or auditor."""
        return cast(PaperFile, self._post(f"/api/links/{quoted(link)}/papers/{quoted(form)}", body))
