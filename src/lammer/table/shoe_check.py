"""Checks the shoes of a file of records: each matches its commitment, is dealt completely, and is opened at its end.

Rounds of a shoe contain its commitment, contributions and cut. The seed is in the rounds too, or in a separate line
when the shoe is over ("opened"). The cards are checked then.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from lammer.cards.card import DECK_SIZE
from lammer.rules.sheet import Sheet
from lammer.table.cutting import cut_card_range, cut_range
from lammer.table.promise import HOUSE, PLAYER, SCHEME, Contribution, Promise, end_of_shoe, read_promise
from lammer.table.shoe import Shoe
from lammer.table.shuffle import SEED_BYTES
from lammer.table.spins import Spun, spin_of

MAX_DECKS = 8
_NUMBERS = ("number", "decks", "cut", "burn", "behind_cut_card")
_OWN = ("first", "seed", "closed")
"""Keys that differ between the rounds of a shoe and the line that opens it."""


class Mismatch(NamedTuple):
    """A value of a record that differs from the expected one."""

    path: str
    found: Any
    expected: Any
    text: str

    def __str__(self) -> str:
        return f"{self.path}: {self.text}" if self.path else self.text


Found = Iterator[tuple[int, Mismatch]]
"""Line numbers with their faults."""


class _Round(NamedTuple):
    line: int
    number: int
    first: int
    dealt: list[int]
    spins: tuple[Spun, ...] = ()


@dataclass
class _Run:
    """A shoe as described by the records so far."""

    evidence: dict[str, Any]
    """The evidence of the shoe without the seed."""
    seed: str = ""
    opened: bool = False
    """Whether a separate line contained the seed."""
    closed: bool = False
    end: int = 0
    rounds: list[_Round] = field(default_factory=list)
    """Rounds whose cards could not be checked yet, for lack of the seed."""
    line: int = 0

    @property
    def left(self) -> int:
        return int(self.evidence["decks"]) * DECK_SIZE - self.end

    @property
    def scheme(self) -> int:
        return int(self.evidence.get("scheme", 1))

    @property
    def ends_at(self) -> int:
        return int(self.evidence["ends_at"] if self.scheme > 1 else self.evidence["behind_cut_card"])

    @property
    def name(self) -> str:
        return f"shoe {self.evidence['number']}"


class ShoeChecker:
    """Gets every round and every opened shoe in order. ``whole`` requires all of them, else they may be a selection."""

    def __init__(self, *, whole: bool = True) -> None:
        self._whole = whole
        self._runs: dict[str, _Run] = {}
        self._now: _Run | None = None
        self._round = 0
        self._lost = False
        """Whether the last record could not be read, so that the next one cannot be compared with it."""
        self.warnings: list[str] = []
        self._contributions: set[Contribution] = set()

    @property
    def unopened(self) -> int:
        """The number of rounds whose cards could not be checked against a seed."""
        return sum(len(run.rounds) for run in self._runs.values())

    def unread(self) -> None:
        self._lost = True

    def round(
        self, line: int, number: int, shoe: Any, dealt: list[int], sheet: Sheet, spins: tuple[Spun, ...] = ()
    ) -> Found:
        """Checks a round that was dealt from ``shoe``, with the spins of its wheels."""
        fault = shoe_fault(shoe, ("first",)) or _sheet_fault(shoe, sheet)
        if fault is not None:
            self._lost = True
            yield line, fault
            return
        evidence = {key: value for key, value in shoe.items() if key not in _OWN}
        before, run = self._now, self._runs.get(shoe["commitment"])
        if run is None:
            run = self._runs[shoe["commitment"]] = _Run(evidence, line=line)
            self._contributions.update(_given(evidence))
            self._warn_of(run)
        if self._whole and not self._lost:
            yield from ((line, one) for one in self._in_order(before, run, number, shoe))
        yield from ((line, one) for one in _same_shoe(run.evidence, evidence))
        self._now, self._round, self._lost = run, number, False
        run.end, run.line = shoe["first"] + len(dealt), line
        run.rounds.append(_Round(line, number, shoe["first"], dealt, spins))
        if "seed" in shoe:
            yield from self._prove(line, run, shoe)

    def _in_order(self, before: _Run | None, run: _Run, number: int, shoe: dict[str, Any]) -> Iterator[Mismatch]:
        """Checks that rounds are consecutive: no round is missing or repeated, and no card between them is missing."""
        if before is not None and _another_session(before, number, shoe):
            before, self._round = None, 0
        if number != self._round + 1:
            text = f"is {number}, but the one before was {self._round}" if before else "the records begin with it"
            yield Mismatch("round", number, self._round + 1, f"{text}; should be {self._round + 1}")
        first = shoe["first"]
        if run is before:
            yield from _goes_on(run, first)
            return
        if run.end:
            yield Mismatch("shoe.number", shoe["number"], None, "the table came back to a shoe it had left")
        if first != shoe["burn"]:
            yield Mismatch("shoe.first", first, shoe["burn"], f"a new shoe begins at {shoe['burn']}, not at {first}")
        if run.scheme == 1 and (before is None or before.scheme == 1):
            return
        expected = before.evidence["number"] + 1 if before else 1
        if shoe["number"] != expected:
            yield Mismatch("shoe.number", shoe["number"], expected, f"should be {expected}: a shoe is missing")
        if before is not None:
            yield from self._left_early(before)

    def _left_early(self, before: _Run) -> Iterator[Mismatch]:
        if before.scheme == 1 or before.left <= before.ends_at:
            return
        if before.closed:
            self.warnings.append(f"{before.name} ended early, with {before.left} cards left: the table was closed")
            return
        text = f"{before.name} was left with {before.left} cards; it ends with {before.ends_at}"
        yield Mismatch("shoe.ends_at", before.left, before.ends_at, text)

    def open(self, line: int, opened: Any) -> Found:
        """Checks a line with the seed of a shoe that is over."""
        fault = shoe_fault(opened, ("seed",))
        if fault is not None:
            yield line, fault
            return
        run = self._runs.get(opened["commitment"])
        if run is None:
            run = self._runs[opened["commitment"]] = _Run({k: v for k, v in opened.items() if k not in _OWN}, line=line)
            if self._whole and opened.get("table"):
                yield line, Mismatch("shoe.number", opened["number"], None, "no round was dealt from this shoe")
            elif run.scheme > 1:
                self._now, run.end = run, opened["burn"]
        elif run.scheme > 1 or opened.get("scheme", 1) > 1:
            yield from ((line, one) for one in self._opening_faults(run, opened))
        run.opened, run.closed = True, opened.get("closed") is True
        yield from self._prove(line, run, opened)

    def _opening_faults(self, run: _Run, opened: dict[str, Any]) -> Iterator[Mismatch]:
        yield from _same_shoe(run.evidence, opened)
        if run.opened:
            yield Mismatch("shoe.seed", opened["seed"], None, f"{run.name} was already opened")
        if self._whole and run.left > run.ends_at and opened.get("closed") is not True:
            text = f"{run.name} was opened with {run.left} cards left; it ends with {run.ends_at}"
            yield Mismatch("shoe.ends_at", run.left, run.ends_at, text)

    def _prove(self, line: int, run: _Run, shoe: dict[str, Any]) -> Found:
        """Checks the promise, the cut, and every card so far against the seed."""
        if run.seed != shoe["seed"]:
            faults = list(seed_faults(shoe))
            yield from ((line, fault) for fault in faults)
            run.seed = shoe["seed"]
            if any(fault.path == "shoe" for fault in faults):
                run.rounds.clear()
                return
        cards = opened_cards(run.evidence | {"seed": run.seed})
        for one in run.rounds:
            if cards[one.first : one.first + len(one.dealt)] != one.dealt:
                text = "the round's cards are not at this position in the shoe of this seed"
                yield one.line, Mismatch("shoe.first", one.first, None, text)
            shoe = run.evidence | {"seed": run.seed}
            yield from ((one.line, fault) for fault in spin_faults(one.number, one.spins, shoe))
        run.rounds.clear()

    def _warn_of(self, run: _Run) -> None:
        if run.scheme > 1 and run.evidence["table"] and not run.evidence["contributions"]:
            self.warnings.append(f"nobody contributed to {run.name}: the house alone decided its order")

    def finish(self, *, live: bool, contributed: tuple[Contribution, ...]) -> Found:
        """Checks that every shoe was opened, except the current one of a ``live`` table, and that the records have
        everything that players say they ``contributed``."""
        for player, text in contributed:
            if (player, text) not in self._contributions:
                missing = f"{player}'s contribution {text} is in no shoe"
                yield self._now.line if self._now else 1, Mismatch("shoe.contributions", None, [player, text], missing)
        if not self._whole:
            return
        for run in self._runs.values():
            if run.rounds and not (live and run is self._now):
                count = f"{len(run.rounds)} round{'s' * (len(run.rounds) > 1)}"
                hint = "" if run is not self._now else " (--live if the table still plays)"
                text = f"{run.name} was never opened: {count} not proven{hint}"
                yield run.line, Mismatch("shoe.seed", None, None, text)


def spin_faults(number: int, spins: tuple[Spun, ...], shoe: dict[str, Any]) -> Iterator[Mismatch]:
    """Checks that every wheel of a round stopped where the seed says."""
    seed = read_promise(shoe).final_seed(_given(shoe)) if spins else b""
    for nth, (weights, stop) in enumerate(spins, start=1):
        right = spin_of(seed, number, nth, weights)
        if stop != right:
            text = f"the wheel stopped at {stop}, but the seed and the contributions give {right}"
            yield Mismatch(f"spin {nth}", stop, right, text)


def _another_session(before: _Run, number: int, shoe: dict[str, Any]) -> bool:
    """Whether another session begins here: `lammer play --log` appends to its file."""
    return before.closed and number == 1 and shoe["number"] == 1 and not before.evidence.get("table")


def _goes_on(run: _Run, first: int) -> Iterator[Mismatch]:
    if first != run.end:
        yield Mismatch("shoe.first", first, run.end, f"is {first}, but the round before ended at {run.end}")
    elif run.left <= run.ends_at:
        what = "the cut card had shown" if run.scheme == 1 else f"the end of {run.name}"
        yield Mismatch("shoe.first", first, None, f"the round began after {what}")
    if run.opened and run.scheme > 1:
        yield Mismatch("shoe.seed", run.seed, None, "the round was dealt after the shoe was opened")


def _same_shoe(earlier: dict[str, Any], shoe: dict[str, Any]) -> Iterator[Mismatch]:
    for key in {**earlier, **shoe}:
        if key not in _OWN and earlier.get(key) != shoe.get(key):
            text = f"is {shoe.get(key)!r}, but the rounds before say {earlier.get(key)!r}"
            yield Mismatch(f"shoe.{key}", shoe.get(key), earlier.get(key), text)


def shoe_fault(shoe: Any, needed: tuple[str, ...]) -> Mismatch | None:
    """Why this evidence cannot be checked, or None."""
    whole = (*_NUMBERS, *(key for key in needed if key != "seed"))
    if isinstance(shoe, dict) and isinstance(shoe.get("commitment"), str):
        numbers = all(type(shoe.get(key)) is int and shoe[key] >= 0 for key in whole)
        numbers = numbers and 1 <= shoe["decks"] <= MAX_DECKS and shoe["cut"] <= shoe["decks"] * DECK_SIZE
        seed = shoe.get("seed", None if "seed" in needed else "00" * SEED_BYTES)
        if numbers and isinstance(seed, str) and re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", seed):
            return _scheme_fault(shoe)
    return Mismatch(
        "shoe", shoe, None, f"should contain commitment, {', '.join((*whole, *needed))}, the seed in hexadecimal"
    )


def _scheme_fault(shoe: dict[str, Any]) -> Mismatch | None:
    scheme = shoe.get("scheme", 1)
    if scheme == 1:
        return None
    if scheme != SCHEME:
        return Mismatch("shoe.scheme", scheme, SCHEME, "is not a scheme that this version knows")
    ends, cuts, between = shoe.get("ends_at"), shoe.get("cuts"), shoe.get("cut_range")
    fits = type(ends) is int and ends >= 0 and cuts in (HOUSE, PLAYER)
    fits = fits and all(isinstance(shoe.get(key), str) for key in ("table", "cut_by"))
    fits = fits and isinstance(between, list) and [type(one) for one in between] == [int, int]
    fits = fits and 0 <= between[0] <= between[1] <= shoe["decks"] * DECK_SIZE  # type: ignore[index]
    given = shoe.get("contributions")
    fits = fits and isinstance(given, list) and all(_is_contribution(one) for one in given)
    if fits and len({one[0] for one in given}) == len(given):  # type: ignore[union-attr, arg-type]
        return None
    return Mismatch("shoe", shoe, None, "should contain table, ends_at, cut_range, cuts, cut_by and contributions")


def _is_contribution(one: Any) -> bool:
    return isinstance(one, list) and [type(part) for part in one] == [str, str]


def _sheet_fault(shoe: dict[str, Any], sheet: Sheet) -> Mismatch | None:
    """How the evidence differs from the sheet's rules for shoes, or None."""
    rules = sheet.rules
    if shoe["decks"] != rules.shoe.decks:
        return Mismatch("shoe.decks", shoe["decks"], rules.shoe.decks, "is not the number of decks of this game")
    if shoe.get("scheme", 1) == 1:
        return None
    near, far = cut_card_range(sheet)
    if not near <= shoe["behind_cut_card"] <= far:
        return Mismatch("shoe.behind_cut_card", shoe["behind_cut_card"], None, f"should be {near} to {far}")
    ends = {end_of_shoe(shoe["behind_cut_card"], rules.shoe.minimum_cards_per_box, rules.limits.boxes)}
    if not shoe["table"]:
        boxes = range(1, rules.limits.boxes)
        ends |= {end_of_shoe(shoe["behind_cut_card"], rules.shoe.minimum_cards_per_box, some) for some in boxes}
        ends |= {rules.shoe.decks * DECK_SIZE}
    for key, right in (("burn", [rules.shoe.burn]), ("cut_range", [list(cut_range(sheet))]), ("ends_at", sorted(ends))):
        if shoe[key] not in right:
            return Mismatch(f"shoe.{key}", shoe[key], right[0], f"is {shoe[key]}, but {right[0]} in the sheet")
    return None


def _given(shoe: dict[str, Any]) -> tuple[Contribution, ...]:
    return tuple((player, text) for player, text in shoe.get("contributions", ()))


def seed_faults(shoe: dict[str, Any]) -> Iterator[Mismatch]:
    """Checks that the seed matches the commitment, and the cut unless a player made it."""
    try:
        promise = read_promise(shoe)
        made = promise.commitment
    except (ValueError, UnicodeEncodeError) as error:
        yield Mismatch("shoe", shoe, None, str(error))
        return
    if made != shoe["commitment"]:
        yield Mismatch("shoe.commitment", shoe["commitment"], made, "does not fit the seed")
    if promise.scheme > 1:
        yield from _cut_faults(promise, shoe)


def _cut_faults(promise: Promise, shoe: dict[str, Any]) -> Iterator[Mismatch]:
    cut, (minimum, maximum) = shoe["cut"], promise.cut_range
    if shoe["cut_by"] and promise.cuts == PLAYER:
        if not minimum <= cut <= maximum:
            yield Mismatch("shoe.cut", cut, None, f"a cut takes {minimum} to {maximum} cards")
        return
    if shoe["cut_by"]:
        yield Mismatch("shoe.cut_by", shoe["cut_by"], "", "is a player, but the house cuts this shoe")
    right = promise.house_cut(_given(shoe))
    if cut != right:
        yield Mismatch("shoe.cut", cut, right, f"is {cut}, but the seed and the contributions give {right}")


def opened_cards(shoe: dict[str, Any]) -> list[int]:
    """The cards of an opened shoe in dealing order."""
    return _cards(read_promise(shoe), shoe["cut"], _given(shoe))


@lru_cache(maxsize=8)
def _cards(promise: Promise, cut: int, contributions: tuple[Contribution, ...]) -> list[int]:
    """Cached, because many rounds come from one shoe."""
    return Shoe(promise, cut, contributions).cards
