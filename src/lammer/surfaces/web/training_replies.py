"""What the server answers about training: the coach's advice, reviews of rounds, reports and drills."""

from typing_extensions import TypedDict

from lammer.decisions.grades import Grade
from lammer.floor.view_types import (
    FixedView,
    PlayedRoundView,
    PlayView,
    ResultView,
)


class ActionValue(TypedDict):
    """What an action is worth, in original wagers: for the greatest amount that may be named, and for the least."""

    action: str
    worth: float
    minimum_worth: float


class Advice(TypedDict):
    """Legal actions by value, best first; `unvalued` are those that the coach cannot value. `text` says what is best,
    `sides` which side bets are included."""

    values: list[ActionValue]
    best: str | None
    unvalued: list[str]
    text: str
    sides: str


class ReviewedDecision(TypedDict):
    """A decision that was made, and what it cost in original wagers; null where it has no exact value. `number` counts
    the decisions of the round from 0; `text` is the verdict, or why there is none."""

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


class RoundVerdicts(TypedDict):
    """A player's decisions in the round under way, or in the last."""

    round: int
    decisions: list[ReviewedDecision]


class GradedRound(TypedDict):
    round: int
    decisions: list[ReviewedDecision]


class ReviewedSeat(TypedDict):
    box: int
    bettor: int
    player: str


class ReviewStep(TypedDict):
    """The round before a decision, as its player saw it."""

    play: PlayedRoundView
    decision: ReviewedDecision


class RoundReview(TypedDict):
    """A finished round to step through. `table` is what the layout shows."""

    table: FixedView
    notation: str
    seats: list[ReviewedSeat]
    steps: list[ReviewStep]
    result: ResultView


class ClassReport(TypedDict):
    """`lost` in bets."""

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


class PlayerReport(TypedDict):
    """Money in minor units; `lost_bets` in bets. `curve` has rounds, net, expected net and half the width of the 95%
    band, each as a list. `rough` while there are too few rounds for the band. `left_out` are side bets without an exact
    expectation, which `expected` and `luck` leave out."""

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
    grades: dict[Grade, int]
    classes: list[ClassReport]
    costliest: list[CostlyDecision]
    curve: list[list[float]]
    grades_text: str


class DrillHand(TypedDict):
    """A hand to be played. `again` when it was got wrong before; `to_repeat` counts the hands that come back. `line` is
    sent back with the answer."""

    key: str
    line: str
    again: bool
    to_repeat: int
    table: FixedView
    play: PlayView


class DrillMemory(TypedDict):
    """What was got wrong: by key, right answers since and when it is due, counted in answers."""

    answered: int
    cards: dict[str, list[int]]


class DrillAnswer(TypedDict):
    decision: ReviewedDecision
    right: bool
    memory: DrillMemory
