"""The sheets that a house has approved for its tables, stored in the books.

An unchanged shipped sheet is approved until the house withdraws it. Any other sheet, such as one with overrides, must
be approved by name. A sheet that departs from its clauses cannot be approved. A training floor may use any sheet.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import Field

from lammer.floor.refusals import FloorRefused
from lammer.floor.state import Kept, sheet_of
from lammer.ledger.journal import Books
from lammer.ledger.records import Command, Posted, Posting
from lammer.rules.files import SHIPPED, find_file
from lammer.rules.lint import Remark, lint, violations
from lammer.rules.loader import with_version
from lammer.rules.older_keys import current_key
from lammer.rules.overrides import KEYS_HINT, LABEL
from lammer.rules.sheet import HOUSE, Fault, Sheet, SheetFaults
from lammer.rules.sheet_entry import cited

if TYPE_CHECKING:
    from lammer.floor.house import Floor

DOCUMENT = "approved sheets"


class Decision(Kept):
    """The house's decision about one sheet."""

    approved: bool
    digest: str
    """Covers every value, so that a changed file with the same name is a different sheet."""
    by: str


class Decisions(Kept):
    sheets: dict[str, Decision] = Field(default_factory=dict)
    """By ``id@version[overrides]``."""


def read_decisions(document: str | None) -> Decisions:
    return Decisions.model_validate_json(document) if document else Decisions()


def named_sheet(game: str, overrides: Iterable[str]) -> Sheet:
    """The sheet in its present version; raises FloorRefused if it is invalid."""
    try:
        return sheet_of(with_version(game), tuple(overrides))
    except SheetFaults as faults:
        raise FloorRefused("bad-sheet", "; ".join(map(_fault_text, faults.faults))) from None


def _fault_text(fault: Fault) -> str:
    """Without the words of the command line, since rules are also set in a form of the page."""
    text = cited(fault.text.removesuffix(KEYS_HINT), fault.clause)
    where = fault.key if fault.file == LABEL else f"{fault.file}: {fault.key}" if fault.key else fault.file
    return f"{where}: {text}"


def is_shipped(sheet: Sheet) -> bool:
    return not sheet.overrides and all(find_file(part).folder == SHIPPED for part in sheet.id.split("+"))


def is_approved(decisions: Decisions, sheet: Sheet) -> bool:
    if violations(sheet):
        return False
    decided = decisions.sheets.get(sheet.ref)
    return is_shipped(sheet) if decided is None else decided.approved and decided.digest == sheet.digest


def must_be_approved(decisions: Decisions, sheet: Sheet, base: Sheet) -> None:
    """Refuses a sheet that a table of the house may not use. ``base`` is the sheet without the values of the table's
    jackpot, which were approved with the jackpot."""
    _must_keep_clauses(sheet)
    if not is_approved(decisions, base):
        text = f"{base.ref} is not approved for this floor: an executive or administrator must approve it first"
        raise FloorRefused("sheet-not-approved", text, HOUSE)


def _must_keep_clauses(sheet: Sheet) -> None:
    if faults := violations(sheet):
        listed = "; ".join(str(one) for one in faults)
        text = f"{sheet.ref} departs from its rules, so it is for training floors only: {listed}"
        raise FloorRefused("sheet-departs", text, faults[0].clause)


def without(game: str, overrides: Iterable[str], keys: Mapping[str, Any]) -> Sheet:
    """The sheet without overrides of these keys."""
    return named_sheet(game, tuple(one for one in overrides if current_key(one.partition("=")[0].strip()) not in keys))


def decide_sheet(
    floor: "Floor", key: str, by: str, game: str, overrides: tuple[str, ...], *, approved: bool, reason: str = ""
) -> tuple[Posted, list[Remark]]:
    """Approves or withdraws a sheet. Open tables keep their sheets. Also returns lint's remarks, which may be a reason
    to reconsider."""
    sheet = named_sheet(game, overrides)
    if approved:
        _must_keep_clauses(sheet)
    elif not reason.strip():
        raise FloorRefused("no-reason", "give the reason for withdrawing the sheet", HOUSE)

    def carry_out(books: Books) -> Posting:
        decision = Decision(approved=approved, digest=sheet.digest, by=by)
        sheets = read_decisions(books.document(DOCUMENT)).sheets | {sheet.ref: decision}
        answer = {"sheet": sheet.ref, "approved": approved}
        return Posting(answer, "sheets", (), {DOCUMENT: Decisions(sheets=sheets).model_dump_json()})

    body = {"game": game, "overrides": list(overrides), "approved": approved} | ({"reason": reason} if reason else {})
    return floor.journal.post(Command(key, "approve-sheet", by, body), carry_out), lint(sheet)


def approved_sheets(floor: "Floor", shipped: Iterable[str]) -> list[tuple[str, str]]:
    """Every sheet that a table may use now, with the person who approved it; empty for a shipped sheet without a
    decision."""
    decisions = read_decisions(floor.journal.document(DOCUMENT))
    sheets = [named_sheet(game, ()) for game in shipped]
    approved = {one.ref: "" for one in sheets if is_approved(decisions, one)}
    approved |= {ref: one.by for ref, one in decisions.sheets.items() if one.approved}
    return sorted(approved.items())
