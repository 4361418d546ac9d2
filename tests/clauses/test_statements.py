"""Every value of a sheet drives the game, or is marked as a statement: nothing in between."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lammer.rules.schema import STATED, Rules
from lammer.rules.schema_walk import is_leaf, is_statement, map_item, schema_children

SOURCES = Path(__file__).resolve().parents[2] / "src" / "lammer"
SHOWN_WHOLE = "signals."
"""The help lists this section as it stands, without naming its keys."""


def leaves(annotation: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    item = map_item(annotation)
    if item is not None:
        yield from leaves(item, f"{key}.*")
    elif is_leaf(annotation):
        yield key.lstrip("."), annotation
    else:
        for name, child in schema_children(annotation).items():
            yield from leaves(child, f"{key}.{name}")


def names_read() -> set[str]:
    """Attributes that the program reads anywhere but in the schema itself and on the sign that posts the rules."""
    files = [path for path in SOURCES.rglob("*.py") if path.name not in ("schema.py", "posted.py")]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)}


@pytest.fixture(scope="module")
def read() -> set[str]:
    return names_read()


def test_a_value_that_no_code_reads_is_a_statement(read: set[str]) -> None:
    driving = [key for key, annotation in leaves(Rules) if not is_statement(annotation) and "*" not in key[-1:]]
    assert [key for key in driving if key.rpartition(".")[2] not in read and not key.startswith(SHOWN_WHOLE)] == []


def test_a_value_that_code_reads_is_not_marked_as_posted_only(read: set[str]) -> None:
    marked = [key for key, annotation in leaves(Rules) if STATED in getattr(annotation, "__metadata__", ())]
    assert marked
    assert [key for key in marked if key.rpartition(".")[2] in read] == []


def test_a_value_nobody_reads_would_be_noticed(read: set[str]) -> None:
    """Negative control."""
    assert "plays_for" not in read
    assert dict(leaves(Rules))["side_bets.*.jackpot.plays_for"] is not None
