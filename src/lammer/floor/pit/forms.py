"""Numbered forms of the pit (SD 20:18:15:32 to 36): fill and credit slips, table inventories and two-person counts.

A form is prepared by one person and signed by another. It is complete when it is signed, and only then moves chips.
"""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from pydantic import Field

from lammer.floor.accounts import CAGE, bank
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import Kept
from lammer.ledger.records import Entry

Kind = Literal["fill", "credit", "inventory", "count"]
Status = Literal["prepared", "signed", "void", "differs"]


class Rule(NamedTuple):
    """The rule for one kind of form: the letter of its numbers, the roles that prepare and sign it, and the clause."""

    letter: str
    prepared_by: tuple[str, ...]
    signed_by: tuple[str, ...]
    clause: str


RULES: Mapping[Kind, Rule] = {
    # There is no cashier's role: supervisors and executives manage the chip bank.
    "fill": Rule("F", ("supervisor", "executive"), ("dealer",), "SD 20:18:15:32"),
    "credit": Rule("C", ("dealer",), ("supervisor", "executive"), "SD 20:18:15:33"),
    "inventory": Rule("I", ("dealer",), ("supervisor", "executive"), "SD 20:18:15:35"),
    "count": Rule(
        "N", ("supervisor", "executive", "auditor"), ("supervisor", "executive", "auditor"), "SD 20:18:15:36"
    ),
}
KINDS = {rule.letter: kind for kind, rule in RULES.items()}
NAME = re.compile(r"([FCIN])-(\d{6,9})")
NUMBERS = "pit numbers"
MAX_CHIPS, MAX_DENOMINATIONS = 10**6, 20


class Form(Kept):
    """``chips`` are pieces by denomination in minor units."""

    form: str
    version: int = 1
    kind: Kind
    table: str
    status: Status = "prepared"
    chips: dict[int, int]
    total: int
    prepared_by: str
    prepared_at: str
    signed_by: str = ""
    signed_at: str = ""
    recount: dict[int, int] | None = None
    """The second person's own count."""
    expected: int | None = None
    """For inventories and counts: the tray by the books when it was counted."""
    opening: int = 0
    """For a count: the total of the previous count."""
    fills: int = 0
    credits: int = 0
    forms: tuple[str, ...] = ()
    """For a count: the forms since the previous count."""
    reason: str = ""
    """The reason for voiding it."""
    alone: bool = False
    """Prepared on a training floor, where one person takes every role."""

    @property
    def difference(self) -> int | None:
        """The total less the amount by the books; negative if chips are missing."""
        return None if self.expected is None else self.total - self.expected

    @property
    def win(self) -> int | None:
        """For a count: the table's win since the previous count, by the chips."""
        return self.total - self.opening - self.fills + self.credits if self.kind == "count" else None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The chips that a signed form moves."""
        if self.status != "signed" or self.kind not in ("fill", "credit"):
            return ()
        accounts = (CAGE, bank(self.table)) if self.kind == "fill" else (bank(self.table), CAGE)
        return (Entry(*accounts, self.total, f"{self.kind} {self.form}"),)


class Numbers(Kept):
    """The last number of each kind of form."""

    last: dict[str, int] = Field(default_factory=dict)


def form_document(form: str) -> str:
    return f"pit form {form}"


def form_name(kind: Kind, number: int) -> str:
    return f"{RULES[kind].letter}-{number:06d}"


def number_of(form: str) -> tuple[Kind, int]:
    """The kind and number of a form; raises FloorRefused if this is not the name of a form."""
    match = NAME.fullmatch(form)
    if match is None:
        raise FloorRefused("no-such-form", "a form's name is a letter and a number, like F-000001")
    return KINDS[match[1]], int(match[2])


def total_of(chips: Mapping[int, int]) -> int:
    return sum(value * pieces for value, pieces in chips.items())


def counted(chips: Mapping[int, int]) -> dict[int, int]:
    """The pieces of each denomination that has any; refuses impossible numbers."""
    pieces_by_value = {value: pieces for value, pieces in sorted(chips.items()) if pieces}
    bad = any(value < 1 or not 0 < pieces <= MAX_CHIPS for value, pieces in pieces_by_value.items())
    if bad or len(chips) > MAX_DENOMINATIONS:
        text = f"give at most {MAX_DENOMINATIONS} denominations, with 0 to {MAX_CHIPS:,} pieces of each"
        raise FloorRefused("bad-chips", text)
    return pieces_by_value
