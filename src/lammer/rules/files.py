"""Finds sheet files by path or id, reads them as TOML and checks their heads."""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any

from lammer.cards.card import CODES
from lammer.rules import older_keys
from lammer.rules.clauses import clause_fault
from lammer.rules.older_side_bets import SECTION, older_key, translated
from lammer.rules.parse import read_entries
from lammer.rules.schema_walk import check_value, schema_at
from lammer.rules.sheet import DESCRIPTION, Entry, Fault, SheetFaults
from lammer.rules.wording import did_you_mean

SHEETS_VARIABLE = "LAMMER_SHEETS"
"""Environment variable with the folders of the user's own sheets."""
SHIPPED = Path(str(files("lammer.rules").joinpath("sheets")))

EARLIER = "earlier"
"""Folder with earlier versions of the sheets, so that rounds dealt under them can be replayed."""

HEAD = {"id": str, "version": int, "name": str, "summary": str, "source": str}
HEAD_OPTIONAL = {
    "extends": str,
    "attaches_to": list,
    "chart": str,
    "origin": str,
    "unknown": str,
    "leaves_out": list,
    "cards": list,
    "kind": str,
}
KINDS = ("game", "variant")
"""What a sheet that extends another one may say that it is."""
ANY = "any"
"""In ``attaches_to``: the side bet attaches to every game that has what it requires."""
ORIGINS = ("regulation", "casino's rules", DESCRIPTION, "own rules")
"""Where the words of a sheet come from. A sheet that does not say so has its own rules."""
ID = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True, eq=False)
class SheetFile:
    """One TOML file: its head, its values with clauses, and its requirements on a sheet it attaches to. A file that is
    read again unchanged is the same object."""

    label: str
    folder: Path
    head: Mapping[str, Any]
    entries: Mapping[str, Entry]
    requires: Mapping[str, Mapping[str, Any]]
    """Key → the values that the host may have (``allowed``), the ``clause``, and the reason (``note``)."""
    faults: tuple[Fault, ...]
    tree: Mapping[str, Any]
    """The whole file as parsed TOML, for the order of its keys."""

    @property
    def is_side_bet(self) -> bool:
        return "attaches_to" in self.head

    @property
    def usual_host(self) -> str:
        """The game with which a side bet is shown: the first that it attaches to."""
        return str(self.head["attaches_to"][0])

    @property
    def origin(self) -> str:
        return str(self.head.get("origin", ORIGINS[-1]))

    @property
    def kind(self) -> str:
        """A side bet, a variant (another house's rules of a game, by its own words), or a game. A sheet that extends
        another one only to take over its values says itself that it is a game."""
        if self.is_side_bet:
            return "side bet"
        derived = "variant" if "extends" in self.head and self.origin != ORIGINS[0] else "game"
        return str(self.head.get("kind", derived))


def find_file(name: str, beside: Path | None = None) -> SheetFile:
    """A sheet by path (also relative to the sheet that names it) or by id. Raises SheetFaults if there is none."""
    if is_path(name):
        path = Path(os.path.expanduser(name))
        candidates = [path, *([beside / path] if beside else [])]
    else:
        candidates = _earlier(name, beside) if "@" in name else _with_id(name, beside)
    if found := _first(candidates):
        return found
    raise SheetFaults((Fault(name[:80] or "''", "", "", _not_found(name)),))


def _not_found(name: str) -> str:
    """Why there is no such sheet, with what to do about it."""
    if is_path(name):
        path = Path(os.path.expanduser(name))
        return (
            f"there is no such file.{did_you_mean(path.name, _names_in(path.parent))} lammer games lists shipped sheets"
        )
    known = ", ".join(sorted(known_files()))
    hint = f"give one of them or a path to a .toml file, or set {SHEETS_VARIABLE} to the folder it is in"
    return f"there is no such sheet.{did_you_mean(name, known_files())} Known are {known}; {hint}"


def _names_in(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.glob("*.toml")]
    except OSError:  # a folder that may not be read
        return []


def earlier_file(name: str) -> SheetFile | None:
    """An earlier version, named like ``sd-free-bet@1``, if it is kept."""
    return _first(_earlier(name, None))


def _first(candidates: Iterable[Path]) -> SheetFile | None:
    return next((read_file(path) for path in candidates if _is_file(path)), None)


def is_path(name: str) -> bool:
    return name.endswith(".toml") or os.sep in name


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # not a valid file name
        return False


def _earlier(name: str, beside: Path | None) -> list[Path]:
    """The path of an earlier version, named like ``sd-free-bet@1``."""
    return [place / f"{name}.toml" for place in (*([beside] if beside else []), *(one / EARLIER for one in folders()))]


def _with_id(name: str, beside: Path | None) -> list[Path]:
    """The file with this id: beside the sheet that names it, or in any folder. Raises SheetFaults for duplicates."""
    found = _ids([beside]).get(name, []) if beside else []
    found = found or known_files().get(name, [])
    if len(found) > 1:
        text = f"several sheets have this id: {', '.join(map(str, found))}; give each its own id"
        raise SheetFaults((Fault(name, "", "", text),))
    return found


def known_files() -> dict[str, list[Path]]:
    """Id → files, for every sheet that can be named without a path."""
    return _ids(folders())


def _ids(places: Iterable[Path]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for place in dict.fromkeys(places):
        for own_id, path in _shipped_ids(place.stat().st_mtime_ns) if place == SHIPPED else _own_ids(place):
            found.setdefault(own_id, []).append(path)
    return found


@cache
def _shipped_ids(_modified: int) -> list[tuple[str, Path]]:
    """A shipped file is named after its id."""
    return [(path.stem, path) for path in sorted(SHIPPED.glob("*.toml"))]


def _own_ids(place: Path) -> Iterator[tuple[str, Path]]:
    """A user's file may have any name."""
    for path in sorted(place.glob("*.toml")):
        yield _id_at(path, path.stat().st_mtime_ns) if _is_file(path) else path.stem, path


@cache
def _id_at(path: Path, _modified: int) -> str:
    """The id in a file, or the file's name if it has none, so that its faults can be reported."""
    try:
        stated = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("id")
    except (ValueError, RecursionError, OSError):
        stated = None
    return stated if isinstance(stated, str) and ID.fullmatch(stated) else path.stem


def folders() -> list[Path]:
    own = [Path(folder) for folder in os.environ.get(SHEETS_VARIABLE, "").split(os.pathsep) if folder]
    for folder in own:
        if not folder.is_dir():
            text = f"{folder} is not a folder; name the folders of your sheets, or unset the variable"
            raise SheetFaults((Fault(SHEETS_VARIABLE, "", "", text),))
    return [*own, SHIPPED]


def read_file(path: Path) -> SheetFile:
    """The current file. Raises SheetFaults if it cannot be read."""
    return _read_at(path, path.stat().st_mtime_ns)


@cache
def _read_at(path: Path, _modified: int) -> SheetFile:
    label = path.name if {path.parent, path.parent.parent} & set(folders()) else str(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (ValueError, OSError) as error:
        raise SheetFaults((Fault(label, "", "", f"cannot be read as TOML: {error}"),)) from None
    return read_text(text, label, path.parent)


def read_text(text: str, label: str, folder: Path) -> SheetFile:
    """A sheet from its TOML text. Faults name ``label``; ``folder`` may contain the sheet that it extends."""
    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SheetFaults((Fault(label, "", "", f"cannot be read as TOML: {error}"),)) from None
    whole = dict(tree)
    head = {key: tree.pop(key) for key in (*HEAD, *HEAD_OPTIONAL) if key in tree}
    head_faults = list(_head_faults(label, head))
    requires, require_faults = _read_requires(label, tree.pop("requires", {}))
    tree, older = translated(tree)
    today = older_keys.translated(tree)
    entries, entry_faults = read_entries(label, today.tree)
    entry_faults += [Fault(label, key, "", _twice(key)) for key in today.twice]
    entry_faults = [_as_written(fault, today.written, older) for fault in entry_faults]
    faults = in_file_order([*head_faults, *require_faults, *entry_faults], label, whole)
    if head_faults:
        raise SheetFaults(faults)
    return SheetFile(label, folder, head, entries, requires, faults, whole)


def _twice(key: str) -> str:
    return f"is the older name of {older_keys.current_key(key)}, which the sheet also states; leave one out"


def _as_written(fault: Fault, written: Mapping[str, str], older: Mapping[str, str]) -> Fault:
    """A fault with the key that the file uses, if it is written in an older form."""
    key = fault.key
    for today, name in written.items():
        if key == today or key.startswith(today + "."):
            key = name + key[len(today) :]
    section, _, rest = key.partition(".")
    bet_id, _, name = rest.partition(".")
    if section == SECTION and bet_id in older and name:
        key = older_key(older[bet_id], key)
    return fault._replace(key=key)


def in_file_order(faults: Iterable[Fault], label: str, tree: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Faults of this file in the order of their keys, missing keys last; those of other files in the given order."""
    listed = list(faults)
    files_ = list(dict.fromkeys(fault.file for fault in listed))

    def place(fault: Fault) -> tuple[int, tuple[float, ...]]:
        return files_.index(fault.file), _place(tree, fault.key) if fault.file == label else ()

    return tuple(sorted(listed, key=place))


def _place(tree: Any, key: str) -> tuple[float, ...]:
    name, _, rest = key.partition(".")
    if not isinstance(tree, Mapping) or name not in tree:
        return (inf,) if name else ()
    return list(tree).index(name), *_place(tree[name], rest)


def _head_faults(label: str, head: Mapping[str, Any]) -> Iterator[Fault]:
    for key in [key for key in HEAD if key not in head]:
        yield Fault(label, key, "", "is missing from the head of the sheet")
    for key, kind in (HEAD | HEAD_OPTIONAL).items():
        if key in head and type(head[key]) is not kind:
            yield Fault(label, key, "", f"should be {kind.__name__}, found {head[key]!r}")
    for card in head["cards"] if isinstance(head.get("cards"), list) else ():
        if card not in CODES:
            yield Fault(label, "cards", "", f"{card!r} is not a card; write it like 8h")
    if isinstance(head.get("id"), str) and not ID.fullmatch(head["id"]):
        yield Fault(label, "id", "", f"{head['id']!r} should be lower-case letters, digits and dashes")
    if head.get("attaches_to") in ([], [ANY]):
        yield Fault(label, "attaches_to", "", f"should begin with a game to show the side bet with, then {ANY!r}")
    if isinstance(head.get("origin"), str) and head["origin"] not in ORIGINS:
        yield Fault(label, "origin", "", f"should be one of {', '.join(ORIGINS)}; found {head['origin']!r}")
    if isinstance(head.get("kind"), str) and head["kind"] not in KINDS:
        yield Fault(label, "kind", "", f"should be one of {', '.join(KINDS)}; found {head['kind']!r}")
    if not {"chart", "extends", "attaches_to"} & set(head):
        yield Fault(label, "chart", "", "is missing: a sheet that extends no other sheet must name its chart")


def _read_requires(label: str, tree: Any) -> tuple[dict[str, Mapping[str, Any]], list[Fault]]:
    """The requirements of a side-bet sheet on its host, by key."""
    needs: dict[str, Mapping[str, Any]] = {}
    faults = []
    for section, keys in tree.items() if isinstance(tree, Mapping) else [("", tree)]:
        for name, need in keys.items() if isinstance(keys, Mapping) else [("", keys)]:
            key = older_keys.current_key(f"{section}.{name}")
            allowed, fault = _read_need(key, need)
            if fault:
                faults.append(Fault(label, f"requires.{section}.{name}".rstrip("."), "", fault))
            else:
                needs[key] = {**need, "allowed": allowed}
    return needs, faults


def _read_need(key: str, need: Any) -> tuple[tuple[Any, ...], str]:
    """The values that a host may have, and the fault of the requirement, if any."""
    whole = isinstance(need, Mapping) and isinstance(need.get("allowed"), list)
    if not whole or clause_fault(need.get("clause")):
        return (), 'should be written as { allowed = […], clause = "…" }'
    annotation = schema_at(key)
    if annotation is None:
        return (), "no game has such a value"
    checked = [check_value(annotation, value) for value in need["allowed"]]
    return tuple(value for value, _ in checked), "; ".join(text for _, faults in checked for text in faults)
