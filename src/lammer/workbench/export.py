"""A changed game as a TOML sheet of its own, which extends the sheet it came from."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.rules.loader import load_sheet
from lammer.rules.schema_walk import adapter, schema_at
from lammer.rules.sheet import HOUSE, Entry, Sheet


class Exported(NamedTuple):
    file: str
    text: str


def exported(sheet: Sheet) -> Exported:
    """Every value is written in which the game differs from the sheet it comes from, with its clause; a value that
    departs from its clause is the house's. Attached side bets are written whole."""
    base_id = sheet.id.partition("+")[0]
    base = load_sheet(base_id)
    own_id = f"{base_id}-{sheet.digest[:8]}"
    head = {
        "id": own_id,
        "version": 1,
        "name": sheet.name,
        "summary": sheet.summary,
        "source": f"{base.ref}, changed",
        "extends": base_id,
    }
    lines = [f"{key} = {toml_text(value)}" for key, value in head.items()]
    for section, entries in _by_section(sheet, base).items():
        lines += ["", f"[{section}]"]
        lines += [f"{_toml_key(name)} = {_entry_text(key, entry)}" for name, (key, entry) in entries.items()]
    return Exported(f"{own_id}.toml", "\n".join(lines) + "\n")


def _by_section(sheet: Sheet, base: Sheet) -> dict[str, dict[str, tuple[str, Entry]]]:
    found: dict[str, dict[str, tuple[str, Entry]]] = {}
    for key, entry in sheet.entries.items():
        stated = base.entries.get(key)
        if stated is not None and (stated.value, stated.clauses, stated.allowed) == entry[:3]:
            continue
        *path, name = key.split(".")
        found.setdefault(".".join(map(_toml_key, path)), {})[name] = (key, entry)
    return found


def _entry_text(key: str, entry: Entry) -> str:
    annotation = schema_at(key)

    def plain(value: Any) -> Any:
        return adapter(annotation).dump_python(value, mode="json", exclude_unset=True, by_alias=True)

    clauses = (HOUSE,) if entry.departs else entry.clauses
    fields: dict[str, Any] = {"value": plain(entry.value)}
    if entry.allowed is not None:
        fields["allowed"] = [plain(one) for one in entry.allowed]
    fields["clause"] = clauses[0] if len(clauses) == 1 else list(clauses)
    if entry.note:
        fields["note"] = entry.note
    return toml_text(fields)


def toml_text(value: Any) -> str:
    """A JSON value as inline TOML.

    >>> toml_text({"value": ["3:2", 6], "clause": "house"})
    '{ value = ["3:2", 6], clause = "house" }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_toml_key(name)} = {toml_text(one)}" for name, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_text, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def _toml_key(name: str) -> str:
    """A key that needs no quotes, or one in quotes."""
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else json.dumps(name, ensure_ascii=False)
