"""What the server answers about the workbench."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from lammer.workbench.controls import Kind
from lammer.workbench.measures import Difference, Measures, SideBetDifference


class ChoiceView(TypedDict):
    """`text` is what is written after `key=`."""

    text: str
    label: str


class ControlView(TypedDict):
    """A value that can be set. `default` is the sheet's own, as it is written after `key=`, and `value` as JSON."""

    key: str
    label: str
    clause: str
    note: str
    kind: Kind
    default: str
    value: object
    choices: Sequence[ChoiceView]
    minimum: float | None
    maximum: float | None
    step: float | None
    effects: int
    """How many single changes `POST /api/workbench/effects` lists for it."""


class ControlGroup(TypedDict):
    """`procedure` when no figure depends on these controls."""

    title: str
    side_bet: str
    procedure: bool
    controls: list[ControlView]


class WorkbenchGame(TypedDict):
    """A game and everything about it that can be set."""

    game: str
    sheet: str
    name: str
    summary: str
    groups: list[ControlGroup]


class EdgeMeasured(Measures):
    """`overrides` are those that change anything, as the server would write them. `default` is the difference to the
    sheet without overrides, `pin` that to the second game."""

    overrides: list[str]
    default: Difference
    pin: Difference | None


class RuleEffect(TypedDict):
    """What one change is worth to the house. `refused` says why the change cannot be made or has no figure."""

    key: str
    override: str
    label: str
    house_edge: float | None
    difference: float | None
    side_bets: list[SideBetDifference]
    refused: str


class RuleEffects(TypedDict):
    key: str
    effects: list[RuleEffect]


class SheetFile(TypedDict):
    """The changed game as a TOML sheet of its own."""

    file: str
    text: str
