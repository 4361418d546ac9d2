"""``--set key=value``: overrides one value of a sheet, with the same checks as the sheet's own values."""

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from lammer.rules.older_keys import current_key
from lammer.rules.older_side_bets import current_value
from lammer.rules.schema_walk import check_value, is_leaf, schema_at
from lammer.rules.sheet import HOUSE, Entry, Fault, Sheet, SheetFaults, not_allowed

LABEL = "--set"
KEYS_HINT = "; `lammer rules show GAME` lists the keys"
"""For the command line; other surfaces leave it out."""


def override_entries(
    entries: Mapping[str, Entry], overrides: Iterable[str]
) -> tuple[dict[str, Entry], dict[str, Any], list[Fault]]:
    """Entries with the overrides applied, the values that changed, and every fault."""
    changed: dict[str, Any] = {}
    seen: set[str] = set()
    faults: list[Fault] = []
    result = dict(entries)
    for text in overrides:
        written_key, equals, written = text.partition("=")
        written_key = written_key.strip()
        key = current_key(written_key)
        if not equals:
            faults.append(Fault(LABEL, text, "", "should be written as key=value, like shoe.decks=8"))
            continue
        entry, fault = _override(entries, key, current_value(written_key, parse_value(written)), written.strip())
        if key in seen:
            faults.append(Fault(LABEL, written_key, "", "is set twice"))
        seen.add(key)
        if fault is not None:
            faults.append(fault._replace(key=written_key))
        elif entry is not None and entry.value != entries[key].value:
            result[key], changed[key] = entry, entry.value
    return result, dict(sorted(changed.items())), faults


def _override(entries: Mapping[str, Entry], key: str, value: Any, written: str) -> tuple[Entry | None, Fault | None]:
    annotation = schema_at(key)
    if key not in entries or annotation is None or not is_leaf(annotation):
        near = get_close_matches(key, entries, n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else KEYS_HINT
        return None, Fault(LABEL, key, "", f"the sheet has no such value{hint}")
    old = entries[key]
    typed, problems = check_value(annotation, value)
    if problems and isinstance(value, int | float):  # a name like 11 looks like a number
        typed, still = check_value(annotation, written)
        problems = problems if still else []
    if problems:
        return None, Fault(LABEL, key, old.clause, problems[0])
    entry = old._replace(value=typed, file=LABEL, departs=old.allowed is None and old.clauses != (HOUSE,))
    outside = not_allowed(LABEL, key, entry)
    return (None, outside) if outside else (entry, None)


def varied(sheet: Sheet, key: str, value: Any) -> Sheet:
    """The sheet with one value of a section changed. The value is not checked; it must be one that the sheet allows."""
    section, _, name = key.partition(".")
    changed = getattr(sheet.rules, section).model_copy(update={name: value})
    return replace(
        sheet,
        rules=sheet.rules.model_copy(update={section: changed}),
        entries={**sheet.entries, key: sheet.entries[key]._replace(value=value)},
        overrides={**sheet.overrides, sheet.published_names.keys.get(key) or key: value},
    )


def parse_value(text: str) -> Any:
    """A TOML value, or a plain word or list of plain words, which TOML would require in quotes."""
    text = text.strip()
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):  # not a TOML value but a plain word
        pass
    if text.startswith("[") and text.endswith("]") and "[" not in text[1:]:
        return [parse_value(item) for item in text[1:-1].split(",")]
    return text


def split_game(game: str) -> tuple[str, tuple[str, ...]]:
    """``sd-free-bet@1[shoe.decks=8]`` → ``sd-free-bet@1`` and ``("shoe.decks=8",)``; a file may have any name.

    Raises SheetFaults if the brackets are not closed at the end."""
    name, opening, _ = game.partition("[")
    if not opening or os.path.isfile(os.path.expanduser(game)):
        return game, ()
    depths = [depth for _, depth in nesting(game[len(name) :])]
    if 0 not in depths:
        raise SheetFaults((Fault(game[:80], "", "", "the bracket is never closed; write GAME[key=value,…]"),))
    if depths.index(0) < len(depths) - 1:
        raise SheetFaults((Fault(game[:80], "", "", "there is text after the bracket; write GAME[key=value,…]"),))
    return name, tuple(split_overrides(game[len(name) + 1 : -1]))


def split_overrides(text: str) -> list[str]:
    """``a=1,b=[x,y]`` → ``["a=1", "b=[x,y]"]``: splits the bracketed overrides of a game."""
    parts = [""]
    for letter, depth in nesting(text):
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def nesting(text: str) -> Iterator[tuple[str, int]]:
    """Each character with the number of brackets, braces and quotes that are open after it. Brackets in quotes do not
    count."""
    depth, quoted = 0, False
    for letter in text:
        quoted ^= letter == '"'
        if not quoted:
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(letter, 0)
        yield letter, depth + quoted
