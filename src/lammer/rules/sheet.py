"""A loaded sheet: its rules, and for each value where it comes from."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import BaseModel

from lammer.cards.money import Odds
from lammer.errors import LammerError
from lammer.rules.schema import SIDE_BET_SECTIONS, AnySideBet, Rules

HOUSE = "house"
SPECIAL = ',[]{}="'
"""Characters that a plain word after ``--set key=`` may not hold."""


class Entry(NamedTuple):
    """One value as a sheet writes it."""

    value: Any
    clauses: tuple[str, ...]
    allowed: tuple[Any, ...] | None
    note: str
    file: str
    departs: bool = False
    """Set by an override, away from what the sheet says."""
    implied: bool = False
    """Stands in an earlier version that did not state it: how that version was played, and no part of its digest."""

    @property
    def clause(self) -> str:
        return "; ".join(self.clauses)


class Fault(NamedTuple):
    """Something wrong with a sheet: where, under which clause, and what to do."""

    file: str
    key: str
    clause: str
    text: str

    def __str__(self) -> str:
        under = f" [{self.clause}]" if self.clause else ""
        where = f"{self.file}: {self.key}" if self.key else self.file
        return f"{where}{under}: {self.text}"


def not_allowed(file: str, key: str, entry: Entry) -> Fault | None:
    """The fault of a value outside the choices its clause gives, None when it is one of them."""
    if entry.allowed is None or entry.value in entry.allowed:
        return None
    choices = ", ".join(value_text(choice) for choice in entry.allowed)
    return Fault(file, key, entry.clause, f"{value_text(entry.value)} is not allowed; choose from {choices}")


class SheetFaults(LammerError, ValueError):
    """A sheet was refused; ``faults`` holds every reason at once."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, eq=False)
class Sheet:
    """A game's rules, frozen and fully explicit. Two sheets are one game when their ``ref`` is the same."""

    id: str
    version: int
    name: str
    summary: str
    source: str
    chart: str
    """The shipped chart that plays this game sensibly."""
    rules: Rules
    entries: Mapping[str, Entry]
    overrides: Mapping[str, Any]

    @cached_property
    def ref(self) -> str:
        """``id@version`` and, in brackets, every value set otherwise: the name of any result."""
        changed = ",".join(f"{key}={value_text(value)}" for key, value in sorted(self.overrides.items()))
        return f"{self.id}@{self.version}" + (f"[{changed}]" if changed else "")

    @cached_property
    def digest(self) -> str:
        """A fingerprint of every value, so that records tell sheets apart that only look alike by name."""
        stated = {key: entry for key, entry in self.entries.items() if not entry.implied or key in self.overrides}
        told = "\n".join(f"{key}={value_text(entry.value)}" for key, entry in sorted(stated.items()))
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def clause(self, key: str) -> str:
        """The clause behind a value, as a refusal cites it."""
        return self.entries[key].clause

    @cached_property
    def side_bets(self) -> dict[str, AnySideBet]:
        return {bet_id: bet for _, bet_id, bet in self._each_side_bet()}

    @cached_property
    def side_bet_keys(self) -> dict[str, str]:
        """Where each side bet's section lies in the sheet."""
        return {bet_id: f"{section}.{bet_id}" for section, bet_id, _ in self._each_side_bet()}

    def _each_side_bet(self) -> Iterator[tuple[str, str, AnySideBet]]:
        for section in SIDE_BET_SECTIONS:
            for bet_id, bet in getattr(self.rules, section).items():
                yield section, bet_id, bet


def value_text(value: Any) -> str:
    """A value as a person would type it after ``--set key=``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, BaseModel):
        return value_text(value.model_dump())
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}={_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple) and not isinstance(value, Odds):
        return "[" + ",".join(value_text(item) for item in value) + "]"
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if set(text) & set(SPECIAL) else text


def _toml(value: Any) -> str:
    """Inside a table every text needs its quotes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value_text(value)
