"""What every single change of a value is worth: the changes that a control allows from where it stands.

A value with choices has each other choice, a short range each other number, and a list each list with one entry more or
less. Odds have no end of choices, so the odds that the known sheets state in the same section are tried.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from lammer.cards.money import Odds
from lammer.rules.loader import game_names, load_sheet
from lammer.rules.overrides import parse_value
from lammer.rules.schema_walk import check_value, schema_at
from lammer.rules.sheet import Sheet, SheetFaults, value_text
from lammer.workbench.controls import Choice, Control, controls

LONGEST_RANGE = 12
"""A number with more values than this has only its neighbours tried."""


class Change(NamedTuple):
    """One value set otherwise. ``text`` is written after ``--set key=``."""

    key: str
    text: str
    label: str

    @property
    def override(self) -> str:
        return f"{self.key}={self.text}"


def changeable(sheet: Sheet, default: Sheet) -> list[Control]:
    """The controls that a change of a switch can be listed for, in the order of the sheet."""
    return [one for one in controls(sheet, default) if next(changes(one), None) is not None]


def changes(control: Control) -> Iterator[Change]:
    """Every single change of a control from its present value."""
    for choice in _others(control):
        if choice.text != control.text and not check_value(schema_at(control.key), parse_value(choice.text))[1]:
            yield Change(control.key, choice.text, choice.label)


def _others(control: Control) -> Iterator[Choice]:
    if control.kind in ("yes-no", "choice"):
        yield from control.choices
    elif control.kind == "number":
        yield from _numbers(control)
    elif control.kind == "list":
        yield from _lists(control)
    elif control.kind == "odds":
        yield from (Choice(odds, odds) for odds in _odds_of(control.key.partition(".")[0]))


def _numbers(control: Control) -> Iterator[Choice]:
    low, high, step = control.minimum, control.maximum, control.step
    if low is None or high is None or step is None:
        return
    values = [low + step * at for at in range(round((high - low) / step) + 1)]
    if len(values) > LONGEST_RANGE:
        values = [value for value in values if abs(value - control.value) <= step]
    yield from (Choice(f"{value:g}", f"{value:g}") for value in values)


def _lists(control: Control) -> Iterator[Choice]:
    """Each choice added where it has its place, or taken away."""
    here = {value_text(one) for one in control.value}
    for choice in control.choices:
        kept = [one.text for one in control.choices if (one.text in here) != (one.text == choice.text)]
        word = "without" if choice.text in here else "with"
        yield Choice(f"[{','.join(kept)}]", f"{word} {choice.label}")


@lru_cache
def _odds_of(section: str) -> tuple[str, ...]:
    """The odds that any known game states in a section."""
    found: set[Odds] = set()
    for name in game_names():
        try:
            entries = load_sheet(name).entries
        except SheetFaults:
            continue
        found |= {
            entry.value
            for key, entry in entries.items()
            if key.partition(".")[0] == section and isinstance(entry.value, Odds) and entry.value.numerator
        }
    return tuple(str(odds) for odds in sorted(found, key=lambda odds: -odds.numerator / odds.denominator))


def changed(overrides: tuple[str, ...], change: Change) -> tuple[str, ...]:
    """The overrides of a game with one more, which takes the place of an earlier one for the same key."""
    kept = (one for one in overrides if one.partition("=")[0].strip() != change.key)
    return (*kept, change.override)
