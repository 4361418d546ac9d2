"""Types of bodies and answers (session).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Literal, TypedDict


class FirstUser(TypedDict):
    name: str
    password: str
    token: str


class Guest(TypedDict):
    name: str


class Login(TypedDict):
    name: str
    password: str


class Me(TypedDict):
    """The user who is logged in. `guests` is true on a local floor, where one person has every role."""

    name: str
    roles: list[Literal["player", "spectator", "dealer", "supervisor", "executive", "auditor", "administrator"]]
    chips: int
    guests: bool


class Nothing(TypedDict):
    """Success without further data."""


class Visit(TypedDict):
    """The current user, or null; and whether a visitor enters as a guest, or creates the first user."""

    me: Me | None
    guests: bool
    no_users: bool
