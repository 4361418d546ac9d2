"""What the journal is made of, as plain values: commands, entries, postings, and the one way to write them as text."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

GENESIS = "0" * 64
"""The hash before the first event."""


class Command(NamedTuple):
    """A command. The same key is never carried out twice."""

    key: str
    kind: str
    actor: str
    body: Mapping[str, Any]


class Entry(NamedTuple):
    """``amount`` minor units from the account ``debit`` to the account ``credit``."""

    debit: str
    credit: str
    amount: int
    reason: str


def moved(debit: str, credit: str, amount: int, reason: str) -> tuple[Entry, ...]:
    """One entry, or none when nothing moves."""
    return (Entry(debit, credit, amount, reason),) if amount else ()


@dataclass(frozen=True)
class Posting:
    """What a command does, all of it or nothing: entries, documents that replace earlier ones, and the answer."""

    answer: Mapping[str, Any]
    about: str = ""
    """What it turned out to be about, for those who look for it later."""
    entries: tuple[Entry, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)


class Posted(NamedTuple):
    number: int
    answer: dict[str, Any]
    repeated: bool
    """The command was carried out before; this is the answer of that time."""
    hash: str = ""
    """The hash of the event. With the number it is a receipt: the chain can hold only one such event."""


class Balance(NamedTuple):
    """The total debits and credits of an account."""

    debits: int = 0
    credits: int = 0

    @property
    def credit(self) -> int:
        return self.credits - self.debits

    @property
    def debit(self) -> int:
        return self.debits - self.credits


class Link(NamedTuple):
    """One event as the chain hashes it; ``previous`` is the mark of the event before."""

    previous: str
    number: int
    key: str
    kind: str
    actor: str
    at: str
    about: str
    body: str
    answer: str
    documents: str
    entries: list[list[Any]]


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(value: Any) -> str:
    """JSON with sorted keys and no blanks, so that equal values are equal texts."""
    return _CANONICAL.encode(value)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(command: Command) -> str:
    return digest(canonical([command.kind, command.actor, command.body]))


def chained(link: Link) -> str:
    """The hash of an event: of everything it says and of the mark before it."""
    return digest(canonical(list(link)))


def mark(hash_: str, signature: str) -> str:
    """What the next event's hash includes. It covers the signature too, so that one sound signature vouches for every
    event and every signature before it. Events without a signature (older books) are marked by their hash."""
    return digest(f"{hash_} {signature}") if signature else hash_
