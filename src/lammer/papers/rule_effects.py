"""What single changes of the rules are worth in the main game, exactly, for best play."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.game import Game
from lammer.papers.edges import Asked, main_edges
from lammer.papers.second_process import Alone
from lammer.papers.wanted import LeftOut
from lammer.rules.sheet import Fault, Sheet, SheetFaults
from lammer.workbench.controls import Control, control_groups
from lammer.workbench.effect_table import single_changes
from lammer.workbench.effects import Change

if TYPE_CHECKING:
    from lammer.exact.finding import Finding

NOT_MAIN = ("side_bets", "insurance", "limits", "tips", "posted", "signals")
"""Sections that do not change the main game."""
ANOTHER_GAME = ("hands", "points")
"""Sections whose change makes another game: two hands per box with swapped cards, another limit than 21."""
NOTHING = 5e-7
"""A change of the edge that is not printed: less than half of the last digit of a percentage with four decimals."""


class RuleEffect(NamedTuple):
    """``label`` is the heading of the rule and its name: "Naturals: pays". ``difference`` is how much more the house
    keeps after the change."""

    key: str
    label: str
    clause: str
    value: str
    change: str
    house_edge: float
    difference: float


class RefusedChange(NamedTuple):
    """A change that the sheet does not allow with its other values, or that the analysis does not cover."""

    key: str
    change: str
    why: str


class RuleChange(NamedTuple):
    """``label`` is that of the effect. ``sheet`` are the rules after the change, or why there are none."""

    label: str
    control: Control
    change: Change
    sheet: Sheet | LeftOut


class RuleEffects(NamedTuple):
    """The changes with an effect, the largest first, and those that have no figure."""

    rows: tuple[RuleEffect, ...]
    refused: tuple[RefusedChange, ...]


def chosen_changes(game: Game) -> list[tuple[Control, Change]]:
    """Every other choice of a rule; of numbers the neighbours; of lists each list with one entry less."""
    sheet = game.sheet
    found = []
    for control, change in single_changes(sheet, sheet):
        if control.key.partition(".")[0] in (*NOT_MAIN, *ANOTHER_GAME):
            continue
        if control.kind == "number" and abs(float(change.text) - float(control.value)) > (control.step or 1):
            continue
        if control.kind == "list" and len(change.text.split(",")) >= len(control.value) + (not control.value):
            continue
        found.append((control, change))
    return found


def rule_changes(game: Game) -> list[RuleChange]:
    """Every change of a rule, with the rules after it."""
    titles = _titles(game.sheet)
    return [
        RuleChange(f"{titles[control.key]}: {control.label}", control, change, _changed(game, change))
        for control, change in chosen_changes(game)
    ]


def asked_of(changes: Sequence[RuleChange]) -> list[Asked]:
    """The games after the changes that the sheet allows."""
    return [Asked(one.sheet) for one in changes if not isinstance(one.sheet, LeftOut)]


def effects_of(
    changes: Sequence[RuleChange], before: "Finding | LeftOut", edges: "Sequence[Finding | LeftOut]"
) -> RuleEffects | LeftOut:
    """The effects from the edges of the games before and after; changes without effect are left out."""
    if isinstance(before, LeftOut):
        return before
    found, refused, left = [], [], iter(edges)
    for label, control, change, sheet in changes:
        after = sheet if isinstance(sheet, LeftOut) else next(left)
        if isinstance(after, LeftOut):
            refused.append(RefusedChange(change.key, change.text, after.why))
            continue
        difference = after.house_edge - before.house_edge
        if abs(difference) > NOTHING:
            row = RuleEffect(
                control.key, label, control.clause, control.text, change.text, after.house_edge, difference
            )
            found.append(row)
    largest_first = sorted(found, key=lambda one: (-abs(one.difference), one.key, one.change))
    return RuleEffects(tuple(largest_first), tuple(refused))


def rule_effects(game: Game) -> RuleEffects | LeftOut:
    """The effects of a game by itself."""
    changes = rule_changes(game)
    before, *after = main_edges([Asked(game.sheet), *asked_of(changes)], Alone())
    return effects_of(changes, before, after)


def _changed(game: Game, change: Change) -> Sheet | LeftOut:
    try:
        return game.replace({change.key: _value(change.text)}).sheet
    except SheetFaults as faults:
        return LeftOut("; ".join(_conflict(one) for one in faults.faults))


def _conflict(fault: Fault) -> str:
    """Why a change alone makes no game, without what the author of a sheet would have to do."""
    cited = f"{fault.key} [{fault.clause}]" if fault.clause else fault.key
    return f"which does not go together with {cited}: {fault.text.partition(';')[0]}"


def _titles(sheet: Sheet) -> dict[str, str]:
    """The heading of each control."""
    return {one.key: group.title for group in control_groups(sheet, sheet) for one in group.controls}


def _value(text: str) -> object:
    from lammer.rules.overrides import parse_value

    return parse_value(text)
