"""A loaded sheet: its rules, and the source of each value."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import BaseModel

from lammer.cards.money import Odds
from lammer.errors import LammerError
from lammer.rules.older_keys import older_names
from lammer.rules.older_side_bets import SECTION, OlderNames
from lammer.rules.schema import Jackpot, Rules, SideBet
from lammer.rules.sheet_entry import HOUSE, Entry

__all__ = ["HOUSE", "Entry", "Fault", "Origin", "Sheet", "SheetFaults", "not_allowed", "published_text", "value_text"]

SPECIAL = ',[]{}="'
"""Characters that a plain word after ``--set key=`` may not contain."""


class Fault(NamedTuple):
    """A fault of a sheet: its place, its clause, and what to do."""

    file: str
    key: str
    clause: str
    text: str

    def __str__(self) -> str:
        under = f" [{self.clause}]" if self.clause else ""
        where = f"{self.file}: {self.key}" if self.key else self.file
        return f"{where}{under}: {self.text}"


def not_allowed(file: str, key: str, entry: Entry) -> Fault | None:
    """The fault of a value that is not one of the choices of its clause; None if it is."""
    if entry.allowed is None or entry.value in entry.allowed:
        return None
    choices = ", ".join(value_text(choice) for choice in entry.allowed)
    return Fault(file, key, entry.clause, f"{value_text(entry.value)} is not allowed; choose from {choices}")


DESCRIPTION = "public description"
"""The origin of a sheet that neither a regulation nor a casino wrote."""


class Origin(NamedTuple):
    """Where the words of a sheet come from (``files.ORIGINS``), its source, and what is not known of it. ``bets`` are
    the side bets that it states."""

    sheet: str
    kind: str
    source: str
    unknown: str = ""
    bets: tuple[str, ...] = ()

    @property
    def is_description(self) -> bool:
        return self.kind == DESCRIPTION


class SheetFaults(LammerError, ValueError):
    """A sheet was refused; ``faults`` has all reasons."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, eq=False)
class Sheet:
    """The rules of a game, frozen and fully explicit. Sheets with the same ``ref`` are the same game."""

    id: str
    version: int
    name: str
    summary: str
    source: str
    chart: str
    """The shipped chart for this game."""
    rules: Rules
    entries: Mapping[str, Entry]
    overrides: Mapping[str, Any]
    origins: tuple[Origin, ...] = ()
    """The origin of the game's sheet, then those of the side bets attached to it."""

    @cached_property
    def ref(self) -> str:
        """``id@version`` with all overrides in brackets, as in every result."""
        changed = ",".join(f"{key}={published_text(value)}" for key, value in sorted(self.overrides.items()))
        return f"{self.id}@{self.version}" + (f"[{changed}]" if changed else "")

    @cached_property
    def digest(self) -> str:
        """A digest of every value, which distinguishes different sheets with the same name in records."""
        names = self.published_names
        stated = dict(names.said)
        for key, entry in self.entries.items():
            name = names.keys.get(key, key)
            if name and (not entry.implied or name in self.overrides):
                stated[name] = entry.value
        text = "\n".join(f"{name}={published_text(value)}" for name, value in sorted(stated.items()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def published_names(self) -> OlderNames:
        """Older names of values, which references and digests use."""
        return older_names(self.entries)

    def clause(self, key: str) -> str:
        """The clause of a value, as cited in a refusal."""
        return self.entries[key].clause

    @property
    def side_bets(self) -> dict[str, SideBet]:
        return self.rules.side_bets

    @property
    def title(self) -> str:
        """The name of the game with the side bets attached to it."""
        attached = [self.side_bets[bet].name for one in self.origins[1:] for bet in one.bets]
        attached += [self.rules.lights.name] if self.rules.lights is not None else []
        return f"{self.name} with {', '.join(attached)}" if attached else self.name

    def origin_of(self, bet_id: str) -> Origin:
        """The origin of a side bet: that of the sheet attached for it, or else of the game."""
        return next((one for one in self.origins[1:] if bet_id in one.bets), self.origins[0])

    @property
    def jackpots(self) -> dict[str, Jackpot]:
        """The jackpot rules of each progressive bet, by the bet's id."""
        return {bet_id: bet.jackpot for bet_id, bet in self.rules.side_bets.items() if bet.jackpot is not None}

    @cached_property
    def side_bet_keys(self) -> dict[str, str]:
        """The key of each side bet's section in the sheet."""
        return {bet_id: f"{SECTION}.{bet_id}" for bet_id in self.rules.side_bets}


def published_text(value: Any) -> str:
    """A value as in references, records and digests: with the older names of a range's limits."""
    return value_text(value.model_dump(exclude_unset=True, by_alias=True) if isinstance(value, BaseModel) else value)


def value_text(value: Any) -> str:
    """A value as it is typed after ``--set key=``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, BaseModel):
        return value_text(value.model_dump(exclude_unset=True))
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}={_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple) and not isinstance(value, Odds):
        return "[" + ",".join(value_text(item) for item in value) + "]"
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if set(text) & set(SPECIAL) else text


def _toml(value: Any) -> str:
    """A value inside a table, where strings need quotes."""
    if isinstance(value, list | tuple) and not isinstance(value, Odds):
        return "[" + ",".join(_toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value_text(value)
