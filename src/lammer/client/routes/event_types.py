"""Types of bodies and answers (event).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from lammer.client.routes.shared_types import SecurityEvent


class CallNews(TypedDict):
    """The supervisor was called to an absent player, or has answered."""

    table: str
    status: Literal["called", "answered"]


class DutyNews(TypedDict):
    """A dealer came on duty, or went off duty."""

    table: str
    dealer: str
    on: bool


class JackpotNews(TypedDict):
    """A win of a jackpot. `level` is empty for a fixed pay. The `amount` of a share of a meter is 0 until a
    supervisor has confirmed the win. A win that was taken back has no outcome. `round` is the number of the
    jackpot's hand."""

    link: str
    table: str
    round: int
    box: int
    stage: Literal["won", "confirmed", "paid", "taken back"]
    outcome: str
    level: str
    amount: int


class MetersNews(TypedDict):
    """The meters of a jackpot after the event, by level."""

    link: str
    meters: dict[str, int]


class RoundNews(TypedDict):
    """A round is over, so that all its cards are known. `void` if it was interrupted."""

    table: str
    round: int
    void: bool
    dealer: list[str]
    dealer_total: int
    seats: list[SeatNews]
    notation: str


class SeatNews(TypedDict):
    """The result of a seat without the jackpot; `wager` is the main bet."""

    box: int
    bettor: int
    wager: int
    net: int


class StreamedEvent(TypedDict):
    """A message of the event stream: what one event of the books tells you. `event` is its number. `security` is
    for auditors."""

    event: int
    at: str
    meters: NotRequired[MetersNews]
    jackpots: NotRequired[list[JackpotNews]]
    table: NotRequired[TableNews]
    round: NotRequired[RoundNews]
    call: NotRequired[CallNews]
    duty: NotRequired[DutyNews]
    by: NotRequired[str]
    reason: NotRequired[str]
    security: NotRequired[SecurityEvent]


class TableNews(TypedDict):
    """A table was opened, closed or opened again. `game` is that of a new table."""

    table: str
    status: Literal["opened", "closed", "reopened"]
    game: NotRequired[str]
