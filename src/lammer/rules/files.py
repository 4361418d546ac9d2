"""Sheet files: found by path or id, read as TOML, their heads checked."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from lammer.rules.clauses import clause_fault
from lammer.rules.reading import read_entries
from lammer.rules.sheet import Entry, Fault, SheetFaults
from lammer.rules.wording import did_you_mean

SHEETS_VARIABLE = "LAMMER_SHEETS"
"""Environment variable with folders of a user's own sheets, searched before the shipped ones."""

HEAD = {"id": str, "version": int, "name": str, "summary": str, "source": str}
HEAD_OPTIONAL = {"extends": str, "attaches_to": list, "chart": str}
ID = re.compile(r"[a-z0-9][a-z0-9-]*")


class SheetFile(NamedTuple):
    """One TOML file: its head, its values with clauses, and what it asks of a sheet it attaches to."""

    label: str
    folder: Path
    head: Mapping[str, Any]
    entries: Mapping[str, Entry]
    requires: Mapping[str, Mapping[str, Any]]
    """Key → what the host may say there: ``allowed`` and ``clause``."""
    faults: tuple[Fault, ...]

    @property
    def is_side_bet(self) -> bool:
        return "attaches_to" in self.head


def find_file(name: str, beside: Path | None = None) -> SheetFile:
    """A sheet by path (also relative to the sheet that names it) or by id. Raises SheetFaults when there is none."""
    if is_path(name):
        path = Path(os.path.expanduser(name))
        candidates = [path, *([beside / path] if beside else [])]
    else:
        candidates = [folder / f"{name}.toml" for folder in ([beside] if beside else []) + folders()]
    for candidate in candidates:
        if _is_file(candidate):
            return read_file(candidate)
    text = f"there is no such sheet.{did_you_mean(name, known_files())} Known are {', '.join(sorted(known_files()))}"
    hint = f"give one of them or a path to a .toml file, or set {SHEETS_VARIABLE} to the folder it is in"
    raise SheetFaults((Fault(name[:80], "", "", f"{text}; {hint}"),))


def is_path(name: str) -> bool:
    return name.endswith(".toml") or os.sep in name


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name no file can have
        return False


def known_files() -> dict[str, Path]:
    """Id → file of every sheet that can be named without a path; a user's own hide shipped ones of the same id."""
    return {path.stem: path for folder in reversed(folders()) for path in sorted(folder.glob("*.toml"))}


def folders() -> list[Path]:
    own = [Path(folder) for folder in os.environ.get(SHEETS_VARIABLE, "").split(os.pathsep) if folder]
    return [*own, Path(str(files("lammer.rules").joinpath("sheets")))]


def read_file(path: Path) -> SheetFile:
    """The file as it stands now. Raises SheetFaults when it cannot be read at all."""
    return _read_at(path, path.stat().st_mtime_ns)


@cache
def _read_at(path: Path, _modified: int) -> SheetFile:
    label = path.name if path.parent in folders() else str(path)
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError, OSError) as error:
        raise SheetFaults((Fault(label, "", "", f"cannot be read as TOML: {error}"),)) from None
    head = {key: tree.pop(key) for key in (*HEAD, *HEAD_OPTIONAL) if key in tree}
    head_faults = list(_head_faults(label, head))
    requires, require_faults = _read_requires(label, tree.pop("requires", {}))
    if head_faults:
        raise SheetFaults(tuple(head_faults))
    entries, entry_faults = read_entries(label, tree)
    return SheetFile(label, path.parent, head, entries, requires, tuple(require_faults + entry_faults))


def _head_faults(label: str, head: Mapping[str, Any]) -> Iterator[Fault]:
    for key in HEAD.keys() - head.keys():
        yield Fault(label, key, "", "is missing from the head of the sheet")
    for key, kind in (HEAD | HEAD_OPTIONAL).items():
        if key in head and type(head[key]) is not kind:
            yield Fault(label, key, "", f"should be {kind.__name__}, found {head[key]!r}")
    if isinstance(head.get("id"), str) and not ID.fullmatch(head["id"]):
        yield Fault(label, "id", "", f"{head['id']!r} should be small letters, digits and dashes")
    if not {"chart", "extends", "attaches_to"} & set(head):
        yield Fault(label, "chart", "", "is missing: a sheet that extends nothing names the chart that plays it")


def _read_requires(label: str, tree: Any) -> tuple[dict[str, Mapping[str, Any]], list[Fault]]:
    """What a side-bet sheet asks of its host, flat by key."""
    needs: dict[str, Mapping[str, Any]] = {}
    faults = []
    for section, keys in tree.items() if isinstance(tree, Mapping) else [("", tree)]:
        for key, need in keys.items() if isinstance(keys, Mapping) else [("", keys)]:
            whole = isinstance(need, Mapping) and isinstance(need.get("allowed"), list)
            if whole and not clause_fault(need.get("clause")):
                needs[f"{section}.{key}"] = need
            else:
                text = 'should be written as { allowed = […], clause = "…" }'
                faults.append(Fault(label, f"requires.{section}.{key}".rstrip("."), "", text))
    return needs, faults
