"""The round as plain data: immutable tuples of cards and money.

Boxes and hands are numbered from 0 here; people and records count boxes and bettors from 1.
"""

from enum import StrEnum
from typing import Any, Literal, NamedTuple

from lammer.rules.sheet import Sheet


class Stage(StrEnum):
    BETTING = "betting"
    DEALING = "dealing"
    INSURING = "insuring"
    OFFERING = "offering"
    """Side bets are placed that may be placed when the up card has been seen."""
    PLAYING = "playing"
    DEALER = "dealer"
    DONE = "done"


class Waits(StrEnum):
    """The input that the round waits for."""

    BETS = "bets"
    CARD = "card"
    ANSWER = "answer"
    PLAY = "play"
    NOTHING = "nothing"


class Status(StrEnum):
    """Where a hand stands. An instant win or loss is settled in substance and waits only to be counted."""

    OPEN = "open"
    STOOD = "stood"
    BUST = "bust"
    NATURAL = "natural"
    INSTANT_WIN = "instant win"
    INSTANT_LOSS = "instant loss"
    SURRENDERED = "surrendered"


class Question(StrEnum):
    """What a bettor is asked about."""

    INSURANCE = "insurance"
    TOP_UP = "top-up"
    SPLIT = "split"
    DOUBLE = "double"
    DRAW = "draw"
    SIDE_BET = "side bet"


class Result(StrEnum):
    """How a stake on a hand ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    BUST = "bust"
    BLACKJACK = "blackjack"


class Why(StrEnum):
    """What decided a stake on a hand."""

    HIGHER_TOTAL = "higher total"
    LOWER_TOTAL = "lower total"
    TIE = "tie"
    BUST = "bust"
    DEALER_BUST = "dealer bust"
    DEALER_22 = "dealer 22"
    NATURAL = "natural"
    BOTH_NATURAL = "both natural"
    DEALER_NATURAL = "dealer natural"
    ORIGINAL_WAGER_ONLY = "original wager only"
    EVEN_MONEY = "even money"
    SURRENDER = "surrender"
    FIRST_CARD_ACE = "first-card ace"
    DEALER_FIRST_CARD_ACE = "dealer first-card ace"
    VOID = "void"


class Stake(NamedTuple):
    """One bettor's money on one hand: ``own`` can be lost, ``free`` is lammers and only wins."""

    own: int
    free: int = 0
    doubled: Literal["free", "paid"] | None = None
    split: Literal["free", "paid"] | None = None
    stands_on: int = 0
    """The total this bettor froze when declining a draw (A17); 0 goes with the hand."""


class Hand(NamedTuple):
    cards: tuple[int, ...]
    total: int
    soft: bool
    stakes: tuple[Stake | None, ...]
    """By bettor of the box; None where a bettor declined the split that made this hand."""
    status: Status = Status.OPEN
    from_split: bool = False
    split_aces: bool = False
    drawing: bool = False
    """A card was asked for and is on its way."""
    last_card: bool = False
    """That card ends the hand (a double)."""
    face_down: bool = False
    """A busted original hand, kept with its bet on top until the end of the round (SD.14 3(b))."""


class SideWager(NamedTuple):
    bet: str
    amount: int


class Bettor(NamedTuple):
    number: int
    main: int
    tip: bool = False
    """A bet for the dealers, riding beside the owner's."""
    sides: tuple[SideWager, ...] = ()
    insurance: int = 0
    even_money: bool = False
    absent: bool = False


class Box(NamedTuple):
    number: int
    bettors: tuple[Bettor, ...]
    hands: tuple[Hand, ...] = ()


class Ask(NamedTuple):
    """A question put to one bettor; ``how`` is ``free`` or ``paid`` where that matters.

    A question about the tip names the tip as its bettor; the owner of the box answers it.
    """

    about: Question
    box: int
    bettor: int
    hand: int = 0
    how: str = ""
    added: int = 0
    """Own money just put up, which may be insured (A19)."""
    bet: str = ""
    """The side bet that is offered."""


class Meter(NamedTuple):
    """A progressive level at the table: its amount, and the amount after a full award."""

    level: str
    amount: int
    reset: int


class SideResult(NamedTuple):
    """How a side wager ended. ``award`` is what came off a meter, ``envy`` what the tip pool gets."""

    box: int
    bettor: int
    bet: str
    amount: int
    outcome: str
    net: int
    award: int = 0
    level: str = ""
    envy: int = 0
    breakage: int = 0
    """Minor units of a meter that equal shares could not divide, told with the first of them."""


class HandResult(NamedTuple):
    """``breakage`` is the part of a pay below the smallest unit, in 1/``breakage_of`` of a minor unit."""

    box: int
    bettor: int
    hand: int
    result: Result
    net: int
    why: Why
    breakage: int = 0
    breakage_of: int = 1


class InsuranceResult(NamedTuple):
    box: int
    bettor: int
    amount: int
    net: int
    breakage: int = 0
    breakage_of: int = 1


class Settlement(NamedTuple):
    hands: tuple[HandResult, ...]
    sides: tuple[SideResult, ...]
    insurance: tuple[InsuranceResult, ...]


class Round(NamedTuple):
    sheet: Sheet
    stage: Stage
    waits: Waits
    boxes: tuple[Box, ...] = ()
    dealer: tuple[int, ...] = ()
    dealer_total: int = 0
    dealer_soft: bool = False
    hole_shown: bool = False
    peeked: bool = False
    """The dealer looked and has no natural."""
    step: int = 0
    """How many places of the opening deal are served or passed over."""
    at_box: int = 0
    at_hand: int = 0
    asks: tuple[Ask, ...] = ()
    meters: tuple[Meter, ...] = ()
    sides: tuple[SideResult, ...] = ()
    """Side wagers settled so far."""
    settlement: Settlement | None = None
    void: bool = False
    void_reason: str = ""
    burned: tuple[int, ...] = ()

    @property
    def hand(self) -> Hand:
        """The hand whose turn it is."""
        return self.boxes[self.at_box].hands[self.at_hand]


_PLACES = {name: place for place, name in enumerate(Round._fields)}


def _replaced(self: Round, /, **changes: Any) -> Round:
    """A round with some fields changed: as ``_replace`` does it, in a third of the time. Every action does so several
    times, and a round has many fields."""
    values = list(self)
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return tuple.__new__(Round, values)


setattr(Round, "_replace", _replaced)  # noqa: B010 (a class body may not define it)


def with_hand(round_: Round, box: int, hand: int, new: Hand) -> Round:
    """The round with one hand replaced."""
    old = round_.boxes[box]
    hands = (*old.hands[:hand], new, *old.hands[hand + 1 :])
    return with_box(round_, box, Box(old.number, old.bettors, hands))


def with_box(round_: Round, box: int, new: Box) -> Round:
    return round_._replace(boxes=(*round_.boxes[:box], new, *round_.boxes[box + 1 :]))


def with_bettor(round_: Round, box: int, bettor: int, new: Bettor) -> Round:
    old = round_.boxes[box]
    bettors = (*old.bettors[:bettor], new, *old.bettors[bettor + 1 :])
    return with_box(round_, box, old._replace(bettors=bettors))


def with_stake(round_: Round, box: int, hand: int, bettor: int, new: Stake) -> Round:
    old = round_.boxes[box].hands[hand]
    stakes = (*old.stakes[:bettor], new, *old.stakes[bettor + 1 :])
    return with_hand(round_, box, hand, old._replace(stakes=stakes))
