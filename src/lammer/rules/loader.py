"""Loads sheets: resolves the sheets they extend or attach to, applies overrides, and freezes them or reports all
faults."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from lammer.rules.added_values import added_entries
from lammer.rules.consistency import hands_fault, whole_sheet_faults
from lammer.rules.files import (
    ANY,
    SHEETS_VARIABLE,
    SheetFile,
    earlier_file,
    find_file,
    in_file_order,
    is_path,
    known_files,
    read_text,
)
from lammer.rules.older_keys import current_key, older_names
from lammer.rules.overrides import override_entries, split_game
from lammer.rules.schema import Rules
from lammer.rules.schema_walk import is_leaf, map_item, may_be_left_out, schema_children
from lammer.rules.sheet import HOUSE, Entry, Fault, Origin, Sheet, SheetFaults, value_text

__all__ = [
    "SHEETS_VARIABLE",
    "attachments_for",
    "expected_keys",
    "first_version",
    "game_names",
    "load_sheet",
    "load_toml",
    "sheet_file",
    "sheet_head",
    "sheet_names",
    "with_version",
]

HANDS = "hands.per_box"
TOML_TEXT = "TOML text"
"""The file name in faults of a sheet that has no file."""
MAX_KEPT = 256
"""Sheets that are kept for when they are asked for again."""
Guests = tuple[tuple[str, SheetFile], ...]
"""The side bets attached to a game, each with the name by which it is attached."""
Names = defaultdict[str, dict[str, None]]
"""The names below each part of a key, in the order of the sheet."""


def load_sheet(game: str, overrides: tuple[str, ...] = ()) -> Sheet:
    """The sheet of a game: ``sd-free-bet``, ``sd-free-bet@1``, a path to a TOML file, or ``sd-blackjack+blazing-7s``.

    Overrides are texts like ``shoe.decks=8``, checked like the sheet's own values. They may also follow the game in
    brackets, as in results: ``sd-free-bet@1[shoe.decks=8]``.
    Raises SheetFaults with every fault found.
    """
    game, bracketed = split_game(game)
    (name, *attachments), version = _parts(game)
    main = _named(name, version)
    return _kept(main, _extended(main), _guests(main, attachments), (*bracketed, *overrides))


def load_toml(text: str, overrides: tuple[str, ...] = ()) -> Sheet:
    """The sheet from a TOML text. A sheet that it extends is found by id, or by path from the current folder.

    Raises SheetFaults with every fault found.
    """
    main = read_text(text, TOML_TEXT, Path.cwd())
    return _loaded(main, _guests(main, []), overrides)


@lru_cache(MAX_KEPT)
def _kept(main: SheetFile, _extended: tuple[SheetFile, ...], guests: Guests, overrides: tuple[str, ...]) -> Sheet:
    """The same sheet for the same files, which are read again only when they change. A sheet is frozen, and its tables
    are found by it. ``_extended``: the files that the first one extends; a sheet is loaded anew when one changes."""
    return _loaded(main, guests, overrides)


def _extended(file: SheetFile) -> tuple[SheetFile, ...]:
    """The sheets that a file extends, as far as they are found; what is wrong with them is reported elsewhere."""
    found: list[SheetFile] = []
    while "extends" in file.head and file not in found:
        try:
            file = find_file(file.head["extends"], file.folder)
        except SheetFaults:
            break
        found.append(file)
    return tuple(found)


def _guests(main: SheetFile, attachments: list[str]) -> Guests:
    if main.is_side_bet:
        raise _refused(main, f"is a side bet: play it as {main.usual_host}+{main.head['id']}")
    if len(set(attachments)) < len(attachments):
        raise _refused(main, "a side bet is attached twice")
    return tuple((attachment, _of_the_same_time(attachment, main)) for attachment in attachments)


def _loaded(main: SheetFile, guests: Guests, overrides: tuple[str, ...]) -> Sheet:
    entries, faults = _resolve(main, ())
    entries = {**added_entries(main.label), **entries}
    for _, guest in guests:
        faults += _attach(entries, main, guest)
    entries, changed, override_faults = override_entries(entries, overrides)
    faults += override_faults
    wrong = {current_key(fault.key) for fault in faults}
    names = _names(entries)
    missing = _missing(entries, names, main.label)
    if "extends" not in wrong:
        faults += [fault for fault in missing if fault.key not in wrong]
    rules = None if missing else _build(entries, names, Rules, "")
    whole = whole_sheet_faults(rules) if rules is not None else ()
    faults += [Fault(main.label, key, entries[key].clause, text) for key, text in whole if key not in wrong]
    if faults or rules is None:
        raise SheetFaults(in_file_order(dict.fromkeys(faults), main.label, main.tree))
    older = older_names(entries).keys
    changed = {older.get(key) or key: value for key, value in changed.items()}
    head = main.head
    sheet_id = "+".join([head["id"], *(name for name, _ in guests)])
    about = {key: head[key] for key in ("version", "name", "summary", "source")}
    return Sheet(
        id=sheet_id,
        **about,
        chart=_chart(main),
        rules=rules,
        entries=entries,
        overrides=dict(sorted(changed.items())),
        origins=tuple(_origin(file) for file in (main, *(guest for _, guest in guests))),
    )


def _origin(file: SheetFile) -> Origin:
    bets = tuple(_names(file.entries)["side_bets"])
    return Origin(file.head["id"], file.origin, file.head["source"], file.head.get("unknown", ""), bets)


def _parts(game: str) -> tuple[list[str], str]:
    """``sd-blackjack+blazing-7s@1``, or with the version after the first name: the names, and the version if any."""
    parts = [(part, "", "") if is_path(part) else part.partition("@") for part in game.split("+")]
    return [name for name, _, _ in parts], next((version for _, _, version in parts if version), "")


def _named(name: str, version: str = "") -> SheetFile:
    """The current version of a sheet, or the given version. Raises SheetFaults if that is not kept."""
    file = find_file(name)
    if not version or version == str(file.head["version"]):
        return file
    try:
        return find_file(f"{name}@{version}")
    except SheetFaults:
        raise _refused(file, f"is version {file.head['version']}; version {version} is not kept") from None


def _of_the_same_time(attachment: str, main: SheetFile) -> SheetFile:
    """A side bet's sheet of the same version as the game; shipped sheets change their versions together."""
    return earlier_file(f"{attachment}@{main.head['version']}") or find_file(attachment)


def with_version(game: str) -> str:
    """The game's name with its current version, for places where the rules must not change later."""
    bare, bracket, overrides = game.partition("[")
    (name, *attachments), version = _parts(bare)
    if version or is_path(name):
        return game
    return f"{'+'.join([name, *attachments])}@{_named(name).head['version']}{bracket}{overrides}"


def first_version(game: str) -> str:
    """The name of the first version if it is kept, for data written before names contained a version."""
    (name, *_), version = _parts(game)
    if version or is_path(name):
        return game
    try:
        find_file(f"{name}@1")
    except SheetFaults:
        return game
    return f"{game}@1"


def _chart(file: SheetFile) -> str:
    """The chart that a sheet names, or that of the sheet it extends."""
    if "chart" in file.head:
        return str(file.head["chart"])
    return _chart(find_file(file.head["extends"], file.folder))


def _resolve(file: SheetFile, seen: tuple[str, ...]) -> tuple[dict[str, Entry], list[Fault]]:
    """Entries of a file, added to those of the sheet it extends."""
    faults = list(file.faults)
    parent_name = file.head.get("extends")
    if parent_name is None:
        return dict(file.entries), faults
    if file.label in seen:
        itself = f"{parent_name} is this sheet itself; extend another sheet, or give this one another id"
        text = itself if seen[-1] == file.label else "sheets extend each other in a circle"
        return dict(file.entries), [*faults, Fault(file.label, "extends", "", text)]
    try:
        parent = find_file(parent_name, file.folder)
    except SheetFaults as error:
        cause = "; ".join(f"{fault.key} {fault.text}".strip() for fault in error.faults)
        return dict(file.entries), [*faults, Fault(file.label, "extends", "", f"{parent_name}: {cause}")]
    entries, parent_faults = _resolve(parent, (*seen, file.label))
    entries, left_out_faults = _without_left_out(entries, file)
    return {**entries, **file.entries}, parent_faults + left_out_faults + faults


def _without_left_out(entries: Mapping[str, Entry], file: SheetFile) -> tuple[dict[str, Entry], list[Fault]]:
    """The entries of the extended sheet without those that this game does not have, such as a side bet."""
    kept, faults = dict(entries), list[Fault]()
    for left_out in file.head.get("leaves_out", ()):
        below = {key for key in kept if f"{key}.".startswith(f"{left_out}.")}
        kept = {key: entry for key, entry in kept.items() if key not in below}
        if not below:
            text = f"{file.head['extends']} has no {left_out!r} to leave out"
            faults.append(Fault(file.label, "leaves_out", "", text))
    return kept, faults


def _attach(entries: dict[str, Entry], host: SheetFile, guest: SheetFile) -> list[Fault]:
    """Adds a side-bet sheet to a game and applies the restrictions that the sheet requires."""
    faults, host_id = list(guest.faults), host.head.get("id")
    hosts = guest.head.get("attaches_to", [])
    if host_id not in hosts and ANY not in hosts:
        named = ", ".join(hosts) or "no game"
        return [*faults, Fault(guest.label, "attaches_to", "", f"attaches to {named}, not to {host_id}")]
    twice = next((key for key in guest.entries if key in entries), None)
    if twice is not None:
        return [*faults, Fault(guest.label, twice, "", f"{host_id} has this side bet already")]
    entries.update(guest.entries)
    for key, need in guest.requires.items():
        if key not in entries:
            faults.append(Fault(guest.label, f"requires.{key}", "", "the game has no such value"))
            continue
        entry = entries[key]
        fitting = tuple(value for value in need["allowed"] if entry.allowed is None or value in entry.allowed)
        own = tuple(clause for clause in entry.clauses if clause != HOUSE)
        clauses = tuple(dict.fromkeys((*own, need["clause"])))
        entries[key] = entry._replace(allowed=fitting, clauses=clauses, file=guest.label)
        if entry.value not in need["allowed"]:
            faults.append(_unfit(host, guest, key, entry.value))
    if HANDS not in guest.requires and HANDS in entries:
        texts = [hands_fault(bet, *_hands_read(entries, bet)) for bet in _names(guest.entries)["side_bets"]]
        faults += [Fault(guest.label, HANDS, entries[HANDS].clause, text) for text in texts if text]
    return faults


def _hands_read(entries: Mapping[str, Entry], bet_id: str) -> tuple[tuple[str, ...], int]:
    """What a side bet reads, and the number of hands that a box is dealt."""
    reads = entries.get(f"side_bets.{bet_id}.reads")
    return tuple(reads.value) if reads is not None else (), entries[HANDS].value


def _unfit(host: SheetFile, guest: SheetFile, key: str, value: Any) -> Fault:
    """The fault of a game that does not have what a side bet requires."""
    need = guest.requires[key]
    choices = " or ".join(value_text(choice) for choice in need["allowed"])
    why = f": {need['note']}" if "note" in need else ""
    text = f"does not fit {host.head.get('id')}, where it is {value_text(value)}; it needs {choices}{why}"
    return Fault(guest.label, key, str(need["clause"]), text)


def _missing(entries: Mapping[str, Entry], names: Names, label: str) -> list[Fault]:
    return [
        Fault(label, key, "", "is missing: the sheet (or one it extends) must state it, with its clause")
        for key in _expected(names, Rules, "")
        if key not in entries
    ]


def expected_keys(entries: Mapping[str, Entry]) -> Iterator[str]:
    """The keys that a sheet with these side bets states, in the order of the schema."""
    return _expected(_names(entries), Rules, "")


def _names(entries: Iterable[str]) -> Names:
    found: Names = defaultdict(dict)
    for key in entries:
        place = ""
        for name in key.split("."):
            found[place][name] = None
            place = f"{place}.{name}" if place else name
    return found


def _expected(names: Names, annotation: Any, prefix: str) -> Iterator[str]:
    item = map_item(annotation)
    if item is not None:
        children: Iterable[tuple[str, Any]] = [(name, item) for name in names[prefix]]
    elif is_leaf(annotation):
        yield prefix
        return
    else:
        children = _stated_children(names, annotation, prefix)
    for name, child in children:
        yield from _expected(names, child, f"{prefix}.{name}" if prefix else name)


def _stated_children(names: Names, section: Any, prefix: str) -> list[tuple[str, Any]]:
    """The parts that a section must state: all except optional blocks that it does not have."""
    there = names[prefix]
    children = schema_children(section).items()
    return [(name, child) for name, child in children if name in there or not may_be_left_out(section, name)]


def _build(entries: Mapping[str, Entry], names: Names, annotation: Any, prefix: str) -> Any:
    """Typed sections from flat entries, whose values were checked when they were read."""
    item = map_item(annotation)
    if item is not None:
        return {name: _build(entries, names, item, f"{prefix}.{name}") for name in names[prefix]}
    if is_leaf(annotation):
        return entries[prefix].value
    children = _stated_children(names, annotation, prefix)
    built = {name: _build(entries, names, child, f"{prefix}.{name}".lstrip(".")) for name, child in children}
    return annotation(**built)


def sheet_names() -> list[str]:
    """Ids of every sheet that can be named without a path, games first, side bets last."""
    return sorted(known_files(), key=lambda name: (_side_bet(name) is not None, name))


def game_names() -> list[str]:
    """Ids of the sheets that are games and not side bets."""
    return [name for name in sheet_names() if _side_bet(name) is None]


def attachments_for(game: str) -> list[str]:
    """Side-bet sheets that fit a game, alone or with those that are attached already."""
    (name, *attached), version = _parts(split_game(game)[0])
    host = _named(name, version)
    entries = {**added_entries(host.label), **_resolve(host, ())[0]}
    side_bets = ((one, _side_bet(one)) for one in sheet_names() if one not in attached)
    return [one for one, file in side_bets if file is not None and not _attach(dict(entries), host, file)]


def _side_bet(name: str) -> SheetFile | None:
    """The sheet if it is a side bet, else None; also None for a file that cannot be read."""
    try:
        file = find_file(name)
    except SheetFaults:
        return None
    return file if file.is_side_bet else None


def sheet_file(name: str) -> SheetFile:
    """The file of a sheet, with its head. Raises SheetFaults if there is none."""
    return find_file(name)


def sheet_head(name: str) -> Mapping[str, Any]:
    return find_file(name).head


def _refused(file: SheetFile, text: str) -> SheetFaults:
    return SheetFaults((Fault(file.label, "", "", text),))
