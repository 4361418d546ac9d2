"""Converts the tree of a TOML sheet to flat entries, and collects every fault."""

from collections.abc import Iterator, Mapping
from typing import Any

from lammer.rules.clauses import read_clauses
from lammer.rules.schema import Rules
from lammer.rules.schema_walk import check_value, is_leaf, map_item, schema_children
from lammer.rules.sheet import Entry, Fault, not_allowed
from lammer.rules.wording import nearest

ENTRY_KEYS = ("value", "clause", "allowed", "note", "implied")


def read_entries(file: str, tree: Mapping[str, Any]) -> tuple[dict[str, Entry], list[Fault]]:
    """Flat entries of a sheet by dotted key, and their faults."""
    entries: dict[str, Entry] = {}
    faults: list[Fault] = []
    for key, annotation, node in _walk(file, tree, Rules, "", faults):
        entry, entry_faults = _read_entry(file, key, annotation, node)
        faults += entry_faults
        if entry is not None:
            entries[key] = entry
    return entries, faults


def _walk(file: str, tree: Any, annotation: Any, prefix: str, faults: list[Fault]) -> Iterator[tuple[str, Any, Any]]:
    """The leaves of the tree; unknown keys become faults."""
    if not isinstance(tree, Mapping):
        faults.append(Fault(file, prefix, "", f"should be a table of values, found {tree!r}"))
        return
    item = map_item(annotation)
    known = None if item is not None else schema_children(annotation)
    for name, node in tree.items():
        key = f"{prefix}.{name}" if prefix else name
        child = item if known is None else known.get(name)
        if "." in name:
            faults.append(Fault(file, key, "", f"the name {name!r} contains a dot, which separates the parts of a key"))
        elif child is None:
            faults.append(Fault(file, key, "", _unknown_key(name, list(known or ()))))
        elif is_leaf(child):
            yield key, child, node
        else:
            yield from _walk(file, node, child, key, faults)


def _unknown_key(name: str, known: list[str]) -> str:
    near = nearest(name, known)
    return "unknown key; " + (f"did you mean {near!r}?" if near else f"known here are {', '.join(known)}")


def _read_entry(file: str, key: str, annotation: Any, node: Any) -> tuple[Entry | None, list[Fault]]:
    if not isinstance(node, Mapping) or "value" not in node:
        return None, [Fault(file, key, "", 'should be written as { value = …, clause = "…" }')]
    clauses, faults = _read_clauses(file, key, node)
    cited = "; ".join(clauses)
    faults += [
        Fault(file, f"{key}.{name}", cited, _unknown_key(name, list(ENTRY_KEYS)))
        for name in node
        if name not in ENTRY_KEYS
    ]
    value, problems = check_value(annotation, node["value"])
    faults += [Fault(file, key, cited, problem) for problem in problems]
    allowed, allowed_faults = _read_allowed(file, key, annotation, node, cited)
    faults += allowed_faults
    if problems:
        return None, faults
    entry = Entry(value, clauses, allowed, str(node.get("note", "")), file, implied=node.get("implied") is True)
    outside = not_allowed(file, key, entry)
    return entry, faults + ([outside] if outside else [])


def _read_clauses(file: str, key: str, node: Mapping[str, Any]) -> tuple[tuple[str, ...], list[Fault]]:
    clauses, problems = read_clauses(node.get("clause"))
    return clauses, [Fault(file, key, "", text) for text in problems]


def _read_allowed(
    file: str, key: str, annotation: Any, node: Mapping[str, Any], cited: str
) -> tuple[tuple[Any, ...] | None, list[Fault]]:
    if "allowed" not in node:
        return None, []
    if not isinstance(node["allowed"], list):
        return None, [Fault(file, f"{key}.allowed", cited, f"should be a list, found {node['allowed']!r}")]
    checked = [check_value(annotation, choice) for choice in node["allowed"]]
    faults = [Fault(file, f"{key}.allowed", cited, problem) for _, problems in checked for problem in problems]
    return tuple(value for value, problems in checked if not problems), faults
