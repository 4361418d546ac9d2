"""Writes docs/clauses.md, the table clause → sheet value → test, from the clause index, the sheets and the tests."""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lammer.progressive.terms import SHEETS as TERMS
from lammer.progressive.terms import shipped_terms
from lammer.rules.clauses import clause_texts
from lammer.rules.loader import load_sheet, sheet_head, sheet_names
from lammer.rules.sheet import value_text

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "clauses.md"


def slug(clause: str) -> str:
    """``SD.14 1(a)`` → ``sd_14_1_a``: the clause in the name of a test, before a double underscore."""
    return re.sub(r"[^a-z0-9]+", "_", clause.lower()).strip("_")


@cache
def clause_tests() -> dict[str, list[str]]:
    """Slug → tests named after it, as file::test."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests" / "clauses").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and "__" in node.name:
                named = node.name.removeprefix("test_").partition("__")[0]
                found[named].append(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return dict(found)


@cache
def clause_values() -> dict[str, list[str]]:
    """Clause → the sheet values that cite it, in the sheet that states them."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in sheet_names():
        hosts = sheet_head(name).get("attaches_to")
        sheet = load_sheet(f"{hosts[0]}+{name}" if hosts else name)
        for key, entry in sheet.entries.items():
            if entry.file == f"{name}.toml":
                stated = "" if hasattr(entry.value, "rows") else f" = {value_text(entry.value)}"
                for clause in entry.clauses:
                    found[clause].append(f"{name}: {key}{stated}")
    for name in shipped_terms():
        for key, value, clauses in _stated(tomllib.loads((TERMS / f"{name}.toml").read_text(encoding="utf-8"))):
            for clause in clauses:
                found[clause].append(f"terms {name}: {key} = {value_text(value)}")
    return dict(found)


def _stated(part: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any, list[str]]]:
    """Every value of a jackpot's terms with its clauses."""
    for key, each in part.items():
        if isinstance(each, dict) and "value" in each:
            clauses = each["clause"]
            yield f"{path}{key}", each["value"], [clauses] if isinstance(clauses, str) else clauses
        elif isinstance(each, dict):
            yield from _stated(each, f"{path}{key}.")


def page() -> str:
    values, tests = clause_values(), clause_tests()
    lines = [
        "# Clause → sheet value → test",
        "",
        "Every clause of the source documents and every reading of ours, the sheet values that cite it, and",
        "tests that stand on its boundary. Made by `python tools/clauses.py`; a test fails when this page is stale.",
        "",
        "| clause | says | sheet values | tests |",
        "| --- | --- | --- | --- |",
    ]
    for clause, text in clause_texts().items():
        cited = "<br>".join(f"`{value}`" for value in values.get(clause, ["none"]))
        stands = "<br>".join(f"`{test.partition('::')[2]}`" for test in tests.get(slug(clause), ["::none"]))
        lines.append(f"| {clause} | {text} | {cited} | {stands} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"wrote {PAGE.relative_to(ROOT)}\n")
