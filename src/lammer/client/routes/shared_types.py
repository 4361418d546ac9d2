"""Types of bodies and answers (shared).

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

ActionKind = Literal[
    "hit",
    "stand",
    "double",
    "free-double",
    "split",
    "free-split",
    "surrender",
    "insure",
    "even-money",
    "pass",
    "follow",
    "decline",
    "place",
    "parlay",
    "switch",
    "trade",
    "bet",
    "deal",
    "absent",
    "void",
    "burn",
    "card",
    "spin",
]


class Asked(TypedDict):
    """``page`` names the page that asks; with a higher ``turn``, what it asked before is no longer wanted."""

    game: str
    overrides: NotRequired[list[str]]
    page: NotRequired[str]
    turn: NotRequired[int]


class BettorView(TypedDict):
    """`side_paid` has the wins of side bets that have already been paid. `against`: `main` is bet against the
    hand. `carried` has the rounds won so far by bets from earlier rounds, `lights` the lights that are lit now."""

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


class EasedView(TypedDict):
    """By petition, a more frequent hand also wins the highest award, until the award is won."""

    outcome: str
    reference: str
    text: str


class HandView(TypedDict):
    """A hand. If its cards are hidden from this viewer it has no total; `face_down` marks a busted hand turned
    over, `boxed` one that still wins if the dealer busts too."""

    cards: list[str]
    total: NotRequired[int]
    soft: NotRequired[bool]
    status: NotRequired[Status]
    face_down: NotRequired[bool]
    boxed: NotRequired[bool]
    stakes: list[StakeView | None]


class KeyedBody(TypedDict):
    key: NotRequired[str]


class NetChance(TypedDict):
    net: float
    probability: float


class OptionView(TypedDict):
    """A legal action; its amount, if any, is in `minimum … maximum` by `step`."""

    kind: ActionKind
    minimum: int
    maximum: int
    step: int


class PaperFile(TypedDict):
    """A finished document or picture; `content` is in base64."""

    file: str
    type: str
    content: str


class PaperProgress(TypedDict):
    """How far a paper is: `done` of `of` parts, and the part that is being made. All are 0 before it begins."""

    done: int
    of: int
    part: str


class Posted(TypedDict):
    """The result of a command: the number and hash of its event, and further fields of the step. `repeated` if a
    command with the same key was already carried out. There may be further fields."""

    event: int
    hash: str
    repeated: bool


class SecurityEvent(TypedDict):
    """A security event of the books, with its further fields. `unwritten` is the number of earlier failures that
    came too fast to be written. There may be further fields."""

    event: int
    at: str
    user: str
    by: str
    what: str
    unwritten: NotRequired[int]


Stage = Literal[
    "betting", "dealing", "insuring", "spinning", "offering", "playing", "dealer", "done", "parlaying", "switching"
]


class StakeView(TypedDict):
    """One bettor's money on a hand. `paid` is the win that has already been paid, else 0. `stands_on` is the total
    that a bettor stands on after declining a draw."""

    own: int
    free: int
    doubled: Literal["free", "paid"] | None
    split: Literal["free", "paid"] | None
    paid: int
    stands_on: NotRequired[int]


Status = Literal["open", "stood", "bust", "natural", "instant win", "instant loss", "surrendered"]
"""The status of a hand. An instant win or loss is decided and only waits for settlement."""


class ToAct(TypedDict):
    box: int
    bettor: int


Waits = Literal["bets", "card", "answer", "play", "nothing", "spin"]
"""The input that the round waits for."""
