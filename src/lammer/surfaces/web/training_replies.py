"""Types of the server's answers about training: the coach's advice, reviews of rounds, reports and drills."""

from typing import Literal

from typing_extensions import TypedDict

from lammer.decisions.grades import Grade
from lammer.floor.view_types import (
    FixedView,
    PlayedRoundView,
    PlayView,
    ResultView,
)


class ActionValue(TypedDict):
    """The value of an action in original wagers, for the maximum amount and for the minimum amount."""

    action: str
    worth: float
    minimum_worth: float


class Advice(TypedDict):
    """Legal actions by value, best first; `unvalued` are actions that the coach cannot value. `text` names the best
    action, `sides` the side bets that are included."""

    values: list[ActionValue]
    best: str | None
    unvalued: list[str]
    text: str
    sides: str


class ReviewedDecision(TypedDict):
    """A decision and its cost in original wagers, null if it has no exact value. `number` counts the decisions of the
    round from 0; `text` is the verdict, or the reason why there is none."""

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
    """A player's decisions in the current round, or in the last one."""

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
    """A finished round to step through. `table` has the fixed values of the layout."""

    table: FixedView
    notation: str
    seats: list[ReviewedSeat]
    steps: list[ReviewStep]
    result: ResultView


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


class PlayerReport(TypedDict):
    """Money is in minor units, `lost_bets` in bets. `curve` has rounds, net, expected net and half the width of the 95%
    band, each as a list. `rough` if there are too few rounds for the band. `left_out` are side bets without an exact
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
    """A hand to play. `again` if it was answered wrongly before; `to_repeat` counts the hands that come back. `line` is
    sent back with the answer."""

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


class DrillAnswer(TypedDict):
    decision: ReviewedDecision
    right: bool
    memory: DrillMemory


class TrayPicture(TypedDict):
    """A pile of cards: the discard tray or the shoe, `filled` as a part of the whole shoe of so many `decks`."""

    shown: Literal["tray", "shoe"]
    decks: int
    filled: float


class CountQuestion(TypedDict):
    """A question of a counting drill. `groups` are the cards to count, for the speed drill; `tray` is the picture of
    the deck drill; `table` and `play` are the hand of the index drill. `seed` and `line` are sent back with the
    answer."""

    seed: str
    line: str
    text: str
    groups: list[list[str]]
    tray: TrayPicture | None
    table: FixedView | None
    play: PlayView | None
    again: bool


class DrillProgress(TypedDict):
    """All your answers to one drill of a game: sums of errors, seconds and cards; `again` are hands that come back."""

    answers: int
    right: int
    error: float
    seconds: float
    cards: int
    again: dict[str, list[int]]


class CountAnswer(TypedDict):
    """`error` is in `unit`, which is empty for plays; `text` tells the right answer and why. `cards` were shown."""

    right: bool
    expected: str
    error: float
    unit: str
    text: str
    cards: int
    progress: DrillProgress
