"""Types of bodies and answers (pit).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class AlarmNote(TypedDict):
    """A note on a line of the report. The alarm is closed while the line has this number of rounds."""

    key: NotRequired[str]
    table: str
    by: Literal["table", "shift", "day", "month"]
    period: str
    rounds: int
    note: str


class NewForm(TypedDict):
    key: NotRequired[str]
    table: str
    kind: Literal["fill", "credit", "inventory", "count"]
    chips: dict[str, Any]


class PitForm(TypedDict):
    """A numbered form of the pit. The expected amount and the figures of a count are included once it is signed.
    There may be further fields."""

    form: str
    kind: Literal["fill", "credit", "inventory", "count"]
    table: str
    status: Literal["prepared", "signed", "void", "differs"]
    chips: dict[str, int]
    total: int
    prepared_by: str
    prepared_at: str
    signed_by: str
    signed_at: str
    expected: int | None
    difference: int | None
    win: int | None
    reason: str


class PitLine(TypedDict):
    """Actual and theoretical win of a table in a period; see docs/pit.md. Money in minor units."""

    table: str
    period: str
    begins: str
    ends: str
    rounds: int
    void: int
    handle: int
    win: int
    theory: float
    low: float
    high: float
    hold: float | None
    theoretical_hold: float | None
    hours: float
    rounds_an_hour: float | None
    unvalued: int
    alarm: Literal["", "open", "closed"]
    note: str
    noted_by: str


class PitNoted(TypedDict):
    event: int


class SignedForm(TypedDict):
    key: NotRequired[str]
    chips: NotRequired[dict[str, Any] | None]


class VoidedForm(TypedDict):
    key: NotRequired[str]
    reason: str
