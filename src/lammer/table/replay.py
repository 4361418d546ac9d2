"""Checks records: each is replayed from its notation, and every value is compared."""

from collections.abc import Iterator
from typing import Any

from lammer.rules.loader import load_sheet
from lammer.table.layout_check import LayoutChecker
from lammer.table.notation import Load, NotationError, read_round
from lammer.table.promise import Contribution
from lammer.table.records import JACKPOT_SPINS, record
from lammer.table.shoe_check import Found, Mismatch, ShoeChecker
from lammer.table.spins import read_spins
from lammer.table.wheel import spins_made

__all__ = ["Mismatch", "RecordChecker"]


class RecordChecker:
    """Checks records one by one. A record may contain only its shoe's commitment; a later line discloses the shoe."""

    def __init__(self, load: Load = load_sheet, *, whole: bool = True) -> None:
        """``whole`` requires every round of a session in order; without it the records may be a selection."""
        self._load = load
        self._shoes = ShoeChecker(whole=whole)
        self._layout = LayoutChecker()
        self.unproven = 0
        """The number of rounds without a shoe, whose cards cannot be proven."""

    @property
    def unopened(self) -> int:
        """The number of rounds whose cards could not be checked against a seed."""
        return self._shoes.unopened

    @property
    def warnings(self) -> list[str]:
        return [*self._shoes.warnings, *self._layout.warnings]

    def finish(self, *, live: bool = False, contributed: tuple[Contribution, ...] = ()) -> Found:
        """Faults found at the end of the records. ``live``: the last shoe is still being dealt. ``contributed``:
        contributions that players know they made."""
        return self._shoes.finish(live=live, contributed=contributed)

    def check(self, line: int, entry: Any) -> Found:
        """All faults of a record, and of earlier records that this line allows to check."""
        if not isinstance(entry, dict):
            yield line, Mismatch("", None, None, "is not a record")
        elif set(entry) == {"shoe"}:
            yield from self._shoes.open(line, entry["shoe"])
        else:
            yield from self._check_round(line, entry)

    def _check_round(self, line: int, entry: dict[str, Any]) -> Found:
        notation = entry.get("notation")
        if not isinstance(notation, str):
            self._shoes.unread()
            text = "the record has no notation, so the round cannot be dealt again"
            yield line, Mismatch("notation", notation, None, text)
            return
        try:
            played = read_round(notation, load=self._load)
        except NotationError as error:
            self._shoes.unread()
            yield line, Mismatch("notation", notation, None, f"column {error.column}: {error.message}")
            return
        given = {key: value for key, value in entry.items() if key not in ("shoe", JACKPOT_SPINS)}
        yield from ((line, one) for one in _compare(given, record(played, entry.get("round", 0)), ""))
        yield from ((line, one) for one in self._layout.check(entry.get("round"), played))
        if type(entry.get("round")) is not int or entry["round"] < 1:
            self._shoes.unread()
            yield line, Mismatch("round", entry.get("round"), None, "should be the number of the round")
        elif "shoe" in entry:
            dealt = [action.card for action in played.log if action.card >= 0]
            try:
                spins = (*spins_made(played.round), *read_spins(entry.get(JACKPOT_SPINS, [])))
            except (LookupError, TypeError, ValueError) as error:
                yield line, Mismatch(JACKPOT_SPINS, entry[JACKPOT_SPINS], None, f"cannot be read: {error!r}")
                spins = spins_made(played.round)
            yield from self._shoes.round(line, entry["round"], entry["shoe"], dealt, played.round.sheet, spins)
        self.unproven += "shoe" not in entry


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
