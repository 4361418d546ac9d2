"""Rule values by short names (``decks=8`` for ``shoe.decks``), and values formatted as overrides."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from lammer.errors import BadArgument
from lammer.rules.older_keys import older_key
from lammer.rules.sheet import value_text
from lammer.rules.wording import did_you_mean

MAX_LISTED = 12
"""The maximum number of candidates that an error lists."""


def full_keys(keys: Iterable[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values by the sheet's full keys. Raises BadArgument for a name that matches no key, or more than one."""
    known = list(keys)
    found: dict[str, Any] = {}
    for name, value in given.items():
        key = key_for(known, name)
        if key in found:
            raise BadArgument(name, f"{key} is given twice; leave one out")
        found[key] = value
    return found


def key_for(keys: Iterable[str], name: str) -> str:
    """The key that a name identifies: the full key or its last parts, with ``_`` for dots and dashes.

    >>> keys = ["shoe.decks", "dealer.soft_17", "limits.minimum", "side_bets.pot-of-gold.minimum"]
    >>> key_for(keys, "decks"), key_for(keys, "dealer.soft_17"), key_for(keys, "pot_of_gold_minimum")
    ('shoe.decks', 'dealer.soft_17', 'side_bets.pot-of-gold.minimum')
    """
    known = list(keys)
    if name in known:
        return name
    wanted = _plain(name)
    found = [key for key in known if wanted in _endings(key)] or _by_older_name(known, wanted)
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(found[:MAX_LISTED]) + (f" and {len(found) - MAX_LISTED} more" * (len(found) > MAX_LISTED))
        longer = _plain(".".join(found[0].split(".")[-2:]))
        raise BadArgument(name, f"this is the end of several keys: {listed}; write more of the key, like {longer}")
    last_parts = {ending for key in known for ending in _endings(key)}
    raise BadArgument(name, f"the sheet has no such value.{did_you_mean(wanted, last_parts)} Game.keys() lists them")


def _by_older_name(known: list[str], wanted: str) -> list[str]:
    """Keys that had this name in an earlier version."""
    return [key for key in known if older_key(key) != key and wanted in _endings(older_key(key))]


def _plain(name: str) -> str:
    return re.sub(r"[.-]", "_", name)


def _endings(key: str) -> set[str]:
    """``dealer.soft_17`` → ``soft_17`` and ``dealer_soft_17``."""
    parts = key.split(".")
    return {_plain(".".join(parts[at:])) for at in range(len(parts))}


def override_text(key: str, value: Any) -> str:
    """``key=value`` as ``load_sheet`` takes it. Strings are quoted: the string "8" is not the number 8."""
    return f"{key}={json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value_text(value)}"
