"""The steps of the pit's forms (prepare, sign, void), and notes that close an alarm of the report. Each is an event."""

from collections.abc import Mapping
from typing import Any

from lammer.cards.money import money_text
from lammer.floor import stakes
from lammer.floor.accounts import bank
from lammer.floor.house import Floor
from lammer.floor.pit.forms import (
    NUMBERS,
    RULES,
    Form,
    Kind,
    Numbers,
    counted,
    form_document,
    form_name,
    number_of,
    total_of,
)
from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import under_way
from lammer.floor.state import FloorTable, table_document
from lammer.ledger.journal import Books
from lammer.ledger.records import Command, Posted, Posting
from lammer.rules.sheet import HOUSE

ABOUT = "cage/"
"""The subjects of the pit's events begin with this; no table or jackpot can have the name."""


class PitDesk:
    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def prepare(self, key: str, by: str, table: str, kind: Kind, chips: Mapping[int, int]) -> Posted:
        """Prepares a form with the next number of its kind. The tray is counted between rounds."""
        self._floor.known(table)
        pieces = counted(chips)
        if not pieces and kind in ("fill", "credit"):
            raise FloorRefused("bad-chips", f"a {kind} slip must list chips of at least one denomination")

        def carry_out(books: Books) -> Posting:
            state = self._table(books, table)
            self._may(kind, by, RULES[kind].prepared_by, state, "prepare")
            if kind != "fill" and under_way(state):
                raise FloorRefused("round-under-way", "count the tray when the round is over", RULES[kind].clause)
            numbers = _numbers(books)
            number = numbers.last.get(kind, 0) + 1
            form = Form(
                form=form_name(kind, number),
                kind=kind,
                table=table,
                chips=pieces,
                total=total_of(pieces),
                prepared_by=by,
                prepared_at=self._floor.now().isoformat(),
                alone=self._floor.training,
                **self._by_the_books(books, kind, table),
            )
            _require_in_tray(books, form)
            last_numbers = Numbers(last=numbers.last | {kind: number}).model_dump_json()
            return _posting(form, {NUMBERS: last_numbers})

        body = {"table": table, "kind": kind, "chips": _text(pieces)}
        return self._floor.journal.post(Command(key, "pit-prepare", by, body), carry_out)

    def sign(self, key: str, by: str, form: str, chips: Mapping[int, int] | None = None) -> Posted:
        """Signs a form as the second person. For a count they give their own count; if it differs, the form is closed
        and both count again."""
        kind, _ = number_of(form)
        if (kind == "count") != (chips is not None):
            text = "give your own count" if kind == "count" else f"a {kind} form is signed without a count"
            raise FloorRefused("bad-chips", text, RULES[kind].clause)
        recount = None if chips is None else counted(chips)

        def carry_out(books: Books) -> Posting:
            prepared = self._prepared(books, form)
            self._may(kind, by, RULES[kind].signed_by, self._table(books, prepared.table), "sign")
            if by == prepared.prepared_by and not self._floor.training:
                raise FloorRefused("second-person", "a second person must sign the form", RULES[kind].clause)
            status = "signed" if recount in (None, prepared.chips) else "differs"
            signed = prepared.model_copy(
                update={
                    "status": status,
                    "signed_by": by,
                    "signed_at": self._floor.now().isoformat(),
                    "recount": recount,
                    "alone": prepared.alone or self._floor.training,
                }
            )
            _require_in_tray(books, signed)
            return _posting(signed)

        body: dict[str, Any] = {"form": form}
        if recount is not None:
            body["chips"] = _text(recount)
        return self._floor.journal.post(Command(key, "pit-sign", by, body), carry_out)

    def void(self, key: str, by: str, form: str, reason: str) -> Posted:
        """The preparer marks an unsigned form VOID; its number stays used."""
        kind, _ = number_of(form)
        if not reason.strip():
            raise FloorRefused("no-reason", "give the reason for voiding the form", RULES[kind].clause)

        def carry_out(books: Books) -> Posting:
            prepared = self._prepared(books, form)
            if by != prepared.prepared_by and not self._floor.training:
                text = f"only {prepared.prepared_by}, who prepared {form}, may void it"
                raise FloorRefused("not-the-preparer", text, RULES[kind].clause)
            return _posting(prepared.model_copy(update={"status": "void", "reason": reason.strip()}))

        return self._floor.journal.post(Command(key, "pit-void", by, {"form": form, "reason": reason}), carry_out)

    def note(self, key: str, by: str, table: str, figures: Mapping[str, Any], note: str) -> Posted:
        """Closes an alarm of the report. ``figures`` identify the alarm: the period, its rounds, win and theory."""
        if not note.strip():
            raise FloorRefused("no-reason", "write what you found", HOUSE)
        self._floor.table(table)

        def carry_out(_books: Books) -> Posting:
            return Posting({"noted": True}, f"{ABOUT}{table}", ())

        body = {"table": table, **figures, "note": note.strip()}
        return self._floor.journal.post(Command(key, "pit-note", by, body), carry_out)

    def form(self, form: str) -> Form:
        number_of(form)
        return _read(self._floor.journal.document(form_document(form)), form)

    def forms(self, table: str = "") -> list[Form]:
        """All forms, or those of one table, newest first."""
        forms = (Form.model_validate_json(text) for text in self._floor.journal.documents(form_document("")).values())
        wanted = [one for one in forms if table in ("", one.table)]
        return sorted(wanted, key=lambda one: one.prepared_at, reverse=True)

    def _by_the_books(self, books: Books, kind: Kind, table: str) -> dict[str, Any]:
        """The fields of a form that come from the books: the expected tray, and for a count the forms since the last
        count."""
        if kind in ("fill", "credit"):
            return {}
        fields: dict[str, Any] = {"expected": books.balance(bank(table)).credit}
        if kind == "count":
            signed = [one for one in self.forms(table) if one.status == "signed"]
            last = next((one for one in signed if one.kind == "count"), None)
            since = [one for one in signed if last is None or one.signed_at > last.signed_at]
            if not any(one.kind == "inventory" for one in since):
                text = "the tray needs an inventory before the count: prepare and sign an inventory form first"
                raise FloorRefused("no-inventory", text, "SD 20:18:15:35")
            fields |= {"opening": last.total if last else 0, "forms": tuple(sorted(one.form for one in since))}
            for which in ("fill", "credit"):
                fields[f"{which}s"] = sum(one.total for one in since if one.kind == which)
        return fields

    def _may(self, kind: Kind, by: str, roles: tuple[str, ...], table: FloorTable, does: str) -> None:
        if self._floor.training:
            return
        if not any(by in self._floor.holders(role) for role in roles):
            text = f"only a {' or '.join(roles)} may {does} a {kind} form"
            raise FloorRefused("wrong-role", text, RULES[kind].clause)
        playing = stakes.players_of(table)
        stakes.no_own_case((roles[0], f"{does} its {kind} form"), by, table, playing, self._floor.holders)
        if "dealer" in roles and table.dealer and by != table.dealer:
            text = f"{table.dealer} is on duty at table {table.table} and must {does} the {kind} form"
            raise FloorRefused("other-dealer", text, RULES[kind].clause)

    def _table(self, books: Books, table: str) -> FloorTable:
        document = books.document(table_document(table))
        if document is None:
            raise FloorRefused("no-such-table", f"there is no table {table}")
        return self._floor.read_table(document)

    def _prepared(self, books: Books, form: str) -> Form:
        prepared = _read(books.document(form_document(form)), form)
        if prepared.status != "prepared":
            raise FloorRefused("form-closed", f"the status of {form} is {prepared.status}", RULES[prepared.kind].clause)
        return prepared


def _require_in_tray(books: Books, form: Form) -> None:
    """Refuses a credit slip for more chips than are in the tray."""
    has = books.balance(bank(form.table)).credit
    if form.kind == "credit" and form.total > has:
        text = f"the tray of table {form.table} has {money_text(has)} by the books"
        raise FloorRefused("not-enough-chips", text, RULES["credit"].clause)


def _posting(form: Form, more: Mapping[str, str] | None = None) -> Posting:
    documents = {form_document(form.form): form.model_dump_json(), **(more or {})}
    return Posting(form_view(form), f"{ABOUT}{form.table}", form.entries, documents)


def form_view(form: Form) -> dict[str, Any]:
    """A form as it is shown. The amount that the books expect is hidden until the form is signed: the count is
    blind."""
    view = form.model_dump(mode="json")
    shown = form.status == "signed" or form.kind in ("fill", "credit")
    view |= {"chips": _text(form.chips), "recount": None if form.recount is None else _text(form.recount)}
    if not shown:
        view |= {"expected": None} | ({"chips": {}, "total": 0} if form.kind == "count" else {})
    return view | {"difference": form.difference if shown else None, "win": form.win if shown else None}


def _text(chips: Mapping[int, int]) -> dict[str, int]:
    return {str(value): pieces for value, pieces in chips.items()}


def _numbers(books: Books) -> Numbers:
    document = books.document(NUMBERS)
    return Numbers.model_validate_json(document) if document else Numbers()


def _read(document: str | None, form: str) -> Form:
    if document is None:
        raise FloorRefused("no-such-form", f"there is no form {form}")
    return Form.model_validate_json(document)
