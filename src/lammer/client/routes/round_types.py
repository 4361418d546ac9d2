"""Types of bodies and answers (round).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from lammer.client.routes.shared_types import BoxView, DealerView, OptionView, Stage, ToAct, Waits


class ActionValue(TypedDict):
    """The value of an action in original wagers, for the maximum amount and for the minimum amount."""

    action: str
    worth: float
    minimum_worth: float


class Advice(TypedDict):
    """Legal actions by value, best first; `unvalued` are actions that the coach cannot value. `text` names the
    best action, `sides` the side bets that are included."""

    values: list[ActionValue]
    best: str | None
    unvalued: list[str]
    text: str
    sides: str


class AskView(TypedDict):
    """A question to a player; `tip` if it is about the bet for the dealers. `bet` is a side bet that is offered,
    and `text` the question about it."""

    about: Question
    how: str
    tip: bool
    bet: str
    text: str


class FeltView(TypedDict):
    """The print on the layout. `natural` is the name of a natural in a sentence, `natural_name` its name by
    itself. With two `hands_per_box` the main bet lies on each of them."""

    limit: int
    natural: str
    natural_name: str
    natural_pays: str
    insurance_pays: str
    soft_17: Literal["hit", "stand"]
    stand_on_hard: int
    pushes_on_22: bool
    free_bets: bool
    surrender: bool
    decks: int
    hands_per_box: int


class HandRecord(TypedDict):
    """A settled hand. `breakage` is the unpaid fraction of a minor unit. `against`: the bet was against the hand."""

    cards: list[str]
    own: int
    free: int
    doubled: Literal["free", "paid"] | None
    split: Literal["free", "paid"] | None
    result: Result
    net: int
    why: Why
    even_money: NotRequired[bool]
    breakage: NotRequired[str]
    stands_on: NotRequired[int]
    against: NotRequired[bool]


class LightsRecord(TypedDict):
    """The lights of a player before the round, those lit in it, and those that are left; `prize` is part of `net`."""

    before: int
    lit: int
    after: int
    prize: NotRequired[int]


class LimitsView(TypedDict):
    minimum: int
    maximum: int
    apply_to: Literal["bettor", "box"]


class PaysView(TypedDict):
    """A row of the main wager's pay schedule."""

    hand: str
    pays: str
    at_once: bool
    clause: str


class PlayView(TypedDict):
    """The round in progress as one viewer sees it."""

    game: str
    stage: Stage
    waits: Waits
    to_act: ToAct | None
    dealer: DealerView
    boxes: list[BoxView]
    meters: dict[str, int]
    at_hand: int
    ask: AskView | None
    my_turn: bool
    legal: list[OptionView]
    refused: dict[str, str]


class PostedRuleView(TypedDict):
    text: str
    clause: str


Question = Literal["insurance", "top-up", "split", "double", "draw", "side bet", "parlay", "switch", "trade"]
"""The subject of a question to a bettor."""


Result = Literal["win", "lose", "push", "bust", "blackjack"]
"""The result of a stake on a hand."""


class ResultLine(TypedDict):
    """A sentence about a win, a loss or a returned bet. It begins with a lower-case letter."""

    text: str
    net: int


class ResultView(TypedDict):
    """The finished round, with every card."""

    dealer: DealerView
    boxes: list[BoxView]
    seats: list[SeatResult]
    notation: str
    void: bool
    void_reason: str
    void_text: str


class SeatResult(TypedDict):
    """`player` sat there in that round; empty for rounds of earlier versions. `lines` are the results, `reasons`
    give the cause of each hand's result."""

    seat: int
    bettor: int
    wagers: dict[str, int]
    hands: list[HandRecord]
    side: dict[str, SideRecord]
    insurance: int
    net: int
    insurance_wager: NotRequired[int]
    insurance_breakage: NotRequired[str]
    tip: NotRequired[TipRecord]
    absent: NotRequired[bool]
    parlayed: NotRequired[int]
    carried: NotRequired[dict[str, int]]
    swapped: NotRequired[bool]
    lights: NotRequired[LightsRecord]
    player: str
    lines: list[ResultLine]
    reasons: list[str]


class SideBetView(TypedDict):
    id: str
    name: str
    counts_lammers: bool
    minimum: int
    maximum: int
    paytable: str
    pays: list[str]
    placed_later: bool
    origin: str


class SideRecord(TypedDict):
    """A settled side bet. `award` is paid from the meter `level`; `envy` is paid to the dealers' tip pool. `stop`
    is that of its wheel, from 1; `from_others` is the part of `net` that the spins of other bettors paid. A bet
    with `carried` is not decided: it stays on the layout with so many wins."""

    outcome: str
    net: int
    award: NotRequired[int]
    level: NotRequired[str]
    envy: NotRequired[int]
    breakage: NotRequired[int]
    stop: NotRequired[int]
    from_others: NotRequired[int]
    carried: NotRequired[int]


class SignalView(TypedDict):
    """The hand signal for an action."""

    action: str
    sign: str
    clause: str


class TipRecord(TypedDict):
    """A tip bet, with the amounts that the owner added and that an interruption returned."""

    wager: int
    net: int
    added: NotRequired[int]
    returned: NotRequired[int]


Why = Literal[
    "higher total",
    "lower total",
    "tie",
    "bust",
    "dealer bust",
    "dealer 22",
    "natural",
    "both natural",
    "dealer natural",
    "original wager only",
    "even money",
    "surrender",
    "first-card ace",
    "dealer first-card ace",
    "void",
    "both bust",
]
"""The reason for the result of a stake."""
