"""The analysis and the simulator read rules from tables only: none of their modules asks a sheet or decides by itself.

Side bets are not rule tables; their section of a sheet may be read.
"""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "lammer"
MODULES = sorted(path for room in ("exact", "simulate") for path in (SOURCE / room).rglob("*.py"))
SIDE_BETS = {"side_bets"}
MAY_IMPORT = {"lammer.table.sidebets"}
"""What of the table these modules may call: nothing that decides what is legal or what a hand is paid."""


def rule_reads(text: str) -> list[str]:
    """Every place in a module's source that reads a rule of a sheet, or imports code of the table."""
    tree = ast.parse(text)
    aliases = {name for node in ast.walk(tree) if isinstance(node, ast.Assign) for name in _aliases(node)}
    followed = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and _is_rules(node.value, aliases) and node.attr in SIDE_BETS
    }
    assigned = {id(value) for node in ast.walk(tree) if isinstance(node, ast.Assign) for value in _values(node)}
    reads = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Name)
        and isinstance(node.ctx, ast.Load)
        and _is_rules(node, aliases)
        and id(node) not in followed | assigned
    ]
    imports = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("lammer.table")
        and node.module not in MAY_IMPORT
    ]
    return reads + imports


def _is_rules(node: ast.expr, aliases: set[str]) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "rules") or (
        isinstance(node, ast.Name) and node.id in aliases
    )


def _values(node: ast.Assign) -> list[ast.expr]:
    return list(node.value.elts) if isinstance(node.value, ast.Tuple) else [node.value]


def _aliases(node: ast.Assign) -> list[str]:
    """Names for a sheet's rules that an assignment makes."""
    targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
    pairs = zip(targets, _values(node), strict=False)
    return [target.id for target, value in pairs if isinstance(target, ast.Name) and _is_rules(value, set())]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_module_reads_a_rule_of_a_sheet(path: Path) -> None:
    assert rule_reads(path.read_text("utf-8")) == []


def test_there_are_modules_to_check() -> None:
    assert len(MODULES) > 40


@pytest.mark.parametrize(
    "text",
    [
        "limit = sheet.rules.points.limit",
        "def f(sheet):\n    return sheet.rules.pay.win",
        "rules = sheet.rules\nodds = rules.natural.pays",
        "shoe, rules = full(6), sheet.rules\nsplits = rules.split",
        "terms = terms_of(sheet.rules)",
        "late = getattr(self.sheet.rules, 'surrender').late",
        "from lammer.table.settlement import settle_hand",
        "from lammer.table.options import CHECKS",
    ],
)
def test_control_a_rule_that_is_read(text: str) -> None:
    assert rule_reads(text)


@pytest.mark.parametrize(
    "text",
    [
        "bets = sheet.rules.side_bets",
        "rules = sheet.rules\nbet = rules.side_bets[bet_id]",
        "pays = rule_tables(sheet).payoffs",
        "from lammer.rules.sheet import Sheet",
        "from lammer.table.sidebets import fixed_net",
    ],
)
def test_control_what_may_be_read(text: str) -> None:
    assert rule_reads(text) == []
