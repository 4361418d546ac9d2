"""Types of the server's answers about the pit: forms and report."""

from typing import Literal

from pydantic import ConfigDict
from typing_extensions import TypedDict


class PitForm(TypedDict):
    """A numbered form of the pit. The expected amount and the figures of a count are included once it is signed."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

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
