"""Every error of the package derives from LammerError, so that one ``except`` is enough."""

import ast
import builtins
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from lammer.errors import LammerError
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults

SOURCE = Path(__file__).resolve().parents[2] / "src"
CONTROL_FLOW = {
    "lammer.ledger.store.Busy",  # the desk tries again
    "lammer.progressive.terms._Unfit",  # tells pydantic what is wrong with a value
    "lammer.surfaces.cli.stopping.Terminated",  # a KeyboardInterrupt: SIGTERM is handled as Ctrl-C is
    "lammer.surfaces.cli.play.asking.Leave",  # the player leaves the table
    "lammer.surfaces.web.analysis.child._Stopped",  # ends work that nobody waits for
    "lammer.surfaces.web.protocols._Refused",  # ends a request early, with the answer
    "lammer.surfaces.web.security_log._Unchanged",  # ends a transaction that has nothing to write
    "lammer.surfaces.web.serve._NotPrepared",  # ends the start of a server, after its message was printed
    "lammer.surfaces.cli.workbench.analyst._Superseded",  # ends work that nobody waits for
    "lammer.surfaces.web.user_commands._Refused",  # rolls the file of users back
    "lammer.table.redeal._Unusual",  # the round is dealt the plain way
    "lammer.workbench.paytables._Stop",  # ends a search that has taken too many steps
}
"""Exceptions that never leave the module or process part that raises them."""


def written_classes() -> dict[str, tuple[str, set[str]]]:
    """Module, name → the names of its bases, of every class of the package."""
    return {
        f"{_module(path)}.{node.name}": (node.name, {_name(base) for base in node.bases})
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }


def _module(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def _name(base: ast.expr) -> str:
    return base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else ""


@cache
def exceptions() -> dict[str, type[BaseException]]:
    """Found by the names of their bases, so that only modules with exceptions are imported."""
    known = {name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)}
    classes, found = written_classes(), set[str]()
    while more := {full for full, (_, bases) in classes.items() if bases & known and full not in found}:
        found |= more
        known |= {classes[full][0] for full in more}
    return {full: getattr(import_module(full.rpartition(".")[0]), full.rpartition(".")[2]) for full in sorted(found)}


def test_every_error_derives_from_the_one_base() -> None:
    found = exceptions()
    assert len(found) >= 30
    assert {name for name, one in found.items() if not issubclass(one, LammerError)} == CONTROL_FLOW


def test_errors_keep_their_other_bases() -> None:
    """Programs that catch ValueError, and pydantic, which expects it, see what they saw before."""
    values = {name.rpartition(".")[2] for name, one in exceptions().items() if issubclass(one, ValueError)}
    assert values >= {"SheetFaults", "Refused", "NotationError", "NotACard", "NotMoney", "NotAnalysed", "ChartFault"}
    with pytest.raises(LammerError) as caught:
        load_sheet("no-such-game")
    assert isinstance(caught.value, SheetFaults)
    assert isinstance(caught.value, ValueError)
