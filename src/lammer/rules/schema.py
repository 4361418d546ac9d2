"""The schema of a rule sheet: sections of named values, each with its type and range.

A sheet states every value, itself or through the sheet it extends; a side bet leaves out blocks that it does not need.
Most values drive the game. A value with a single choice is a statement: it describes what the table always does, so
that its clause is cited, shown and tested, and a sheet with any other value is refused. A value marked ``STATED`` is a
statement too: it is posted, and no code reads it.
"""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

from lammer.cards.money import Odds, parse_odds
from lammer.rules.conditions.outcomes import Outcome, Reading, Settled
from lammer.rules.paytable import Minor, Paytable, Plain
from lammer.rules.sections import PROCEDURE as PROCEDURE
from lammer.rules.sections import STATED as STATED
from lammer.rules.sections import Label as Label
from lammer.rules.sections import Lights as Lights
from lammer.rules.sections import NamesOneOf as NamesOneOf
from lammer.rules.sections import Section as Section


def _odds(value: object) -> Odds:
    return value if isinstance(value, Odds) else parse_odds(str(value))


_ODDS = WithJsonSchema({"type": "string", "pattern": r"^\d+:\d+$", "examples": ["3:2"]})
OddsField = Annotated[Odds, BeforeValidator(_odds), PlainSerializer(str), _ODDS]

Letter = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]
"""A card value; T stands for every ten-value."""

Letters = tuple[Annotated[Letter, BeforeValidator(str)], ...]
Decks = Annotated[float, Field(ge=0, le=8, multiple_of=0.25)]
StandOn = Annotated[int, Field(ge=12, le=21)]
Total = Annotated[int, Field(ge=0, le=21)]


class Shoe(Section):
    decks: Annotated[int, Field(ge=1, le=8)]
    burn: Annotated[int, Field(ge=0, le=10, description="cards burned after the cut"), PROCEDURE]
    minimum_cards_per_box: Annotated[
        int, Field(ge=2, le=12, description="cards for each box and the dealer to begin a round"), PROCEDURE
    ]


class Cut(Section):
    procedure = True

    offered: Literal["to each player in turn", "house"]
    first: Literal["far left"]
    later: Literal["dealt the cut card", "far left"]
    last_resort: Literal["supervisor", "dealer"]
    minimum_decks: Decks
    card_minimum_decks: Decks
    card_maximum_decks: Decks


class Limits(Section):
    procedure = True

    minimum: Minor
    maximum: Minor
    apply_to: Literal["bettor", "box"]
    boxes: Annotated[int, Field(ge=1, le=7)]
    bettors: Annotated[int, Field(ge=1, le=3)]
    bets_close: Literal["before the first card"]


class Deal(Section):
    procedure = True

    player_cards: Literal["up", "down"]


class Points(Section):
    limit: Literal[20, 21]
    faces: Literal[10]
    ace: Literal["1 or 11"]


class Natural(Section):
    title = "Naturals"

    pays: OddsField
    minimum_pays: Annotated[OddsField, PROCEDURE]
    minimum_pays_one_deck: Annotated[OddsField, PROCEDURE]
    suited_faces_pay: OddsField
    paid: Literal["after the dealer's check", "at once"]
    both: Annotated[Literal["push", "dealer wins"], Label("both dealer and player have one")]
    beats_22: Annotated[bool, Label("beats a dealer 22")]
    after_split: Annotated[bool, Label("also after a split")]
    even_money_under: Annotated[Letters, PROCEDURE]
    even_money_pays: Annotated[OddsField, PROCEDURE]


class FirstAce(Section):
    title = "Aces dealt first"

    player: Annotated[Literal["plays on", "wins"], Label("the player's first card is an ace")]
    dealer: Annotated[Literal["plays on", "wins"], Label("the dealer's first card is an ace")]


class Dealer(Section):
    hole_card: bool
    peek_under: Annotated[Letters, Label("checks for a natural under")]
    stand_on_hard: Annotated[StandOn, Label("stands on hard")]
    soft_17: Annotated[Literal["hit", "stand"], Label("on soft 17")]
    pushes_on_22: Annotated[bool, Label("a total of 22 pushes")]
    natural_takes: Annotated[Literal["original", "all"], Label("a natural takes")]
    boxes_busts_under: Annotated[Letters, Label("a player's bust is boxed under")]
    """A boxed bust is not lost yet: it wins if the dealer busts with more than 22."""
    tie: Annotated[Literal["push", "dealer wins"], Label("equal totals")]
    mistaken_card: Annotated[Literal["burned", "refused"], PROCEDURE]

    @property
    def stand_on_soft(self) -> int:
        return 18 if self.soft_17 == "hit" else 17


class Pay(Section):
    title = "Payments"

    win: Annotated[OddsField, Label("a win pays")]
    rounding: Annotated[Literal["down", "nearest", "up"], PROCEDURE]
    collected: Annotated[Literal["after all payouts of the box", "as paid"], PROCEDURE]


class Insurance(Section):
    under: Annotated[Letters, Label("offered under")]
    pays: OddsField
    maximum_of_stake: Annotated[OddsField, PROCEDURE]
    minimum_of_table_minimum: Annotated[OddsField, PROCEDURE]
    step_of_minimum: Annotated[OddsField, PROCEDURE]
    insures_natural: Annotated[bool, PROCEDURE]
    top_up: Annotated[bool, PROCEDURE]
    top_up_of: Annotated[Literal["the added stake", "the whole stake if insured before"], PROCEDURE]


class Draw(Section):
    title = "Drawing"

    must_through: Annotated[Total, Label("must draw through")]
    may_on_limit: Annotated[bool, Label("may draw on the limit")]


class Double(Section):
    title = "Doubling"

    cards: Literal["any two"]
    after_split: bool
    for_less: Annotated[bool, PROCEDURE]
    on_free_hand: Annotated[bool, Label("a free hand may be doubled for own money")]
    where_free: Annotated[bool, Label("own money instead of a free double")]


class Split(Section):
    title = "Splitting"

    pairs: Annotated[Literal["value", "rank"], Label("what makes a pair")]
    maximum_hands: Annotated[int, Field(ge=1, le=4)]
    one_card_on_aces: bool
    resplit_aces: bool
    where_free: Annotated[bool, Label("own money instead of a free split")]
    order: Literal["first hand first"]


class Free(Section):
    title = "Free bets"

    double_totals: Annotated[tuple[Annotated[int, Field(ge=4, le=20)], ...], Label("free doubles on")]
    double_cards: Annotated[Literal["two", "any number"], Label("cards of a free double")]
    double_soft: Annotated[bool, Label("free doubles on soft totals too")]
    double_after_split: Annotated[bool, Label("free doubles after a split")]
    split_values: Annotated[Letters, Label("free splits of")]
    resplit: Annotated[bool, Label("free re-splits")]
    automatic: Annotated[bool, Label("a free bet cannot be declined")]
    bust_of_original: Annotated[Literal["face down", "collected"], PROCEDURE]
    tips_ride: Annotated[bool, PROCEDURE]
    win_pays: Literal["own and lammers"]
    loss_takes: Literal["own only"]
    tie_returns: Literal["own only"]


class Surrender(Section):
    """``returns``: the part of a surrendered wager that is returned. ``natural_takes``: the part that a dealer natural
    takes if it is found only afterwards. With ``all`` the surrender is late, with ``half`` early."""

    late: Annotated[bool, Label("late surrender")]
    returns: OddsField
    natural_takes: Annotated[Literal["all", "half"], Label("a dealer natural takes")]


class Company(Section):
    """Several bettors on one box."""

    procedure = True

    decides: Literal["owner"]
    declined_split: Literal["stays behind the first card"]
    declined_draw: Literal["stays with the hand", "stands on its total"]
    declined_double: Literal["takes the card", "may decline the card"]
    even_money: Literal["each alone"]


class Tips(Section):
    """A tip bet for the dealers beside the box owner's bet."""

    procedure = True

    paid_bets: Literal["owner may add", "stays as it is"]


class Absent(Section):
    procedure = True

    called: Literal["supervisor", "nobody"]
    draw_through: Total
    second_decides: bool
    bets: Literal["taken off the field", "left on the field"]


class Signals(Section):
    procedure = True

    hit: str
    stand: str
    double: str
    split: str
    free_double: str
    free_split: str


class Posted(Section):
    procedure = True

    devices: Literal["forbidden", "house"]
    partnerships: Annotated[Literal["forbidden", "house"], STATED]
    attention: Annotated[Literal["players watch their payouts", "house"], STATED]
    responsibility: Annotated[Literal["ends with the payout", "house"], STATED]
    interrupted: Literal["void, own money returned"]


class Void(Section):
    """An interrupted round. Money still at stake is always returned (``posted.interrupted``)."""

    procedure = True

    already_lost: Literal["stays lost", "returned"]
    already_won: Literal["stays won", "taken back"]
    tips: Literal["returned", "go to the dealers"]
    reason: Literal["recorded"]


class Hands(Section):
    """The hands that a box is dealt, each with the bettors' main wagers. Cards are swapped after the dealer's check."""

    title = "Hands of a box"
    per_box: Annotated[int, Field(ge=1, le=2), Label("hands dealt to each box")]
    wagers: Literal["equal"]
    swap: Annotated[Literal["none", "second cards"], Label("cards that may be swapped between two hands")]
    natural_by_swap: Literal["21"]


class Against(Section):
    """A bet against the player's own hand, in place of the main wager: it wins if the dealer beats the hand, which is
    then played without decisions. ``both_bust_loses``: the part of the bet that is lost if both bust."""

    title = "The bet against one's own hand"
    procedure = True  # no figure of the main wager depends on it; the bet's own figures are separate

    offered: bool
    pays: Annotated[OddsField, Label("a win pays")]
    both_bust_loses: Annotated[OddsField, Label("lost if both bust")]
    plays_by: Annotated[Literal["the dealer's rules"], Label("the hand is played by")]
    result: Literal["the opposite of the hand's"]
    company: Annotated[Literal["all bettors of a box bet the same way"], PROCEDURE]


class Level(Plain):
    start: Minor
    reset: Minor


MAX_LAMMERS = 7
"""The most lammers of a round: three free splits and a free double on each of four hands."""


class LammerCount(Section):
    """How a lammer bet counts lammers."""

    count: Annotated[Literal["every lammer", "winning lammers"], Label("counted")]
    unit: Annotated[Literal["round", "hand"], Label("counted by")]
    dealer_natural: Annotated[Literal["loses", "counts"], Label("with a dealer natural the bet")]


class Streak(Section):
    """How a bet on rounds won in a row is kept from round to round. A round counts by the net of all its hands.
    ``void``: a new bet is returned. ``no_wager``: the bettor makes no main wager. ``left``: or the table closes."""

    push: Literal["changes nothing"]
    split: Literal["by its net"]
    insurance: Literal["does not count"]
    void: Literal["stays as it was"]
    no_wager: Literal["waits"]
    left: Literal["returned"]


class Jackpot(Section):
    """How a progressive bet is taken, evaluated and paid."""

    order: Literal["counter-clockwise"]
    simultaneous: Annotated[Literal["in order", "equal shares"], PROCEDURE]
    equipment: Literal["sensors and signage"]
    plays_for: Literal["progressive jackpot"]
    advances: Annotated[Literal["a rate of each wager", "a fixed amount per wager"], PROCEDURE]
    buttons: Annotated[Literal["dealer presses each", "table presses them"], PROCEDURE]
    """Who lights the sensors, takes the wagers, deals and ends the hand while a dealer is on duty."""
    fixed_pays_from: Literal["tray"]
    percent_pays_from: Literal["meter"]
    selection: Literal["second press undoes"]
    notified: Literal["supervisor"]
    completed_by: Literal["confirm, then card by level"]
    after_full_award: Literal["seed plus reserve"]
    ends: Literal["end button resets and logs"]
    envy_to: Literal["tip pool"]
    then: Literal["round resumes"]
    discontinued: Literal["after the top award or by petition"]
    levels: dict[str, Level]


class Parlay(Section):
    """A bet that is settled before the second card, whose winnings a winner may add to the main wager."""

    amount: Literal["all winnings"]
    moves: Literal["the bettor's own wager"]
    """Tips and other bettors' wagers on the box stay as they are."""
    table_maximum: Annotated[Literal["may be exceeded", "applies"], Label("the table maximum")]


class SideBet(Section):
    """A bet beside the main one (docs/side-bets.md).

    ``placed``: a bet that is placed after the up card is offered when the dealer has checked for a natural.
    ``settled``: ``when my cards decide`` is when no better outcome can follow, or the box gets no more cards.
    ``unfinished``: the result if the round ends before all its inputs are known and no outcome holds; with ``dealer
    completes`` the dealer completes the hand for the bet. ``otherwise`` is the text shown if no outcome holds.
    """

    name: Annotated[str, PROCEDURE]
    minimum: Annotated[int, Field(ge=1, description="minor units (cents)")]
    maximum: Annotated[Minor, PROCEDURE]
    placed: Literal["with the main wager", "after the up card"]
    reads: Annotated[tuple[Reading, ...], Field(min_length=1)]
    settled: Settled
    unfinished: Annotated[Literal["loses", "returned", "dealer completes"], Label("when the round ends first")]
    otherwise: Annotated[str, PROCEDURE]
    paytable: Annotated[str, Label("posted paytable"), NamesOneOf("paytables")]
    outcomes: dict[str, Outcome]
    paytables: dict[str, Paytable]
    lammers: LammerCount | None = None
    jackpot: Jackpot | None = None
    streak: Streak | None = None
    parlay: Parlay | None = None

    @property
    def placed_later(self) -> bool:
        """Whether the bet is placed after the up card is seen, and not with the main wager."""
        return self.placed == "after the up card"


class Rules(Section):
    """All sections of a game."""

    shoe: Shoe
    cut: Cut
    limits: Limits
    deal: Deal
    points: Points
    natural: Natural
    first_ace: FirstAce
    dealer: Dealer
    pay: Pay
    insurance: Insurance
    draw: Draw
    double: Double
    split: Split
    free: Free
    surrender: Surrender
    company: Company
    tips: Tips
    absent: Absent
    signals: Signals
    posted: Posted
    void: Void
    hands: Hands
    side_bets: dict[str, SideBet]
    against: Against
    lights: Lights | None = None
