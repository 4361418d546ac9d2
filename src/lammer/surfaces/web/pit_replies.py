"""What the server answers about the pit: its forms and its report."""

from typing import Literal

from pydantic import ConfigDict
from typing_extensions import TypedDict


class PitForm(TypedDict):
    """A numbered form of the pit. What the books expected, and a count's own figures, are told once it is signed."""

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
    """What a table won in a period against what it should have won; see docs/pit.md. Money in minor units."""

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
