"""Types of bodies and answers (jackpot).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from lammer.client.routes.shared_types import EasedView


class ApprovedTable(TypedDict):
    key: NotRequired[str]
    table: str


class AwardPaper(TypedDict):
    """An award of a jackpot that needed approval. It has an approval form and, once it is paid, a slip."""

    table: str
    hand: int
    spot: int
    outcome: str
    amount: int
    stage: Literal["frozen", "paid"]
    at: str


class Duty(TypedDict):
    key: NotRequired[str]
    on: bool


class Enrolled(TypedDict):
    key: NotRequired[str]
    name: str
    approver: NotRequired[str]
    password: NotRequired[str]


class FormAsked(TypedDict):
    """What a form is about; each reads some of these."""

    table: NotRequired[str]
    hand: NotRequired[int]
    spot: NotRequired[int]
    event: NotRequired[int]
    reference: NotRequired[str]
    paper: NotRequired[Literal["a4", "letter"]]


class JackpotLink(TypedDict):
    """A jackpot, the games whose tables can belong to it, and the tables that an executive has approved."""

    link: str
    name: str
    status: Literal["closed", "open", "discontinued"]
    paytable: str
    stakes: list[int]
    pays: list[str]
    eased: EasedView | None
    games: list[str]
    meters: dict[str, int]
    frozen: dict[str, int]
    tables: list[str]


class JackpotPapers(TypedDict):
    """What a jackpot's books can print, newest first."""

    awards: list[AwardPaper]
    readings: list[ReadingPaper]
    petitions: list[PetitionPaper]


class Jackpots(TypedDict):
    """The jackpots, and the shipped terms for a new one."""

    links: list[JackpotLink]
    terms: list[str]


class NewLink(TypedDict):
    key: NotRequired[str]
    link: str
    terms: NotRequired[str]
    values: NotRequired[dict[str, int | str | list[int] | float | bool]]


class PetitionPaper(TypedDict):
    """`done`: something was handed over by it."""

    reference: str
    permits: str
    done: bool


class ReadingPaper(TypedDict):
    """A reading of the meters."""

    event: int
    at: str
    by: str
    alarm: bool


class Relieved(TypedDict):
    key: NotRequired[str]
    note: str


class Selected(TypedDict):
    key: NotRequired[str]
    spot: int
    outcome: str


class Spot(TypedDict):
    key: NotRequired[str]
    spot: int


class StaffEnrolled(TypedDict):
    enrolled: str
    role: str


class Swiped(TypedDict):
    key: NotRequired[str]
    spot: int
    password: NotRequired[str]


class TableApproved(TypedDict):
    approved: str


class TermField(TypedDict):
    """A value of the terms: amounts in minor units, rates in millionths of a wager."""

    key: str
    label: str
    kind: Literal["amount", "amounts", "rate", "number", "text"]
    value: int | list[int] | str
    choices: list[int | str]


class Terms(TypedDict):
    """Shipped terms for a new jackpot, with their posted pays."""

    terms: str
    name: str
    paytable: str
    pays: list[str]
    values: list[TermField]


class Voided(TypedDict):
    key: NotRequired[str]
    spot: int
    note: str
