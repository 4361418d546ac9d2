"""The journal's value types (commands, entries, postings), their canonical text and its hashes."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

GENESIS = "0" * 64
"""The hash before the first event."""


class Command(NamedTuple):
    """A command. A key is never executed twice."""

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
    """One entry, or none if the amount is 0."""
    return (Entry(debit, credit, amount, reason),) if amount else ()


@dataclass(frozen=True)
class Posting:
    """The effect of a command, all of it or nothing: entries, documents that replace earlier ones, and the answer."""

    answer: Mapping[str, Any]
    about: str = ""
    """The subject of the event, by which it can be found later."""
    entries: tuple[Entry, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)


class Posted(NamedTuple):
    number: int
    answer: dict[str, Any]
    repeated: bool
    """The command was executed before; this is its stored answer."""
    hash: str = ""
    """The hash of the event. With the number it is a receipt: the chain can contain only one such event."""


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
    """One event as the chain hashes it; ``previous`` is the mark of the previous event."""

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
    """JSON with sorted keys and no spaces, so that equal values have equal texts."""
    return _CANONICAL.encode(value)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(command: Command) -> str:
    return digest(canonical([command.kind, command.actor, command.body]))


def chained(link: Link) -> str:
    """The hash of an event, which covers its content and the mark of the previous event."""
    return digest(canonical(list(link)))


def mark(hash_: str, signature: str) -> str:
    """The text that stands for an event in the next event's hash. It covers the signature too, so that one valid
    signature vouches for all earlier events and signatures. Events without a signature (older books) use their hash."""
    return digest(f"{hash_} {signature}") if signature else hash_
