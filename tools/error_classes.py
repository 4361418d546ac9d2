"""Every exception of the package, found in its sources."""

import ast
import builtins
from functools import cache
from importlib import import_module
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"


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
