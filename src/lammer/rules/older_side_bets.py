"""Reads side bets in their older form, and keeps their older names.

Sheets, ``--set`` keys and floor tables in that form are translated when they are loaded. A bet that could be written in
it keeps the older names of its values where they were published: in references of results, overrides in records and
digests of sheets. So earlier and new records of the same game agree.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from lammer.rules.conditions.outcomes import Outcome
from lammer.rules.sheet_entry import HOUSE, Entry

SECTION = "side_bets"


class Kind(NamedTuple):
    """One of the older kinds of bets; ``older_side_bets.toml`` describes its parts."""

    states: Mapping[str, Any]
    keys: Mapping[str, str]
    said: Mapping[str, Any]


@cache
def kinds() -> dict[str, Kind]:
    text = files("lammer.rules").joinpath("older_side_bets.toml").read_text(encoding="utf-8")
    return {name: Kind(one["states"], one["keys"], one.get("said", {})) for name, one in tomllib.loads(text).items()}


def translated(tree: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The tree of a sheet in the current form, and the older kind of each bet that was written in the older form."""
    if not kinds().keys() & tree.keys():
        return dict(tree), {}
    found = {name: part for name, part in tree.items() if name not in kinds()}
    bets = dict(found.get(SECTION) or {})
    written: dict[str, str] = {}
    for section, kind in kinds().items():
        part = tree.get(section, {})
        if not isinstance(part, Mapping):
            found[section] = part  # reported as an unknown key
            continue
        for bet_id, block in part.items():
            written[bet_id] = section
            bets[bet_id] = _translated_block(kind, block) if isinstance(block, Mapping) else block
    return {**found, SECTION: bets}, written


def _translated_block(kind: Kind, block: Mapping[str, Any]) -> dict[str, Any]:
    """A block with a name is a complete bet; any other block changes a bet of another sheet."""
    found: dict[str, Any] = {}
    for key, value in block.items():
        if key in kind.said and isinstance(value, Mapping) and value.get("value") == kind.said[key]:
            continue
        _put(found, kind.keys.get(key, key), value)
    if "name" in block:
        for key, value in kind.states.items():
            if key == "outcomes":
                found[key] = {name: _implied(one) for name, one in value.items()}
            else:
                found[key] = _implied(value)
    return found


def _put(block: dict[str, Any], key: str, value: Any) -> None:
    first, _, rest = key.partition(".")
    if rest:
        _put(block.setdefault(first, {}), rest, value)
    else:
        block[first] = value


def _implied(value: Any) -> dict[str, Any]:
    return {"value": value, "clause": HOUSE, "implied": True}


def current_key(key: str) -> str:
    """The current key of a value that may be named by its older one."""
    section, _, rest = key.partition(".")
    kind = kinds().get(section)
    if kind is None:
        return key
    bet_id, _, name = rest.partition(".")
    first, dot, more = name.partition(".")
    return f"{SECTION}.{bet_id}.{kind.keys.get(first, first)}{dot}{more}"


def current_value(key: str, value: Any) -> Any:
    """The current value for one given by an older key."""
    section, _, rest = key.partition(".")
    kind, name = kinds().get(section), rest.partition(".")[2]
    return kind.states[name] if kind is not None and name in kind.said and value == kind.said[name] else value


def older_key(kind: str, key: str) -> str:
    """The older key of a value of a bet of this kind."""
    _, bet_id, name = key.split(".", 2)
    for older, newer in kinds()[kind].keys.items():
        if name == newer or name.startswith(newer + "."):
            name = older + name[len(newer) :]
            break
    return f"{kind}.{bet_id}.{name}"


class OlderNames(NamedTuple):
    """The names of values in published references."""

    keys: Mapping[str, str]
    """Current key → older key; empty for a value that the older form did not state."""
    said: Mapping[str, Any]
    """Older keys that the current form does not have, with their values."""


def older_names(entries: Mapping[str, Entry]) -> OlderNames:
    """The names of all side bets that are equivalent to one of the older kinds."""
    keys: dict[str, str] = {}
    said: dict[str, Any] = {}
    for bet_id, block in _blocks(entries).items():
        kind = next((name for name, one in kinds().items() if _is_of(one, block)), None)
        if kind is None:
            continue
        stated = kinds()[kind].states
        for name in block:
            key = f"{SECTION}.{bet_id}.{name}"
            keys[key] = "" if name.partition(".")[0] in stated else older_key(kind, key)
        said |= {f"{kind}.{bet_id}.{name}": value for name, value in kinds()[kind].said.items()}
    return OlderNames(keys, said)


def _blocks(entries: Mapping[str, Entry]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for key, entry in entries.items():
        if key.startswith(SECTION + "."):
            _, bet_id, name = key.split(".", 2)
            found.setdefault(bet_id, {})[name] = entry.value
    return found


def _is_of(kind: Kind, block: Mapping[str, Any]) -> bool:
    stated = {f"outcomes.{name}": value for name, value in kind.states["outcomes"].items()}
    stated |= {name: value for name, value in kind.states.items() if name != "outcomes"}
    mine = {name: _plain(value) for name, value in block.items() if name.partition(".")[0] in kind.states}
    parts = {name.partition(".")[0] for name in kind.keys.values()}
    return mine == stated and parts <= {name.partition(".")[0] for name in block} and _order(mine) == _order(stated)


def _order(stated: Mapping[str, Any]) -> list[str]:
    return [name for name in stated if name.startswith("outcomes.")]


def _plain(value: Any) -> Any:
    """The value as parsed TOML."""
    if hasattr(value, "model_dump"):
        return _plain(value.model_dump(exclude_unset=True))
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def older_jackpot() -> tuple[tuple[str, ...], dict[str, Outcome]]:
    """The inputs and outcomes of progressive bets in the older form, where all of them had the same."""
    kind = next(one for one in kinds().values() if "jackpot" in {key.partition(".")[0] for key in one.keys.values()})
    return tuple(kind.states["reads"]), {name: Outcome(**one) for name, one in kind.states["outcomes"].items()}
