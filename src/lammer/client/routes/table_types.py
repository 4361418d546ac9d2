"""Types of bodies and answers (table).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from lammer.client.routes.round_types import (
    FeltView,
    LimitsView,
    PaysView,
    PlayView,
    PostedRuleView,
    ResultView,
    SideBetView,
    SignalView,
)
from lammer.client.routes.shared_types import EasedView


class Act(TypedDict):
    key: NotRequired[str]
    action: str
    amount: NotRequired[int]


class AnswerCall(TypedDict):
    key: NotRequired[str]
    absent: bool


class AttachableBet(TypedDict):
    """A side bet that can be attached to a game: open the table for `game+id`. `origin` says where its rules come
    from."""

    id: str
    name: str
    summary: str
    origin: str


class Bets(TypedDict):
    key: NotRequired[str]
    box: int
    bets: dict[str, int]
    ready: NotRequired[bool]
    contribution: NotRequired[str | None]


class BuyIn(TypedDict):
    key: NotRequired[str]
    amount: int


class CallView(TypedDict):
    """The supervisor was called to an absent player."""

    role: Literal["supervisor"]
    box: int
    bettor: int
    player: str
    by: str


class CarriedView(TypedDict):
    """A bet from an earlier round that is still on the layout. `text` says how many rounds it has won so far."""

    bet: str
    amount: int
    wins: int
    text: str


class Closed(TypedDict):
    key: NotRequired[str]
    reason: str


class CutCards(TypedDict):
    key: NotRequired[str]
    cards: int
    contribution: NotRequired[str | None]


class CutView(TypedDict):
    """A player is asked to cut the new shoe."""

    box: int
    player: str
    minimum: int
    maximum: int


class Effects(TypedDict):
    """The effects of irreversible steps at a table now; empty if a step is not possible."""

    close: str
    void: str


class Game(TypedDict):
    """A game that a table can be opened for; `house_edge` is null until it is computed. `origin` says where its
    rules come from; a `variant` is a game as another house deals it. `cards` are shown on its card in the
    lobby."""

    game: str
    name: str
    summary: str
    house_edge: float | None
    side_bets: list[str]
    attachable: list[AttachableBet]
    origin: str
    variant: bool
    free_bets: bool
    minimum: int
    maximum: int
    cards: list[str]


class Interrupted(TypedDict):
    key: NotRequired[str]
    reason: str


class JackpotView(TypedDict):
    """`frozen` is the amount by level that is confirmed but not completed; the meter shows it until the card is
    swiped. `lit` while the sensors are lit and the cards not dealt: bets are closed."""

    link: str
    name: str
    status: Literal["closed", "open", "discontinued"]
    bet: str
    paytable: str
    stakes: list[int]
    pays: list[str]
    eased: EasedView | None
    meters: dict[str, int]
    frozen: dict[str, int]
    approved: bool
    dealer: str
    under_way: bool
    lit: bool
    spots: list[SpotView]
    next: NextStep | None


class Leave(TypedDict):
    key: NotRequired[str]
    box: int


class LightsView(TypedDict):
    """The lights at a box, of those that win the prize."""

    lit: int
    needed: int
    prize: int


class NewTable(TypedDict):
    key: NotRequired[str]
    table: str
    game: str
    overrides: NotRequired[list[str]]
    turn_seconds: NotRequired[int]
    bet_seconds: NotRequired[int]
    absent_seconds: NotRequired[int]
    idle_rounds: NotRequired[int]
    idle_seconds: NotRequired[int]
    link: NotRequired[str]
    training: NotRequired[bool | None]


class NextStep(TypedDict):
    """The next step of the jackpot's hand, and the role that takes it."""

    role: Literal["dealer", "supervisor", "executive"]
    kind: Literal["lights", "take", "deal", "select", "confirm", "swipe", "end"]
    spot: int
    outcome: str
    undo: bool


class OpenTable(TypedDict):
    """A table with its limits and exact edge (null until it is computed), and its free boxes, the middle ones
    first. `dealer` is the dealer on duty. `calls` is the role that the table calls, for an absent player or its
    jackpot; empty for none."""

    table: str
    game: str
    name: str
    status: Literal["open", "closed"]
    players: list[str]
    boxes: int
    free: list[int]
    minimum: int
    maximum: int
    house_edge: float | None
    dealer: str
    opened_by: list[str]
    round: int
    under_way: bool
    link: str
    training: bool
    calls: Literal["dealer", "supervisor", "executive"] | Literal[""]


class OwnSeatEntry(TypedDict):
    box: int
    bettor: int
    player: str
    bets: dict[str, int]
    ready: bool
    maximum: int
    carried: list[CarriedView]
    lights: LightsView | None
    mine: bool


class PostedEvent(TypedDict):
    """The result of a command: its event and further fields of the step. There may be further fields."""

    event: int
    repeated: bool


class ShoeView(TypedDict):
    """`contributions` are pairs of player and text. `contribute` while more are accepted."""

    number: int
    commitment: str
    left: int
    cards: int
    behind_cut_card: int
    contributions: list[list[str]]
    contribute: bool


class SideBetEdge(TypedDict):
    """The exact house edge of a side bet, for the best play of the main game from a fresh shoe; null if there is
    none."""

    id: str
    house_edge: float | None


class Sit(TypedDict):
    key: NotRequired[str]
    box: int
    bettor: NotRequired[int]


class SpotView(TypedDict):
    """A progressive wager of the hand that is shown. `won` is everything paid for it; `envy` (Lucky George) is the
    amount paid to the dealers' tip pool. `text` says what was won or lost so far. `stop` is that of the
    `wheel`, and `from_others` the part of `won` from other bettors' spins. `announced`: the whole table is
    told."""

    box: int
    player: str
    amount: int
    outcome: str
    won: int
    envy: int
    stage: Literal["", "selected", "frozen", "paid"]
    level: str
    percent: int
    award: int
    text: str
    stop: int
    from_others: int
    wheel: list[StopView]
    announced: bool


class StopView(TypedDict):
    """A stop of a wheel: what it pays, and its weight."""

    text: str
    weight: int


class TableView(TypedDict):
    """A table as one viewer sees it."""

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
    table: str
    status: Literal["open", "closed"]
    round: int
    under_way: bool
    deadline: str
    turn_seconds: int
    absent_from: str
    training: bool
    idle_rounds: int
    unseated: list[Unseated]
    coach: bool
    cut: CutView | None
    call: CallView | None
    shoe: ShoeView | None
    progressive: JackpotView | None
    result: ResultView | None
    seats: list[OwnSeatEntry]
    chips: int | None
    play: PlayView | None


class Unseated(TypedDict):
    """A seat that was freed for lack of bets."""

    box: int
    player: str
