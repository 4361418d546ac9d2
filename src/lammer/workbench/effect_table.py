"""The effects of every single change of a game, one after another."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from lammer.exact.refusals import NotAnalysed
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.workbench.controls import Control
from lammer.workbench.effects import Change, changeable, changed, changes
from lammer.workbench.measures import Difference, Measures, difference

Load = Callable[[tuple[str, ...]], Sheet]
"""Makes the sheet of a game with some overrides."""
Measure = Callable[[Sheet], Measures]


class Effect(NamedTuple):
    """``difference`` is how much more the house keeps than before the change."""

    key: str
    label: str
    clause: str
    value: str
    change: str
    house_edge: float | None
    difference: Difference

    @property
    def size(self) -> float:
        """How much the change matters: the edge of the main game first, then that of a side bet."""
        return abs(self.difference["house_edge"] or 0.0)

    @property
    def side_size(self) -> float:
        return max((abs(one["difference"]) for one in self.difference["side_bets"]), default=0.0)

    def as_json(self) -> dict[str, Any]:
        about = {"key": self.key, "label": self.label, "clause": self.clause, "value": self.value}
        side_bets = [one for one in self.difference["side_bets"] if one["difference"]]
        figures = {"house_edge": self.house_edge, "difference": self.difference["house_edge"], "side_bets": side_bets}
        return about | {"change": self.change} | figures


def single_changes(sheet: Sheet, default: Sheet) -> list[tuple[Control, Change]]:
    """Every single change of every switch; ``default`` is the sheet without overrides."""
    return [(control, change) for control in changeable(sheet, default) for change in changes(control)]


def effects(load: Load, overrides: tuple[str, ...], measure: Measure) -> Iterator[Effect | None]:
    """The effect of each single change; None for one that the sheet does not allow together with its other values."""
    sheet = load(overrides)
    if sheet.rules.hands.per_box > 1:
        raise NotAnalysed(
            "hands.per_box=2: all effects together take up to a minute; lammer report GAME prints them, "
            "and lammer compare GAME --vary KEY=… compares one rule"
        )
    before = measure(sheet)
    for control, change in single_changes(sheet, load(())):
        try:
            other = load(changed(overrides, change))
        except SheetFaults:
            yield None
            continue
        after = measure(other)
        yield Effect(
            control.key,
            control.label,
            control.clause,
            control.text,
            change.text,
            after["house_edge"],
            difference(after, before),
        )


def by_size(found: list[Effect]) -> list[Effect]:
    """The largest effect on the main game first, then the largest on a side bet."""
    return sorted(found, key=lambda one: (-one.size, -one.side_size, one.key, one.change))
