"""The types of views (`view.py`) and of records (`records.py`).

mypy checks them and the server's OpenAPI document describes them; they are not validated at run time.
`typing_extensions` has the TypedDict that pydantic can read on Python 3.11.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from lammer.table.actions import ActionKind
from lammer.table.state import Result, Stage, Status, Waits, Why

How = Literal["free", "paid"]
"""Whether a double or a split was free (a lammer) or paid with the player's own money."""


class StakeView(TypedDict):
    """One bettor's money on a hand. `paid` is the win that has already been paid, else 0. `stands_on` is the total that
    a bettor stands on after declining a draw."""

    own: int
    free: int
    doubled: How | None
    split: How | None
    paid: int
    stands_on: NotRequired[int]


class HandView(TypedDict):
    """A hand. If its cards are hidden from this viewer it has no total; `face_down` marks a busted hand turned over,
    `boxed` one that still wins if the dealer busts too."""

    cards: list[str]
    total: NotRequired[int]
    soft: NotRequired[bool]
    status: NotRequired[Status]
    face_down: NotRequired[bool]
    boxed: NotRequired[bool]
    stakes: list[StakeView | None]


class BettorView(TypedDict):
    """`side_paid` has the wins of side bets that have already been paid. `against`: `main` is bet against the hand.
    `carried` has the rounds won so far by bets from earlier rounds, `lights` the lights that are lit now."""

    bettor: int
    tip: bool
    main: int
    side: dict[str, int]
    side_paid: dict[str, int]
    insurance: int
    absent: bool
    against: NotRequired[bool]
    carried: NotRequired[dict[str, int]]
    lights: NotRequired[int]


class BoxView(TypedDict):
    box: int
    bettors: list[BettorView]
    hands: list[HandView]


class DealerView(TypedDict):
    """`checked` if the dealer has checked the hole card and has no natural."""

    cards: list[str]
    total: int
    soft: bool
    checked: bool


class ToAct(TypedDict):
    box: int
    bettor: int


class OptionView(TypedDict):
    """A legal action; its amount, if any, is in `minimum … maximum` by `step`."""

    kind: ActionKind
    minimum: int
    maximum: int
    step: int


class RoundView(TypedDict):
    """A round without its hidden cards."""

    game: str
    stage: Stage
    waits: Waits
    to_act: ToAct | None
    dealer: DealerView
    boxes: list[BoxView]
    meters: dict[str, int]


class SeatView(RoundView):
    """A round as one box sees it, with its legal actions."""

    legal: list[OptionView]


class HandRecord(TypedDict):
    """A settled hand. `breakage` is the unpaid fraction of a minor unit. `against`: the bet was against the hand."""

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
    against: NotRequired[bool]


class SideRecord(TypedDict):
    """A settled side bet. `award` is paid from the meter `level`; `envy` is paid to the dealers' tip pool. `stop` is
    that of its wheel, from 1; `from_others` is the part of `net` that the spins of other bettors paid. A bet with
    `carried` is not decided: it stays on the layout with so many wins."""

    outcome: str
    net: int
    award: NotRequired[int]
    level: NotRequired[str]
    envy: NotRequired[int]
    breakage: NotRequired[int]
    stop: NotRequired[int]
    from_others: NotRequired[int]
    carried: NotRequired[int]


class TipRecord(TypedDict):
    """A tip bet, with the amounts that the owner added and that an interruption returned."""

    wager: int
    net: int
    added: NotRequired[int]
    returned: NotRequired[int]


class ResultLine(TypedDict):
    """A sentence about a win, a loss or a returned bet. It begins with a lower-case letter."""

    text: str
    net: int


class LightsRecord(TypedDict):
    """The lights of a player before the round, those lit in it, and those that are left; `prize` is part of `net`."""

    before: int
    lit: int
    after: int
    prize: NotRequired[int]


class SeatRecord(TypedDict):
    """The wagers and results of one bettor in a round. `parlayed` are winnings that joined the main wager, which is
    told as it was before. `carried` has the wins so far of wagers from earlier rounds. The main wager lies on each hand
    that the box is dealt; `swapped` if their second cards were swapped. `lights`: in a game that has them."""

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
