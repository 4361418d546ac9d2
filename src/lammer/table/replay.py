"""Records checked: each is dealt again from its own line, and every value compared."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from lammer.rules.loader import load_sheet
from lammer.table.drive import Played
from lammer.table.notation import Load, NotationError, read_round
from lammer.table.records import record
from lammer.table.shoe import Shoe
from lammer.table.shuffle import SEED_BYTES, commitment


class Mismatch(NamedTuple):
    """A value of a record that is not what the rules make of it."""

    path: str
    found: Any
    expected: Any
    text: str

    def __str__(self) -> str:
        return f"{self.path}: {self.text}" if self.path else self.text


def check_record(entry: dict[str, Any], load: Load = load_sheet) -> list[Mismatch]:
    """Everything wrong with a record; empty when each payment is right."""
    notation = entry.get("notation")
    if not isinstance(notation, str):
        return [Mismatch("notation", notation, None, "the record has no notation, so the round cannot be dealt again")]
    try:
        played = read_round(notation, load=load)
    except NotationError as error:
        return [Mismatch("notation", notation, None, f"column {error.column}: {error.message}")]
    expected = record(played, entry.get("round", 0))
    shoe = [*_check_shoe(entry["shoe"], played)] if "shoe" in entry else []
    given = {key: value for key, value in entry.items() if key != "shoe"}
    return [*_compare(given, expected, ""), *shoe]


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


def _check_shoe(evidence: Any, played: Played) -> Iterator[Mismatch]:
    """The seed must fit the commitment, and the round's cards must lie in the shoe it makes."""
    try:
        seed = bytes.fromhex(evidence["seed"])
        decks, cut, first = int(evidence["decks"]), int(evidence["cut"]), int(evidence["first"])
    except (KeyError, TypeError, ValueError):
        yield Mismatch("shoe", evidence, None, "should hold seed, commitment, decks, cut and first")
        return
    if decks != played.round.sheet.rules.shoe.decks or len(seed) != SEED_BYTES:
        yield Mismatch("shoe.decks", decks, played.round.sheet.rules.shoe.decks, "is not the shoe of this game")
        return
    made = commitment(seed, decks)
    if made != evidence.get("commitment"):
        yield Mismatch("shoe.commitment", evidence.get("commitment"), made, "does not fit the seed")
    dealt = [action.card for action in played.log if action.card >= 0]
    if _shoe_cards(seed, decks, cut)[first : first + len(dealt)] != dealt:
        yield Mismatch("shoe.first", first, None, "the cards of the round do not lie there in the shoe of this seed")


@lru_cache(maxsize=8)
def _shoe_cards(seed: bytes, decks: int, cut: int) -> list[int]:
    """Many records come from one shoe."""
    return Shoe(seed, decks, cut, 0, 0).cards
