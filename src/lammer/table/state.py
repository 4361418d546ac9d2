"""The round as plain data: immutable tuples of cards and money.

Indexes of boxes and hands start at 0 here; numbers for people and records start at 1.
"""

from enum import StrEnum
from typing import Any, Literal, NamedTuple

from lammer.rules.sheet import Sheet
from lammer.table.actions import NEW


class Stage(StrEnum):
    BETTING = "betting"
    DEALING = "dealing"
    INSURING = "insuring"
    SPINNING = "spinning"
    """Wheels of side bets are spun."""
    OFFERING = "offering"
    """Side bets are offered that are placed after the up card."""
    PLAYING = "playing"
    DEALER = "dealer"
    DONE = "done"
    PARLAYING = "parlaying"
    """Between the first and the second card: winnings of side bets may join the main wager."""
    SWITCHING = "switching"
    """Each box with two hands is asked whether it swaps cards between them."""


class Waits(StrEnum):
    """The input that the round waits for."""

    BETS = "bets"
    CARD = "card"
    ANSWER = "answer"
    PLAY = "play"
    NOTHING = "nothing"
    SPIN = "spin"


class Status(StrEnum):
    """The status of a hand. An instant win or loss is decided and only waits for settlement."""

    OPEN = "open"
    STOOD = "stood"
    BUST = "bust"
    NATURAL = "natural"
    INSTANT_WIN = "instant win"
    INSTANT_LOSS = "instant loss"
    SURRENDERED = "surrendered"


class Question(StrEnum):
    """The subject of a question to a bettor."""

    INSURANCE = "insurance"
    TOP_UP = "top-up"
    SPLIT = "split"
    DOUBLE = "double"
    DRAW = "draw"
    SIDE_BET = "side bet"
    PARLAY = "parlay"
    SWITCH = "switch"
    TRADE = "trade"


class Result(StrEnum):
    """The result of a stake on a hand."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    BUST = "bust"
    BLACKJACK = "blackjack"


class Why(StrEnum):
    """The reason for the result of a stake."""

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
    BOTH_BUST = "both bust"


class Stake(NamedTuple):
    """One bettor's money on one hand: ``own`` can be lost, ``free`` is lammers and only wins."""

    own: int
    free: int = 0
    doubled: Literal["free", "paid"] | None = None
    split: Literal["free", "paid"] | None = None
    stands_on: int = 0
    """The total that this bettor stands on after declining a draw (A17); 0 for the hand's own total."""


class Hand(NamedTuple):
    cards: tuple[int, ...]
    total: int
    soft: bool
    stakes: tuple[Stake | None, ...]
    """By bettor of the box; None for a bettor who declined the split that made this hand."""
    status: Status = Status.OPEN
    from_split: bool = False
    split_aces: bool = False
    drawing: bool = False
    """Whether the hand waits for a card."""
    last_card: bool = False
    """Whether that card ends the hand (a double)."""
    face_down: bool = False
    """A busted original hand, kept with its bet on top until the end of the round (SD.14 3(b))."""
    boxed: bool = False
    """A busted hand that wins if the dealer busts too, except with 22."""
    opened: tuple[int, ...] | None = None
    """For one of the two hands that the first split made: its first two cards, empty until both are dealt. Later splits
    leave them as they are."""
    origin: int = 0
    """The hand of the deal that this hand is, or was split from."""
    asked: int = 0
    """The number of its first cards that can no longer be traded for a light."""


class SideWager(NamedTuple):
    bet: str
    amount: int
    carried: int = NEW
    """The wins so far of a wager that was placed for an earlier round."""

    @property
    def is_new(self) -> bool:
        return self.carried == NEW


class Bettor(NamedTuple):
    number: int
    main: int
    tip: bool = False
    """Whether this is the tip bet beside the owner's bet."""
    sides: tuple[SideWager, ...] = ()
    insurance: int = 0
    even_money: bool = False
    absent: bool = False
    against: bool = False
    """Whether ``main`` is bet against the player's own hand, which then draws by the dealer's rules."""
    parlayed: int = 0
    """Winnings of side bets that joined the main wager; ``main`` includes them."""
    lights: int = 0
    """Lights from earlier rounds."""
    lit: int = 0
    """Lights of this round."""


class Box(NamedTuple):
    number: int
    bettors: tuple[Bettor, ...]
    hands: tuple[Hand, ...] = ()
    dealt: tuple[int, ...] = ()
    """All cards of the box in the order dealt; after a split its hands no longer show that order."""
    swapped: bool = False
    """Whether the second cards of its two hands were swapped."""


class Ask(NamedTuple):
    """A question to one bettor; ``how`` is ``free`` or ``paid`` if that matters.

    The bettor of a question about the tip is the tip; the owner of the box answers it.
    """

    about: Question
    box: int
    bettor: int
    hand: int = 0
    how: str = ""
    added: int = 0
    """Own money just added, which may be insured (A19)."""
    bet: str = ""
    """The side bet that is offered, or whose winnings may join the main wager."""


class Meter(NamedTuple):
    """A progressive level at the table: its amount, and the amount after a full award."""

    level: str
    amount: int
    reset: int


class SideResult(NamedTuple):
    """The result of a side wager. ``award`` is paid from a meter, ``envy`` is paid to the tip pool."""

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
    """Minor units of a meter that equal shares could not divide, recorded with the first share."""
    stop: int = 0
    """The stop of the wheel, from 1; 0 without a spin."""
    from_others: int = 0
    """What the spins of other bettors paid, part of ``net``."""
    carried: int = NEW
    """The wins so far of a wager that stays on the layout after the round."""

    @property
    def stays(self) -> bool:
        return self.carried != NEW


class Spin(NamedTuple):
    """A spin of a wheel that a side wager has won by this row; ``stop`` is 0 until it is made."""

    box: int
    bettor: int
    bet: str
    row: str
    stop: int = 0


class HandResult(NamedTuple):
    """``breakage`` is the unpaid fraction of a pay, in 1/``breakage_of`` of a minor unit."""

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


class LightsResult(NamedTuple):
    """The lights of a bettor before and after the round; ``net`` are the prizes that they won."""

    box: int
    bettor: int
    before: int
    lit: int
    after: int
    net: int


class Settlement(NamedTuple):
    hands: tuple[HandResult, ...]
    sides: tuple[SideResult, ...]
    insurance: tuple[InsuranceResult, ...]
    lights: tuple[LightsResult, ...] = ()


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
    """Whether the dealer has checked and has no natural."""
    step: int = 0
    """The number of places of the opening deal that were dealt to or skipped."""
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
    spins: tuple[Spin, ...] = ()
    traded: tuple[int, ...] = ()
    """Marked cards that were traded and are out of the round."""

    @property
    def hand(self) -> Hand:
        """The hand whose turn it is."""
        return self.boxes[self.at_box].hands[self.at_hand]


_PLACES = {name: place for place, name in enumerate(Round._fields)}


def _replaced(self: Round, /, **changes: Any) -> Round:
    """A faster ``_replace``, which takes a third of the time. Every action calls it several times, and a round has many
    fields."""
    values = list(self)
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return tuple.__new__(Round, values)


setattr(Round, "_replace", _replaced)  # noqa: B010 (a class body may not define it)


def with_hand(round_: Round, box: int, hand: int, new: Hand) -> Round:
    """The round with one hand replaced."""
    old = round_.boxes[box]
    hands = (*old.hands[:hand], new, *old.hands[hand + 1 :])
    return with_box(round_, box, Box(old.number, old.bettors, hands, old.dealt, old.swapped))


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
