"""Types of bodies and answers (server).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Alive(TypedDict):
    status: Literal["ok"]
    version: str


class Health(TypedDict):
    """`faults` are the reasons why the floor cannot be played."""

    status: Literal["ok", "unhealthy"]
    version: str
    faults: dict[str, str]
    witness: NotRequired[WitnessHealth]


class PreparationState(TypedDict):
    """Parts that are compiled, of how many, and the part that is being compiled."""

    ready: bool
    done: int
    of: int
    part: str


class SentChange(TypedDict):
    """A new key in place of an old one, signed by both."""

    number: int
    before: str
    old: str
    new: str
    endorsement: str
    acceptance: str


class SentHead(TypedDict):
    journal: str
    public_key: str
    number: int
    hash: str
    signature: str
    keys: NotRequired[list[SentChange]]


class WitnessHead(TypedDict):
    """The newest signed event of a journal that a witness has."""

    journal: str
    public_key: str
    number: int
    hash: str
    signature: str


class WitnessHealth(TypedDict):
    where: str
    reached: bool
