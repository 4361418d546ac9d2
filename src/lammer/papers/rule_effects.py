"""What single changes of the rules are worth in the main game, exactly, for best play."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.game import Game
from lammer.papers.edges import Asked, main_edges
from lammer.papers.second_process import SecondProcess
from lammer.papers.wanted import LeftOut
from lammer.rules.sheet import Sheet, SheetFaults
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


def rule_effects(game: Game, before: "Finding | LeftOut", second: SecondProcess | None = None) -> RuleEffects:
    """Changes without effect are left out."""
    if isinstance(before, LeftOut):
        from lammer.exact.refusals import NotAnalysed

        raise NotAnalysed(before.why)
    found, refused, titles = [], [], _titles(game.sheet)
    for (control, change), after in _after_changes(game, second):
        if isinstance(after, LeftOut):
            refused.append(RefusedChange(change.key, change.text, after.why))
            continue
        difference = after.house_edge - before.house_edge
        if abs(difference) > NOTHING:
            label = f"{titles[control.key]}: {control.label}"
            row = RuleEffect(
                control.key, label, control.clause, control.text, change.text, after.house_edge, difference
            )
            found.append(row)
    largest_first = sorted(found, key=lambda one: (-abs(one.difference), one.key, one.change))
    return RuleEffects(tuple(largest_first), tuple(refused))


def _after_changes(
    game: Game, second: SecondProcess | None
) -> "Iterator[tuple[tuple[Control, Change], Finding | LeftOut]]":
    """Each change with the edge after it, or why there is none."""
    changes = chosen_changes(game)
    sheets = [_changed(game, change) for _, change in changes]
    edges = iter(main_edges([Asked(sheet) for sheet in sheets if not isinstance(sheet, LeftOut)], second))
    for change, sheet in zip(changes, sheets, strict=True):
        yield change, sheet if isinstance(sheet, LeftOut) else next(edges)


def _changed(game: Game, change: Change) -> Sheet | LeftOut:
    try:
        return game.replace({change.key: _value(change.text)}).sheet
    except SheetFaults as faults:
        return LeftOut(str(faults))


def _titles(sheet: Sheet) -> dict[str, str]:
    """The heading of each control."""
    return {one.key: group.title for group in control_groups(sheet, sheet) for one in group.controls}


def _value(text: str) -> object:
    from lammer.rules.overrides import parse_value

    return parse_value(text)
