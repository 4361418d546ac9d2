"""The types of what a seat may see (`view.py`) and of what a seat won (`records.py`).

They are checked by mypy and described in the server's OpenAPI document; nothing validates them while a table is played.
`typing_extensions` has the TypedDict that pydantic can read on Python 3.11.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from lammer.table.actions import ActionKind
from lammer.table.state import Result, Stage, Status, Waits, Why

How = Literal["free", "paid"]
"""Whose money a double or a split was made with: a lammer, or the player's own."""


class StakeView(TypedDict):
    """One bettor's money on a hand. `paid` is what it won and was paid already; 0 while it waits. `stands_on` is the
    total a bettor stood on instead of following a draw."""

    own: int
    free: int
    doubled: How | None
    split: How | None
    paid: int
    stands_on: NotRequired[int]


class HandView(TypedDict):
    """A hand whose cards are hidden from this viewer has no total; `face_down` marks a busted hand turned over."""

    cards: list[str]
    total: NotRequired[int]
    soft: NotRequired[bool]
    status: NotRequired[Status]
    face_down: NotRequired[bool]
    stakes: list[StakeView | None]


class BettorView(TypedDict):
    """`side_paid` is, by side bet, what it won and was paid already."""

    bettor: int
    tip: bool
    main: int
    side: dict[str, int]
    side_paid: dict[str, int]
    insurance: int
    absent: bool


class BoxView(TypedDict):
    box: int
    bettors: list[BettorView]
    hands: list[HandView]


class DealerView(TypedDict):
    """`checked` when the dealer has looked at the hole card and found no natural."""

    cards: list[str]
    total: int
    soft: bool
    checked: bool


class ToAct(TypedDict):
    box: int
    bettor: int


class OptionView(TypedDict):
    """A legal action; an amount to be named lies in `minimum … maximum` by `step`."""

    kind: ActionKind
    minimum: int
    maximum: int
    step: int


class RoundView(TypedDict):
    """A round with every hidden card left out."""

    game: str
    stage: Stage
    waits: Waits
    to_act: ToAct | None
    dealer: DealerView
    boxes: list[BoxView]
    meters: dict[str, int]


class SeatView(RoundView):
    """A round as one box sees it, with what is open to it."""

    legal: list[OptionView]


class HandRecord(TypedDict):
    """A settled hand. `breakage` is what a pay could not express, as a fraction of a minor unit."""

    cards: list[str]
    own: int
    free: int
    doubled: How | None
    split: How | None
    result: Result
    net: int
    why: Why
    even_money: NotRequired[bool]
    breakage: NotRequired[str]
    stands_on: NotRequired[int]


class SideRecord(TypedDict):
    """A settled side bet. `award` came off the meter `level`; `envy` goes to the dealers' tip pool."""

    outcome: str
    net: int
    award: NotRequired[int]
    level: NotRequired[str]
    envy: NotRequired[int]
    breakage: NotRequired[int]


class TipRecord(TypedDict):
    """A bet for the dealers: what the owner added to it, and what an interruption gave back."""

    wager: int
    net: int
    added: NotRequired[int]
    returned: NotRequired[int]


class ResultLine(TypedDict):
    """A sentence, without its capital, about something that was won, lost or returned."""

    text: str
    net: int


class SeatRecord(TypedDict):
    """What one bettor wagered and won in a round."""

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
