"""Types of bodies and answers (paytables).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class FoundPaytable(TypedDict):
    """``value`` is the paytable as JSON, ``override`` what sets it."""

    pays: list[int | None]
    value: Any
    override: str
    house_edge: float
    hit_rate: float
    sd: float


class PayRow(TypedDict):
    """An outcome. ``pays`` is null where no fixed pay belongs to it: it loses, comes back or wins a meter.
    ``returned`` is what it adds to the return of a wager. ``break_even`` is the pay that makes the bet fair,
    other rows as they are; it may lie below 0, where the bet is the player's even without the row."""

    outcome: str
    chance: float
    pays: int | None
    net: float
    returned: float
    break_even: float | None


class PaytableFigures(TypedDict):
    """``key`` is that of the paytable in the sheet, ``value`` the paytable there. Insurance has no key: it is set
    by its odds."""

    rows: list[PayRow]
    house_edge: float
    hit_rate: float
    sd: float
    bet: str
    name: str
    paytable: str
    posted: bool
    key: str
    clause: str
    basis: str
    value: Any
    on_play: bool
    up_cards: list[UpCardEdge]


class PaytableSearch(TypedDict):
    """``number`` tables fit; those nearest to the middle of the range are listed. ``stopped`` is empty, or says by
    which bound the search ended before it had tried all."""

    rows: list[str]
    tables: list[FoundPaytable]
    number: int
    stopped: str


class SearchAsked(TypedDict):
    """Numbers are texts, so that 0.055 is exactly that."""

    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    bet: str
    paytable: str
    edge_from: str
    edge_to: str
    hit_from: NotRequired[str]
    pays: list[int]
    leave_out: NotRequired[bool]


class SideBetTables(TypedDict):
    sheet: str
    tables: list[PaytableFigures]
    refused: list[str]


class UpCardEdge(TypedDict):
    """A bet that is placed after the up card: how often this up card is shown, and the edge under it."""

    up: str
    offered: float
    house_edge: float
