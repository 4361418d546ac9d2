"""Older names of sheet keys: ``least`` and ``most`` are now ``minimum`` and ``maximum``.

Sheets, ``--set`` keys and floor tables may use either name. References of results, overrides in records and digests of
sheets were published with the older names and keep them, so that the same game has the same reference and digest.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.rules import older_side_bets
from lammer.rules.older_side_bets import OlderNames
from lammer.rules.sheet_entry import Entry

ANY = "*"
"""Stands for the id of any side bet."""

OLDER_KEYS = {
    "shoe.least_a_box": "minimum_cards_per_box",
    "cut.least_decks": "minimum_decks",
    "cut.card_least_decks": "card_minimum_decks",
    "cut.card_most_decks": "card_maximum_decks",
    "limits.least": "minimum",
    "limits.most": "maximum",
    "natural.least_pays": "minimum_pays",
    "natural.least_pays_one_deck": "minimum_pays_one_deck",
    "insurance.most_of_stake": "maximum_of_stake",
    "insurance.least_of_minimum": "minimum_of_table_minimum",
    "split.most_hands": "maximum_hands",
    f"side_bets.{ANY}.least": "minimum",
    f"side_bets.{ANY}.most": "maximum",
}
"""Older key → the current name of its last part."""

_CURRENT = {f"{key.rpartition('.')[0]}.{name}": key.rpartition(".")[2] for key, name in OLDER_KEYS.items()}
"""Current key → the older name of its last part."""


def current_key(key: str) -> str:
    """The current key of a value that may be named by an older one."""
    return _renamed(OLDER_KEYS, older_side_bets.current_key(key))


def older_key(key: str) -> str:
    """The key of a value before ``least`` and ``most`` were renamed."""
    return _renamed(_CURRENT, key)


def _renamed(names: Mapping[str, str], key: str) -> str:
    place, dot, _ = key.rpartition(".")
    name = names.get(_pattern(key))
    return key if name is None else f"{place}{dot}{name}"


def _pattern(key: str) -> str:
    """The key as in the table ``OLDER_KEYS``."""
    section, dot, rest = key.partition(".")
    if section != older_side_bets.SECTION:
        return key
    _, dot, name = rest.partition(".")
    return f"{section}.{ANY}{dot}{name}"


def older_names(entries: Mapping[str, Entry]) -> OlderNames:
    """The published names of all values."""
    older = {key: older_key(key) for key in entries}
    bets = older_side_bets.older_names({older[key]: entry for key, entry in entries.items()})
    return OlderNames({key: bets.keys.get(name, name) for key, name in older.items()}, bets.said)


class Translated(NamedTuple):
    """A sheet's tree with current keys."""

    tree: dict[str, Any]
    written: Mapping[str, str]
    """Current key → the key in the sheet, if they differ."""
    twice: tuple[str, ...]
    """Older keys of values that the sheet also states by the current key."""


def translated(tree: Mapping[str, Any]) -> Translated:
    written: dict[str, str] = {}
    twice: list[str] = []
    found = {name: _section(name, part, written, twice) for name, part in tree.items()}
    return Translated(found, written, tuple(twice))


def _section(path: str, part: Any, written: dict[str, str], twice: list[str]) -> Any:
    if not isinstance(part, Mapping):
        return part
    if path == older_side_bets.SECTION:
        return {name: _section(f"{path}.{name}", block, written, twice) for name, block in part.items()}
    found: dict[str, Any] = {}
    for name, value in part.items():
        key = f"{path}.{name}"
        today = _renamed(OLDER_KEYS, key)
        if today != key and today.rpartition(".")[2] in part:
            twice.append(key)
            continue
        if today != key:
            written[today] = key
        found[today.rpartition(".")[2]] = value
    return found
