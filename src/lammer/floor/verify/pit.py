"""Checks the pit's forms: numbers without gaps, two persons, correct sums, and chips that move as the form says once it
is signed."""

import json
from collections import Counter
from typing import Any

from lammer.cards.money import money_text
from lammer.floor.accounts import bank
from lammer.floor.pit.forms import KINDS, Form, form_name, total_of
from lammer.floor.verify.rounds import UNREADABLE
from lammer.floor.verify.verdict import Findings
from lammer.ledger.records import Entry
from lammer.ledger.verify.evidence import Ask, Row

PREFIX = "pit-"


class PitForms:
    def __init__(self, findings: Findings, ask: Ask) -> None:
        self._findings, self._ask = findings, ask
        self._forms: dict[str, Form] = {}
        self._counted_at: dict[str, int] = {}
        self._last: Counter[str] = Counter()

    def event(self, row: Row, lines: list[Row]) -> None:
        number, kind, actor, at, _, body, answer = row
        due: tuple[Entry, ...] = ()
        try:
            request, result = json.loads(body), json.loads(answer)
            if kind == "pit-prepare":
                self._prepared(number, actor, at, request, result)
            elif kind in ("pit-sign", "pit-void"):
                due = self._closed(number, kind, actor, at, request, result)
            elif kind != "pit-note":
                self._fault(number, f"there is no step {kind}")
        except UNREADABLE as error:
            self._fault(number, f"it cannot be read: {error!r:.200}")
        moved = [Entry(*line[2:]) for line in lines]
        for debit, credit, amount, _ in (Counter(moved) - Counter(due)).elements():
            self._fault(number, f"no form moves {money_text(amount)} from {debit} to {credit}")
        for debit, credit, amount, _ in (Counter(due) - Counter(moved)).elements():
            self._fault(number, f"the books lack {money_text(amount)} from {debit} to {credit}")

    def _prepared(self, number: int, actor: str, at: str, request: dict[str, Any], result: dict[str, Any]) -> None:
        kind = request["kind"]
        self._last[kind] += 1
        name = form_name(kind, self._last[kind])
        if result["form"] != name:
            self._fault(number, f"the form is {result['form']}; the next number is {name}")
            self._last[kind] = int(result["form"].partition("-")[2])
            name = result["form"]
        chips = _chips(request["chips"])
        form = {"form": name, "kind": kind, "table": request["table"], "chips": chips, "total": total_of(chips)}
        form |= {"prepared_by": actor, "prepared_at": at, "alone": result.get("alone", False)}
        self._forms[name], self._counted_at[name] = Form.model_validate(form), number

    def _closed(
        self, number: int, step: str, actor: str, at: str, request: dict[str, Any], result: dict[str, Any]
    ) -> tuple[Entry, ...]:
        name = request["form"]
        form = self._forms.get(name)
        if form is None or form.status != "prepared":
            self._fault(number, f"{name} was not prepared, or is already closed")
            return ()
        alone = form.alone or result.get("alone", False)
        if step == "pit-void":
            if actor != form.prepared_by and not alone:
                self._fault(number, f"{name} was voided by {actor}, but prepared by {form.prepared_by}")
            status, recount = "void", None
        else:
            if actor == form.prepared_by and not alone:
                self._fault(number, f"{name} was prepared and signed by one person, {actor}")
            recount = _chips(request["chips"]) if "chips" in request else None
            if (KINDS[name[0]] == "count") != (recount is not None):
                self._fault(number, f"{name} lacks the second person's count, or has one that it should not have")
            status = "signed" if recount in (None, form.chips) else "differs"
        if result["status"] != status:
            self._fault(number, f"{name} is {result['status']} in the books, but {status} by its steps")
        closed = form.model_copy(update={"status": status, "signed_by": actor, "signed_at": at, "recount": recount})
        self._forms[name] = closed
        if status == "signed" and result["total"] != form.total:
            self._fault(
                number, f"{name} has a total of {money_text(result['total'])}; its chips are {money_text(form.total)}"
            )
        if status == "signed" and form.kind in ("inventory", "count"):
            self._tray(number, closed, result)
        return closed.entries

    def _tray(self, number: int, form: Form, result: dict[str, Any]) -> None:
        """The expected amount on the form must be the balance of the tray when it was counted."""
        account, before = bank(form.table).replace("'", "''"), self._counted_at[form.form]
        sums = f"CASE WHEN credit = '{account}' THEN amount ELSE -amount END"
        where = f"(credit = '{account}' OR debit = '{account}') AND event < {before}"
        ((held,),) = self._ask(f"SELECT coalesce(sum({sums}), 0) FROM entries WHERE {where}")
        if result["expected"] != int(held):
            self._fault(
                number, f"{form.form} expects {money_text(result['expected'])}; the books had {money_text(int(held))}"
            )

    def _fault(self, event: int, text: str) -> None:
        self._findings.fault("form", event, f"event {event}: {text}")


def _chips(stored: dict[str, int]) -> dict[int, int]:
    return {int(value): pieces for value, pieces in stored.items()}
