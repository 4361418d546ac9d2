"""Types of bodies and answers (workbench).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from lammer.client.routes.shared_types import NetChance


class ChoiceView(TypedDict):
    """`text` is what is written after `key=`."""

    text: str
    label: str


class ControlGroup(TypedDict):
    """`procedure` when no figure depends on these controls."""

    title: str
    side_bet: str
    procedure: bool
    controls: list[ControlView]


class ControlView(TypedDict):
    """A value that can be set. `default` is the sheet's own, as it is written after `key=`, and `value` as JSON."""

    key: str
    label: str
    clause: str
    note: str
    kind: Literal["yes-no", "choice", "number", "list", "odds", "paytable", "amounts", "text"]
    default: str
    value: Any
    choices: list[ChoiceView]
    minimum: float | None
    maximum: float | None
    step: float | None
    effects: int


class DealerEnd(TypedDict):
    """``end`` is a total, ``bust`` or ``natural``."""

    end: str
    chance: float


class Difference(TypedDict):
    """How much more the house keeps than in another game; null where one of the two has no figure."""

    sheet: str
    house_edge: float | None
    side_bets: list[SideBetDifference]


class EdgeAsked(TypedDict):
    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    pin: NotRequired[Rules | None]


class EdgeMeasured(TypedDict):
    """`overrides` are those that change anything, as the server would write them. `default` is the difference to
    the sheet without overrides, `pin` that to the second game."""

    sheet: str
    house_edge: float | None
    side_bets: list[SideBetMeasure]
    refused: list[str]
    seconds: float
    overrides: list[str]
    default: Difference
    pin: Difference | None


class EffectsAsked(TypedDict):
    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    key: NotRequired[str]


class HandAsked(TypedDict):
    """``removed`` are further cards that are out of the shoe. ``hands`` is the number of hands on the box."""

    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    cards: str
    up: str
    removed: NotRequired[str]
    stake: NotRequired[Literal["own", "free"]]
    hands: NotRequired[int]


class HandReport(TypedDict):
    """``given`` says what is known of the dealer's hole card. ``why`` explains a lammer that is played otherwise
    than own money. ``own`` are the values of the same hand with own money, where the stake is a lammer."""

    sheet: str
    hand: str
    total: int
    soft: bool
    given: str
    values: list[ValuedAction]
    own: list[ValuedAction]
    why: str
    dealer: list[DealerEnd]
    next_cards: list[NextCard]
    refused: list[str]


class JointAsked(TypedDict):
    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]
    bet: str
    ratio: NotRequired[float]


class JointPlay(TypedDict):
    """House edges when the main game is played for itself (``alone``), and when it is played for both bets.
    ``gain`` is what the player gains by the latter in main wagers a round. ``changes`` are all up to any ratio."""

    bet: str
    paytable: str
    ratio: float
    main_alone: float
    main_joint: float
    bet_alone: float
    bet_joint: float
    gain: float
    changes: list[PlayChange]


class NextCard(TypedDict):
    """A card that a hit may bring: its chance, the hand it makes, and what that is worth when played best."""

    card: str
    chance: float
    total: int
    soft: bool
    bust: bool
    best: str
    value: float


class PaperAsked(TypedDict):
    """Which paper of the game, and its size."""

    game: str
    overrides: NotRequired[list[str]]
    kind: Literal[
        "par",
        "rules",
        "card",
        "felt",
        "plot-chart",
        "plot-results",
        "plot-edge-by-rule",
        "plot-bankroll",
        "plot-convergence",
        "plot-meter",
    ]
    paper: NotRequired[Literal["a4", "letter"]]


class PlayChange(TypedDict):
    """From ``ratio`` on, side wager to main wager, ``after`` is the better play of a first hand."""

    hand: str
    up: str
    ratio: float
    before: str
    after: str


class QuickSpread(TypedDict):
    """``sd`` in original wagers, closer to the exact one than ``tolerance``; ``at_risk`` is exact."""

    sheet: str
    sd: float | None
    tolerance: float
    at_risk: float | None
    refused: list[str]
    seconds: float


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


class Rules(TypedDict):
    """A game and the values that are set otherwise."""

    game: str
    overrides: NotRequired[list[str]]


class SheetFile(TypedDict):
    """The changed game as a TOML sheet of its own."""

    file: str
    text: str


class SideBetDifference(TypedDict):
    id: str
    name: str
    paytable: str
    difference: float


class SideBetMeasure(TypedDict):
    """A paytable of a side bet; ``posted`` is the one on the table. ``hit_rate`` is how often the bet wins."""

    id: str
    name: str
    paytable: str
    posted: bool
    house_edge: float
    hit_rate: float


class Spread(TypedDict):
    """``sd`` in original wagers; ``at_risk`` is the own money put at risk on average."""

    sheet: str
    sd: float | None
    at_risk: float | None
    house_edge_at_risk: float | None
    results: list[NetChance]
    method: str
    results_method: str
    refused: list[str]
    seconds: float


class ValuedAction(TypedDict):
    action: str
    word: str
    value: float


class WorkbenchGame(TypedDict):
    """A game and everything about it that can be set."""

    game: str
    sheet: str
    name: str
    summary: str
    groups: list[ControlGroup]
