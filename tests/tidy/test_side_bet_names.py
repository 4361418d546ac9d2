"""No code knows a side bet or an outcome by its name: both are data."""

import ast
from pathlib import Path

from lammer.rules.loader import attachments_for, load_sheet, sheet_names
from lammer.rules.sheet import Sheet, SheetFaults

SOURCES = Path(__file__).resolve().parents[2] / "src" / "lammer"
ROOMS = ("rules", "table", "strategy", "exact", "simulate", "report", "progressive", "floor")
"""Surfaces name shipped files as their defaults, as a user would."""
ALSO_A_REASON = {"first-card ace"}
"""Why a hand wins at once, which is told in the same words."""


def _sheets() -> list[Sheet]:
    found = []
    for name in sheet_names():
        try:
            found.append(load_sheet("+".join([name, *attachments_for(name)])))
        except SheetFaults:
            continue  # a side bet's own sheet, which is loaded with its game
    return found


def _names() -> set[str]:
    bets = {bet_id: bet for sheet in _sheets() for bet_id, bet in sheet.side_bets.items()}
    return {*bets, *(bet.name for bet in bets.values()), *(name for bet in bets.values() for name in bet.outcomes)}


def _texts(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_no_code_knows_a_bet_or_an_outcome_by_name() -> None:
    names = _names() - ALSO_A_REASON
    assert {"blazing-7s", "pot-of-gold", "suited 22", "777"} <= names
    known = {
        str(path.relative_to(SOURCES)): sorted(_texts(path) & names)
        for room in ROOMS
        for path in (SOURCES / room).rglob("*.py")
    }
    assert {path: found for path, found in known.items() if found} == {}
