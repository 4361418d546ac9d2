"""Reads sheets: TOML in, a frozen sheet out, or every fault at once."""

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from lammer.rules.leaves import is_leaf, map_item, schema_children
from lammer.rules.overrides import override_entries
from lammer.rules.reading import read_entries
from lammer.rules.schema import Rules
from lammer.rules.sheet import Entry, Fault, Sheet, SheetFaults, not_allowed

SHEETS_VARIABLE = "LAMMER_SHEETS"
"""Environment variable with folders of a user's own sheets, searched before the shipped ones."""

HEAD = {"id": str, "version": int, "name": str, "summary": str, "source": str}
HEAD_OPTIONAL = {"extends": str, "attaches_to": list, "chart": str}


class SheetFile(NamedTuple):
    """One TOML file: its head, its values with clauses, and what it asks of a sheet it attaches to."""

    label: str
    folder: Path | None
    head: Mapping[str, Any]
    entries: Mapping[str, Entry]
    requires: Mapping[str, Any]
    faults: tuple[Fault, ...]


def load_sheet(game: str, overrides: tuple[str, ...] = ()) -> Sheet:
    """The sheet of a game: ``sd-free-bet``, a path to a TOML file, or ``sd-blackjack+blazing-7s``.

    Overrides are texts like ``shoe.decks=8``, checked as the sheet's own values are.
    Raises SheetFaults with every fault found.
    """
    name, *attachments = game.split("+")
    main = _find(name, None)
    if "attaches_to" in main.head:
        raise _refused(main, f"is a side bet: play it as {main.head['attaches_to'][0]}+{main.head['id']}")
    entries, faults = _resolve(main, ())
    for attachment in attachments:
        faults += _attach(entries, main, _find(attachment, None))
    entries, changed, override_faults = override_entries(entries, overrides)
    faults += override_faults
    faults += _missing(entries, main.label)
    if faults:
        raise SheetFaults(tuple(dict.fromkeys(faults)))
    return _freeze(main, attachments, entries, changed)


def _freeze(main: SheetFile, attachments: list[str], entries: dict[str, Entry], changed: Mapping[str, Any]) -> Sheet:
    rules = _build(entries, Rules, "")
    faults = [Fault(main.label, key, entries[key].clause, text) for key, text in whole_sheet_faults(rules)]
    if faults:
        raise SheetFaults(tuple(faults))
    head = main.head
    sheet_id = "+".join([head["id"], *attachments])
    told = {key: head[key] for key in ("version", "name", "summary", "source")}
    return Sheet(id=sheet_id, **told, chart=_chart(main), rules=rules, entries=entries, overrides=changed)


def _chart(file: SheetFile) -> str:
    """The chart a sheet names, or the one of the sheet it extends."""
    if "chart" in file.head or "extends" not in file.head:
        return str(file.head.get("chart", "standard"))
    return _chart(_find(file.head["extends"], file.folder))


def whole_sheet_faults(rules: Rules) -> Iterator[tuple[str, str]]:
    """Values that are each in range but do not fit together."""
    if rules.limits.least > rules.limits.most:
        yield "limits.least", f"the table minimum {rules.limits.least} is above the maximum {rules.limits.most}"
    if rules.cut.card_least_decks > rules.cut.card_most_decks:
        yield "cut.card_least_decks", "the cut card's nearest place lies behind its farthest"
    if rules.cut.card_most_decks > rules.shoe.decks:
        yield (
            "cut.card_most_decks",
            f"the cut card cannot go {rules.cut.card_most_decks:g} decks into {rules.shoe.decks}",
        )
    if rules.insurance.under and not rules.dealer.hole_card and rules.dealer.peek_under:
        yield "dealer.peek_under", "there is no hole card to look at"
    if rules.natural.paid == "at once" and rules.insurance.under:
        yield "insurance.under", "naturals are paid before the dealer's second card, so there is nothing to insure"
    for section in ("lammer_bets", "dealer_22_bets", "first_cards_bets", "sevens_bets"):
        for bet_id, bet in getattr(rules, section).items():
            if bet.paytable not in bet.paytables:
                yield (
                    f"{section}.{bet_id}.paytable",
                    f"there is no paytable {bet.paytable!r} ({', '.join(bet.paytables)})",
                )


def _resolve(file: SheetFile, seen: tuple[str, ...]) -> tuple[dict[str, Entry], list[Fault]]:
    """Entries of a file over those of the sheet it extends."""
    faults = list(file.faults)
    parent_name = file.head.get("extends")
    if not parent_name:
        return dict(file.entries), faults
    if file.label in seen:
        return dict(file.entries), [*faults, Fault(file.label, "extends", "", "sheets extend each other in a circle")]
    try:
        parent = _find(parent_name, file.folder)
    except SheetFaults as error:
        return dict(file.entries), faults + list(error.faults)
    entries, parent_faults = _resolve(parent, (*seen, file.label))
    return {**entries, **file.entries}, parent_faults + faults


def _attach(entries: dict[str, Entry], host: SheetFile, guest: SheetFile) -> list[Fault]:
    """Adds a side-bet sheet to a game and narrows what the game may be, as that sheet requires."""
    faults = list(guest.faults)
    if host.head.get("id") not in guest.head.get("attaches_to", ()):
        hosts = ", ".join(guest.head.get("attaches_to", ())) or "no game"
        return [*faults, Fault(guest.label, "attaches_to", "", f"attaches to {hosts}, not to {host.head.get('id')}")]
    entries.update(guest.entries)
    for key, need in guest.requires.items():
        if key not in entries:
            faults.append(Fault(guest.label, f"requires.{key}", "", "the game has no such value"))
            continue
        entry = entries[key]
        allowed = tuple(value for value in need["allowed"] if entry.allowed is None or value in entry.allowed)
        entries[key] = entry._replace(allowed=allowed, clauses=(need["clause"],), file=guest.label)
        outside = not_allowed(guest.label, key, entries[key])
        faults += [outside] if outside else []
    return faults


def _missing(entries: Mapping[str, Entry], label: str) -> list[Fault]:
    return [
        Fault(label, key, "", "is missing: the sheet (or one it extends) must state it, with its clause")
        for key in _expected_keys(entries, Rules, "")
        if key not in entries
    ]


def _expected_keys(entries: Mapping[str, Entry], annotation: Any, prefix: str) -> Iterator[str]:
    item = map_item(annotation)
    if item is not None:
        names: Iterable[tuple[str, Any]] = [(name, item) for name in _names_below(entries, prefix)]
    elif is_leaf(annotation):
        yield prefix
        return
    else:
        names = schema_children(annotation).items()
    for name, child in names:
        yield from _expected_keys(entries, child, f"{prefix}.{name}" if prefix else name)


def _names_below(entries: Mapping[str, Entry], prefix: str) -> list[str]:
    start = prefix + "."
    return list(dict.fromkeys(key[len(start) :].split(".")[0] for key in entries if key.startswith(start)))


def _build(entries: Mapping[str, Entry], annotation: Any, prefix: str) -> Any:
    """Typed sections from flat entries; every value was checked when it was read."""
    item = map_item(annotation)
    if item is not None:
        return {name: _build(entries, item, f"{prefix}.{name}") for name in _names_below(entries, prefix)}
    if is_leaf(annotation):
        return entries[prefix].value
    children = schema_children(annotation).items()
    return annotation(**{name: _build(entries, child, f"{prefix}.{name}".lstrip(".")) for name, child in children})


def sheet_names() -> list[str]:
    """Ids of every sheet that can be named without a path, games first, side bets last."""
    names = {path.stem: path for folder in reversed(_folders()) for path in sorted(folder.glob("*.toml"))}
    return sorted(names, key=lambda name: ("attaches_to" in _read(names[name]).head, name))


def attachments_for(game: str) -> list[str]:
    """Side-bet sheets that may be attached to a game."""
    return [name for name in sheet_names() if game in _find(name, None).head.get("attaches_to", ())]


def sheet_head(name: str) -> Mapping[str, Any]:
    return _find(name, None).head


def _folders() -> list[Path]:
    own = [Path(folder) for folder in os.environ.get(SHEETS_VARIABLE, "").split(os.pathsep) if folder]
    return [*own, Path(str(files("lammer.rules").joinpath("sheets")))]


def _find(name: str, beside: Path | None) -> SheetFile:
    """A sheet by path (also relative to the sheet that names it) or by id."""
    if name.endswith(".toml") or os.sep in name:
        path = Path(name).expanduser()
        candidates = [path, *([beside / path] if beside else [])]
    else:
        candidates = [folder / f"{name}.toml" for folder in ([beside] if beside else []) + _folders()]
    for candidate in candidates:
        if candidate.is_file():
            return _read(candidate)
    known = ", ".join(name for name in _shipped_and_own())
    raise SheetFaults(
        (Fault(name, "", "", f"there is no such sheet; known are {known}, or give a path to a .toml file"),)
    )


def _shipped_and_own() -> list[str]:
    return sorted({path.stem for folder in _folders() for path in folder.glob("*.toml")})


@cache
def _read_at(path: Path, _modified: int) -> SheetFile:
    label = path.name if path.parent in _folders() else str(path)
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SheetFaults((Fault(label, "", "", f"cannot be read as TOML: {error}"),)) from None
    head = {key: tree.pop(key) for key in (*HEAD, *HEAD_OPTIONAL) if key in tree}
    requires = tree.pop("requires", {})
    faults = [*_head_faults(label, head)]
    entries, entry_faults = read_entries(label, tree)
    flat_requires = {f"{section}.{key}": need for section, needs in requires.items() for key, need in needs.items()}
    return SheetFile(label, path.parent, head, entries, flat_requires, tuple(faults + entry_faults))


def _read(path: Path) -> SheetFile:
    return _read_at(path, path.stat().st_mtime_ns)


def _head_faults(label: str, head: Mapping[str, Any]) -> Iterator[Fault]:
    for key, kind in HEAD.items():
        if key not in head:
            yield Fault(label, key, "", "is missing from the head of the sheet")
        elif not isinstance(head[key], kind):
            yield Fault(label, key, "", f"should be {kind.__name__}, found {head[key]!r}")


def _refused(file: SheetFile, text: str) -> SheetFaults:
    return SheetFaults((Fault(file.label, "", "", text),))
