"""Events of a round with typed fields. Sentences, views and tests are made from them.

Nothing here is prose. Surfaces write their own sentences from the fields (`surfaces/cli/play/words.py`).
"""

from enum import StrEnum
from typing import NamedTuple

from lammer.table.state import Question, Result, Why


class EventKind(StrEnum):
    # Wagers and the deal.
    BET = "bet"
    NO_MORE_BETS = "no-more-bets"
    CARD = "card"
    INSTANT_WIN = "instant-win"
    DEALER_FIRST_ACE = "dealer-first-ace"
    NATURAL = "natural"
    # Plays of a hand.
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    FREE_DOUBLE = "free-double"
    SPLIT = "split"
    FREE_SPLIT = "free-split"
    SURRENDER = "surrender"
    LAMMER = "lammer"
    BUST = "bust"
    FACE_DOWN = "face-down"
    # Answers to questions.
    INSURE = "insure"
    EVEN_MONEY = "even-money"
    PASS = "pass"
    FOLLOW = "follow"
    DECLINE = "decline"
    # Players who are away, and rounds that are interrupted.
    ABSENT = "absent"
    SUPERVISOR = "supervisor"
    VOID = "void"
    # The dealer.
    PEEK = "peek"
    HOLE = "hole"
    DEALER = "dealer"
    BURNED = "burned"
    # Payments.
    SETTLE = "settle"
    INSURANCE = "insurance"
    SIDE = "side"
    METER_WIN = "meter-win"
    ENVY = "envy"
    BREAKAGE = "breakage"
    LAMMERS_TO = "lammers-to"
    SET_ASIDE = "set-aside"
    COLLECT = "collect"


class CardRole(StrEnum):
    """What a dealt card is for. A card that a player asked for has none."""

    OPENING = "opening"
    UP = "up"
    HOLE = "hole"
    DRAWN = "drawn"


class Event(NamedTuple):
    """Boxes, bettors and hands are numbered from 1; box 0 is the dealer. Each kind fills the fields it needs."""

    kind: EventKind
    box: int = 0
    bettor: int = 0
    hand: int = 0
    card: int = -1
    amount: int = 0
    role: CardRole | None = None
    """Of a card."""
    about: Question | None = None
    """What was asked and answered, or what a lammer was placed for."""
    tip: bool = False
    """It concerns the bet for the dealers on that box."""
    natural: bool = False
    """Of the peek and the dealer's hand."""
    bust: bool = False
    """Of the dealer's hand."""
    draws: bool = False
    """The supervisor draws for absent bettors; otherwise the hand stands."""
    result: Result | None = None
    why: Why | None = None
    """Both of a settled hand."""
    bet: str = ""
    """The spot of a wager, the id of an offered or settled side bet, or the lammer bet that lammers go to (else the
    dealer)."""
    outcome: str = ""
    """Of a side bet."""
    level: str = ""
    """The meter that an award or its breakage comes from."""
    parts: int = 1
    """Breakage is ``amount`` in 1/``parts`` of a minor unit."""
    reason: str = ""
    """Why a round was interrupted, as the supervisor wrote it."""


KIND_OF = {kind.value: kind for kind in EventKind}
"""By the name of the action that is told. A dictionary is several times faster than calling the enumeration."""
