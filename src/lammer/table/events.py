"""Events of a round, with typed fields and without text.

Surfaces make their own sentences from the fields (`surfaces/cli/play/words.py`).
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
    SWITCH = "switch"
    # Absent players and interrupted rounds.
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
    CARRIED = "carried"
    # A hand that is played without decisions.
    FORCED = "forced"
    # Winnings of a side bet join the main wager.
    PARLAY = "parlay"
    # A wheel of a side bet.
    SPIN = "spin"
    FROM_OTHERS = "from-others"
    # A marked card is traded, lights a light, and lights win a prize.
    TRADE = "trade"
    LIGHT = "light"
    PRIZE = "prize"


class CardRole(StrEnum):
    """The purpose of a dealt card. A card for a player's hit, double or split has no role."""

    OPENING = "opening"
    UP = "up"
    HOLE = "hole"
    DRAWN = "drawn"


class Event(NamedTuple):
    """Boxes, bettors and hands are numbered from 1; box 0 is the dealer. Each kind sets the fields that it needs."""

    kind: EventKind
    box: int = 0
    bettor: int = 0
    hand: int = 0
    card: int = -1
    amount: int = 0
    role: CardRole | None = None
    """The role of a card."""
    about: Question | None = None
    """The question that was answered, or what a lammer was placed for."""
    tip: bool = False
    """Whether the event concerns the tip bet on that box."""
    natural: bool = False
    """Whether the dealer has a natural, for the peek and the dealer's hand."""
    bust: bool = False
    """Whether the dealer's hand is a bust."""
    draws: bool = False
    """The supervisor draws for absent bettors, or a hand without decisions draws; otherwise the hand stands."""
    result: Result | None = None
    why: Why | None = None
    """``result`` and ``why`` are set for a settled hand."""
    bet: str = ""
    """The spot of a wager, the id of an offered or settled side bet, or the lammer bet that lammers go to (else the
    dealer)."""
    outcome: str = ""
    """The outcome of a side bet, or what a stop of its wheel pays; ``amount`` of a spin is the number of the stop."""
    level: str = ""
    """The meter of an award or its breakage."""
    parts: int = 1
    """Breakage is ``amount`` in 1/``parts`` of a minor unit."""
    reason: str = ""
    """Why a round was interrupted, in the supervisor's words."""


KIND_OF = {kind.value: kind for kind in EventKind}
"""Event kinds by name. A dictionary is several times faster than calling the enumeration."""
