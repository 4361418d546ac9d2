"""Types of bodies and answers (history).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from lammer.client.routes.shared_types import BoxView, DealerView, OptionView, Stage, ToAct, Waits


class BeforeAndAfter(TypedDict):
    """A player's chips before their bets on a round and after its last payment. `net` is the result of the round,
    `elsewhere` is what moved meanwhile at the cage or at another table: before + net + elsewhere = after."""

    before: int
    net: int
    elsewhere: int
    after: int


class BooksVerdictView(TypedDict):
    """The result of verifying the books. Events after `signed` are not covered by a signature yet."""

    events: int
    entries: int
    signed: int
    last_hash: str
    faults: list[FaultView]
    warnings: list[str]
    whole: bool
    play: PlayVerdictView


class EntryView(TypedDict):
    """An entry of an event: money that moved from one account to another."""

    event: int
    line: int
    debit: str
    credit: str
    amount: int
    reason: str


class FaultView(TypedDict):
    code: str
    event: int | None
    text: str


class PastHand(TypedDict):
    cards: list[str]
    total: int
    net: int


class PastRound(TypedDict):
    """A finished round. `notation` is the round in the books; `shared` also has the jackpot's wagers and meters,
    which are not part of the round."""

    round: int
    at: str
    notation: str
    shared: str
    dealer: list[str]
    dealer_total: int
    void: bool
    seats: list[PastSeat]


class PastSeat(TypedDict):
    """`wager` is the main bet, `net` the result without the jackpot; `jackpot` is the progressive wager,
    `jackpot_net` its result."""

    box: int
    bettor: int
    player: str
    hands: list[PastHand]
    wager: int
    net: int
    jackpot: int
    jackpot_net: int


class PlayVerdictView(TypedDict):
    """The result of replaying every finished round and every step of a jackpot."""

    rounds: int
    steps: int
    faults: list[FaultView]
    warnings: list[str]
    right: bool


class Recall(TypedDict):
    """A finished round, step by step. `void` is the reason for an interruption, `void_text` the sentence about it.
    `balances` are for auditors: everybody's chips before their bets and after the last step."""

    table: str
    round: int
    notation: str
    steps: list[RecalledStep]
    void: NotRequired[str]
    void_text: NotRequired[str]
    balances: NotRequired[dict[str, BeforeAndAfter]]


class RecalledStep(TypedDict):
    """An event in the books. `entries` and `saw` (the view of every seat afterwards) are for auditors."""

    number: int
    at: str
    kind: str
    actor: str
    hash: str
    said: dict[str, Any]
    answer: dict[str, Any]
    entries: NotRequired[list[EntryView]]
    saw: NotRequired[dict[str, SeatView]]


class SeatView(TypedDict):
    """A round as one box sees it, with its legal actions."""

    game: str
    stage: Stage
    waits: Waits
    to_act: ToAct | None
    dealer: DealerView
    boxes: list[BoxView]
    meters: dict[str, int]
    legal: list[OptionView]
