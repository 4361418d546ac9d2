"""Types of bodies and answers (training).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from lammer.client.routes.round_types import (
    Advice,
    AskView,
    FeltView,
    LimitsView,
    PaysView,
    PlayView,
    PostedRuleView,
    ResultView,
    SideBetView,
    SignalView,
)
from lammer.client.routes.shared_types import BoxView, DealerView, Stage, ToAct, Waits


class ClassReport(TypedDict):
    """`lost` is in bets."""

    hand_class: str
    decisions: int
    good: int
    lost: float


class CostlyDecision(TypedDict):
    table: str
    round: int
    game: str
    notation: str
    key: str
    decision: ReviewedDecision


class CountAnswer(TypedDict):
    """`error` is in `unit`, which is empty for plays; `text` tells the right answer and why. `cards` were shown."""

    right: bool
    expected: str
    error: float
    unit: str
    text: str
    cards: int
    progress: DrillProgress


CountDrill = Literal["speed", "decks", "true-count", "index"]


class CountDrillAnswered(TypedDict):
    """`seed` and `line` are those of the question, `answer` is a number or a play."""

    game: str
    overrides: NotRequired[list[str]]
    drill: CountDrill
    count: NotRequired[str]
    rounding: NotRequired[Rounding]
    length: NotRequired[int]
    group: NotRequired[Literal["1", "2", "3", "round"]]
    progress: NotRequired[SentProgress]
    seed: str
    line: NotRequired[str]
    answer: str
    seconds: NotRequired[float]


class CountDrillAsked(TypedDict):
    """`count` is a system of `lammer count`, tags like `A=-1,5=2`, or ten whole numbers, ace first; `length` and
    `group` are for the speed drill, `rounding` is for true counts."""

    game: str
    overrides: NotRequired[list[str]]
    drill: CountDrill
    count: NotRequired[str]
    rounding: NotRequired[Rounding]
    length: NotRequired[int]
    group: NotRequired[Literal["1", "2", "3", "round"]]
    progress: NotRequired[SentProgress]


class CountQuestion(TypedDict):
    """A question of a counting drill. `groups` are the cards to count, for the speed drill; `tray` is the picture
    of the deck drill; `table` and `play` are the hand of the index drill. `seed` and `line` are sent back with
    the answer."""

    seed: str
    line: str
    text: str
    groups: list[list[str]]
    tray: TrayPicture | None
    table: FixedView | None
    play: PlayView | None
    again: bool


Drill = Literal["pairs", "soft", "free", "close", "mistakes"]


class DrillAnswer(TypedDict):
    decision: ReviewedDecision
    right: bool
    memory: DrillMemory


class DrillAnswered(TypedDict):
    line: str
    action: str
    amount: NotRequired[int]
    memory: NotRequired[SentMemory]


class DrillAsked(TypedDict):
    game: str
    overrides: NotRequired[list[str]]
    drill: Drill
    memory: NotRequired[SentMemory]


class DrillHand(TypedDict):
    """A hand to play. `again` if it was answered wrongly before; `to_repeat` counts the hands that come back.
    `line` is sent back with the answer."""

    key: str
    line: str
    again: bool
    to_repeat: int
    table: FixedView
    play: PlayView


class DrillMemory(TypedDict):
    """Hands answered wrongly, by key: right answers since then, and the number of answers after which it is due."""

    answered: int
    cards: dict[str, list[int]]


class DrillProgress(TypedDict):
    """All your answers to one drill of a game: sums of errors, seconds and cards; `again` are hands that come
    back."""

    answers: int
    right: int
    error: float
    seconds: float
    cards: int
    again: dict[str, list[int]]


class DrillRemembered(TypedDict):
    game: str
    overrides: NotRequired[list[str]]
    hands: list[str]
    memory: NotRequired[SentMemory]


class FixedView(TypedDict):
    """The part of a view that never changes at a table."""

    game: str
    name: str
    limits: LimitsView
    boxes: int
    bettors: int
    felt: FeltView
    pays: list[PaysView]
    signals: list[SignalView]
    posted: list[PostedRuleView]
    guide: list[PostedRuleView]
    side_bets: list[SideBetView]
    against: bool


Grade = Literal["good", "inaccuracy", "mistake", "blunder"]


class GradedRound(TypedDict):
    round: int
    decisions: list[ReviewedDecision]


class PlayedRoundView(TypedDict):
    """The round in progress, for all viewers who see the same cards."""

    game: str
    stage: Stage
    waits: Waits
    to_act: ToAct | None
    dealer: DealerView
    boxes: list[BoxView]
    meters: dict[str, int]
    at_hand: int
    ask: AskView | None


class PlayerReport(TypedDict):
    """Money is in minor units, `lost_bets` in bets. `curve` has rounds, net, expected net and half the width of
    the 95% band, each as a list. `rough` if there are too few rounds for the band. `left_out` are side bets
    without an exact expectation, which `expected` and `luck` leave out."""

    player: str
    rounds: int
    decisions: int
    unvalued: int
    net: int
    main: int
    sides: dict[str, int]
    left_out: list[str]
    wagered: int
    expected: float
    luck: float
    band: float
    rough: bool
    lost: float
    lost_bets: float
    grades: dict[str, int]
    classes: list[ClassReport]
    costliest: list[CostlyDecision]
    curve: list[list[float]]
    grades_text: str


class ReviewAsked(TypedDict):
    notation: str


class ReviewStep(TypedDict):
    """The round before a decision, as its player saw it."""

    play: PlayedRoundView
    decision: ReviewedDecision


class ReviewedDecision(TypedDict):
    """A decision and its cost in original wagers, null if it has no exact value. `number` counts the decisions of
    the round from 0; `text` is the verdict, or the reason why there is none."""

    number: int
    box: int
    bettor: int
    action: str
    amount: int
    hand: str
    hand_class: str
    wager: int
    best: str | None
    cost: float | None
    grade: Grade | None
    text: str
    advice: Advice | None


class ReviewedSeat(TypedDict):
    box: int
    bettor: int
    player: str


class RoundReview(TypedDict):
    """A finished round to step through. `table` has the fixed values of the layout."""

    table: FixedView
    notation: str
    seats: list[ReviewedSeat]
    steps: list[ReviewStep]
    result: ResultView


class RoundVerdicts(TypedDict):
    """A player's decisions in the current round, or in the last one."""

    round: int
    decisions: list[ReviewedDecision]


Rounding = Literal["floor", "round", "truncate"]
"""How a true count becomes a whole number: down, to the nearest (a half up), or towards zero, as in the simulator."""


class SentMemory(TypedDict):
    """What a guest's page remembers of a drill; that of a user is in the books' database."""

    answered: NotRequired[int]
    cards: NotRequired[dict[str, Any]]


class SentProgress(TypedDict):
    """What a guest's page has kept of a counting drill; that of a user is in the books' database."""

    answers: NotRequired[int]
    right: NotRequired[int]
    error: NotRequired[float]
    seconds: NotRequired[float]
    cards: NotRequired[int]
    again: NotRequired[dict[str, Any]]


class TrayPicture(TypedDict):
    """A pile of cards: the discard tray or the shoe, `filled` as a part of the whole shoe of so many `decks`."""

    shown: Literal["tray", "shoe"]
    decks: int
    filled: float
