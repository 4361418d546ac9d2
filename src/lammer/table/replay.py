"""Records checked: each is dealt again from its own line, and every value compared."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from lammer.cards.card import DECK_SIZE
from lammer.rules.loader import load_sheet
from lammer.table.drive import Played
from lammer.table.notation import Load, NotationError, read_round
from lammer.table.records import record
from lammer.table.shoe import Shoe
from lammer.table.shuffle import SEED_BYTES, commitment

MOST_DECKS = 8


class Mismatch(NamedTuple):
    """A value of a record that is not what the rules make of it."""

    path: str
    found: Any
    expected: Any
    text: str

    def __str__(self) -> str:
        return f"{self.path}: {self.text}" if self.path else self.text


class _Pending(NamedTuple):
    """A round whose shoe has not been opened yet."""

    line: int
    shoe: dict[str, Any]
    dealt: list[int]


class _Last(NamedTuple):
    """The round before, and where it ended in its shoe."""

    round: Any
    commitment: str
    cut: int
    end: int


class RecordChecker:
    """Checks records one by one. A record may tell only its shoe's commitment; a later line opens the shoe."""

    def __init__(self, load: Load = load_sheet, *, whole: bool = True) -> None:
        """``whole`` expects every round of a session in order; without it any selection of records will do."""
        self._load = load
        self._whole = whole
        self._pending: dict[str, list[_Pending]] = {}
        self._last: _Last | None = None
        self.unproven = 0
        """Rounds that tell no shoe at all, so that their cards prove nothing."""

    @property
    def unopened(self) -> int:
        """Rounds whose cards could not be checked against a seed."""
        return sum(len(rounds) for rounds in self._pending.values())

    def check(self, line: int, entry: Any) -> Iterator[tuple[int, Mismatch]]:
        """Everything wrong with a record, and with earlier ones that this line throws light on."""
        if not isinstance(entry, dict):
            yield line, Mismatch("", None, None, "is no record")
        elif set(entry) == {"shoe"}:
            yield from self._open_shoe(line, entry["shoe"])
        else:
            yield from ((line, mismatch) for mismatch in self._check_round(line, entry))

    def _check_round(self, line: int, entry: dict[str, Any]) -> Iterator[Mismatch]:
        last, self._last = self._last, None
        notation = entry.get("notation")
        if not isinstance(notation, str):
            yield Mismatch("notation", notation, None, "the record has no notation, so the round cannot be dealt again")
            return
        try:
            played = read_round(notation, load=self._load)
        except NotationError as error:
            yield Mismatch("notation", notation, None, f"column {error.column}: {error.message}")
            return
        given = {key: value for key, value in entry.items() if key != "shoe"}
        yield from _compare(given, record(played, entry.get("round", 0)), "")
        if type(entry.get("round")) is not int or entry["round"] < 1:
            yield Mismatch("round", entry.get("round"), None, "should be the number of the round")
        elif "shoe" in entry:
            yield from self._check_shoe(line, entry, played, last)
        self.unproven += "shoe" not in entry

    def _check_shoe(self, line: int, entry: dict[str, Any], played: Played, last: "_Last | None") -> Iterator[Mismatch]:
        """The seed must fit the commitment, and the round's cards must lie in the shoe it makes."""
        shoe = entry["shoe"]
        fault = _shoe_fault(shoe, ("first",))
        if fault is None and shoe["decks"] != played.round.sheet.rules.shoe.decks:
            fault = Mismatch("shoe.decks", shoe["decks"], played.round.sheet.rules.shoe.decks, "is not this game's")
        if fault is not None:
            yield fault
            return
        dealt = [action.card for action in played.log if action.card >= 0]
        self._last = _Last(entry["round"], shoe["commitment"], shoe["cut"], shoe["first"] + len(dealt))
        if last is not None and self._whole:
            yield from _check_order(last, entry["round"], shoe)
        if "seed" in shoe:
            yield from _check_cards(shoe, shoe, dealt)
        else:
            self._pending.setdefault(shoe["commitment"], []).append(_Pending(line, shoe, dealt))

    def _open_shoe(self, line: int, opened: Any) -> Iterator[tuple[int, Mismatch]]:
        fault = _shoe_fault(opened, ("seed",)) or _commitment_fault(opened)
        if fault is not None:
            yield line, fault
            return
        for pending in self._pending.pop(opened["commitment"], []):
            yield from ((pending.line, mismatch) for mismatch in _check_cards(opened, pending.shoe, pending.dealt))


def _check_order(last: _Last, number: Any, shoe: dict[str, Any]) -> Iterator[Mismatch]:
    """Rounds follow one another: none is left out or told twice, and no card between them is unaccounted for."""
    first = shoe["first"]
    if number != last.round + 1:
        yield Mismatch("round", number, last.round + 1, f"is {number}, but the one before was {last.round}")
    if last.commitment != shoe["commitment"]:
        if first != shoe["burn"]:
            yield Mismatch("shoe.first", first, shoe["burn"], f"a new shoe begins at {shoe['burn']}, not at {first}")
    elif last.cut != shoe["cut"]:
        yield Mismatch("shoe.cut", shoe["cut"], last.cut, "is not where this shoe was cut")
    elif first != last.end:
        yield Mismatch("shoe.first", first, last.end, f"is {first}, but the round before ended at {last.end}")
    elif shoe["decks"] * DECK_SIZE - first <= shoe["behind_cut_card"]:
        yield Mismatch("shoe.first", first, None, "the round began after the cut card had shown")


def _shoe_fault(shoe: Any, needed: tuple[str, ...]) -> Mismatch | None:
    """Why this tells too little of a shoe to check anything."""
    whole = ("number", "decks", "cut", "burn", "behind_cut_card", *(key for key in needed if key != "seed"))
    if isinstance(shoe, dict) and isinstance(shoe.get("commitment"), str):
        numbers = all(type(shoe.get(key)) is int and shoe[key] >= 0 for key in whole)
        numbers = numbers and 1 <= shoe["decks"] <= MOST_DECKS and shoe["cut"] <= shoe["decks"] * DECK_SIZE
        seed = shoe.get("seed", None if "seed" in needed else "00" * SEED_BYTES)
        if numbers and isinstance(seed, str) and re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", seed):
            return None
    return Mismatch(
        "shoe", shoe, None, f"should hold commitment, {', '.join((*whole, *needed))}, the seed in hexadecimal"
    )


def _commitment_fault(shoe: dict[str, Any]) -> Mismatch | None:
    made = commitment(bytes.fromhex(shoe["seed"]), shoe["decks"])
    if made == shoe["commitment"]:
        return None
    return Mismatch("shoe.commitment", shoe["commitment"], made, "does not fit the seed")


def _check_cards(opened: dict[str, Any], shoe: dict[str, Any], dealt: list[int]) -> Iterator[Mismatch]:
    fault = _commitment_fault(opened)
    if fault is not None:
        yield fault
    cards = _shoe_cards(bytes.fromhex(opened["seed"]), shoe["decks"], shoe["cut"])
    if cards[shoe["first"] : shoe["first"] + len(dealt)] != dealt:
        yield Mismatch("shoe.first", shoe["first"], None, "the round's cards do not lie there in the shoe of this seed")


def _compare(found: Any, expected: Any, path: str) -> Iterator[Mismatch]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in {**expected, **found}:
            below = f"{path}.{key}" if path else str(key)
            if key not in found:
                yield Mismatch(below, None, expected[key], f"is missing, should be {expected[key]!r}")
            elif key not in expected:
                yield Mismatch(below, found[key], None, f"is {found[key]!r}, but there should be no such value")
            else:
                yield from _compare(found[key], expected[key], below)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(found, expected, strict=True)):
            yield from _compare(one, other, f"{path}[{index}]")
    elif type(found) is not type(expected) or found != expected:
        yield Mismatch(path, found, expected, f"is {found!r}, should be {expected!r}")


@lru_cache(maxsize=8)
def _shoe_cards(seed: bytes, decks: int, cut: int) -> list[int]:
    """Many records come from one shoe."""
    return Shoe(seed, decks, cut, 0, 0).cards
