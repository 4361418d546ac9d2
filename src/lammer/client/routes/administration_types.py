"""Types of bodies and answers (administration).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class ApprovedSheet(TypedDict):
    """`by` is who approved the sheet; empty for a shipped sheet without a decision. `game` and `overrides`
    identify it in a decision."""

    sheet: str
    by: str
    game: str
    overrides: list[str]


class ApprovedSheets(TypedDict):
    training: bool
    sheets: list[ApprovedSheet]


class NewUser(TypedDict):
    key: NotRequired[str]
    approver: NotRequired[str]
    approver_password: NotRequired[str]
    password: str
    roles: list[Literal["player", "spectator", "dealer", "supervisor", "executive", "auditor", "administrator"]]
    name: str


class SheetDecided(TypedDict):
    """There may be further fields."""

    event: int
    repeated: bool
    sheet: str
    approved: bool
    remarks: list[str]


class SheetDecision(TypedDict):
    key: NotRequired[str]
    game: str
    overrides: NotRequired[list[str]]
    approved: NotRequired[bool]
    reason: NotRequired[str]


class StaffMember(TypedDict):
    """`here` if they are connected; `tables` are the tables where they are on duty."""

    name: str
    roles: list[Literal["player", "spectator", "dealer", "supervisor", "executive", "auditor", "administrator"]]
    here: bool
    tables: list[str]


class UserPassword(TypedDict):
    key: NotRequired[str]
    approver: NotRequired[str]
    approver_password: NotRequired[str]
    password: str


class UserRemoved(TypedDict):
    key: NotRequired[str]
    approver: NotRequired[str]
    approver_password: NotRequired[str]
    reason: str


class UserRoles(TypedDict):
    key: NotRequired[str]
    approver: NotRequired[str]
    approver_password: NotRequired[str]
    roles: list[Literal["player", "spectator", "dealer", "supervisor", "executive", "auditor", "administrator"]]


class UserView(TypedDict):
    name: str
    roles: list[Literal["player", "spectator", "dealer", "supervisor", "executive", "auditor", "administrator"]]
