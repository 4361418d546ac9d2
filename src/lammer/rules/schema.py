"""The schema of a rule sheet: sections of named values, each with its type and range.

A sheet states every value, itself or through the sheet it extends; a side bet leaves out blocks that it does not need.
Most values drive the game. A value with a single choice is a statement: it describes what the table always does, so
that its clause is cited, shown and tested, and a sheet with any other value is refused. A value marked ``STATED`` is a
statement too: it is posted, and no code reads it.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema

from lammer.cards.money import Odds, parse_odds
from lammer.rules.conditions.outcomes import Outcome, Reading


def _odds(value: object) -> Odds:
    return value if isinstance(value, Odds) else parse_odds(str(value))


OddsField = Annotated[
    Odds,
    BeforeValidator(_odds),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": r"^\d+:\d+$", "examples": ["3:2"]}),
]
STATED = "stated"
"""Marks a value with several choices that is posted but read by no code."""

Letter = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]
"""A card value; T stands for every ten-value."""

Letters = tuple[Annotated[Letter, BeforeValidator(str)], ...]
Minor = Annotated[int, Field(ge=0, description="minor units (cents)")]
Decks = Annotated[float, Field(ge=0, le=8, multiple_of=0.25)]
StandOn = Annotated[int, Field(ge=12, le=21)]
Total = Annotated[int, Field(ge=0, le=21)]


class Plain(BaseModel):
    """Frozen data that refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=False)


class Section(Plain):
    """A group of values; in a sheet each value is written with its clause."""


class Shoe(Section):
    decks: Annotated[int, Field(ge=1, le=8)]
    burn: Annotated[int, Field(ge=0, le=10, description="cards burned after the cut")]
    minimum_cards_per_box: Annotated[
        int, Field(ge=2, le=12, description="cards for each box and the dealer to begin a round")
    ]


class Cut(Section):
    offered: Literal["to each player in turn", "house"]
    first: Literal["far left"]
    later: Literal["dealt the cut card", "far left"]
    last_resort: Literal["supervisor", "dealer"]
    minimum_decks: Decks
    card_minimum_decks: Decks
    card_maximum_decks: Decks


class Limits(Section):
    minimum: Minor
    maximum: Minor
    apply_to: Literal["bettor", "box"]
    boxes: Annotated[int, Field(ge=1, le=7)]
    bettors: Annotated[int, Field(ge=1, le=3)]
    bets_close: Literal["before the first card"]


class Deal(Section):
    player_cards: Literal["up", "down"]


class Points(Section):
    limit: Literal[20, 21]
    faces: Literal[10]
    ace: Literal["1 or 11"]


class Natural(Section):
    pays: OddsField
    minimum_pays: OddsField
    minimum_pays_one_deck: OddsField
    suited_faces_pay: OddsField
    paid: Literal["after the dealer's check", "at once"]
    both: Literal["push", "dealer wins"]
    beats_22: bool
    after_split: bool
    even_money_under: Letters
    even_money_pays: OddsField


class FirstAce(Section):
    player: Literal["plays on", "wins"]
    dealer: Literal["plays on", "wins"]


class Dealer(Section):
    hole_card: bool
    peek_under: Letters
    stand_on_hard: StandOn
    soft_17: Literal["hit", "stand"]
    pushes_on_22: bool
    natural_takes: Literal["original", "all"]
    tie: Literal["push", "dealer wins"]
    mistaken_card: Literal["burned", "refused"]

    @property
    def stand_on_soft(self) -> int:
        return 18 if self.soft_17 == "hit" else 17


class Pay(Section):
    win: OddsField
    rounding: Literal["down", "nearest", "up"]
    collected: Literal["after all payouts of the box", "as paid"]


class Insurance(Section):
    under: Letters
    pays: OddsField
    maximum_of_stake: OddsField
    minimum_of_table_minimum: OddsField
    step_of_minimum: OddsField
    insures_natural: bool
    top_up: bool
    top_up_of: Literal["the added stake", "the whole stake if insured before"]


class Draw(Section):
    must_through: Total
    may_on_limit: bool


class Double(Section):
    cards: Literal["any two"]
    after_split: bool
    for_less: bool
    on_free_hand: bool
    where_free: bool


class Split(Section):
    pairs: Literal["value", "rank"]
    maximum_hands: Annotated[int, Field(ge=1, le=4)]
    one_card_on_aces: bool
    resplit_aces: bool
    where_free: bool
    order: Literal["first hand first"]


class Free(Section):
    double_totals: tuple[Annotated[int, Field(ge=4, le=20)], ...]
    double_soft: bool
    double_after_split: bool
    split_values: Letters
    resplit: bool
    bust_of_original: Literal["face down", "collected"]
    tips_ride: bool
    win_pays: Literal["own and lammers"]
    loss_takes: Literal["own only"]
    tie_returns: Literal["own only"]


class Surrender(Section):
    """``returns``: the part of a surrendered wager that is returned. ``natural_takes``: the part that a dealer natural
    takes if it is found only afterwards. With ``all`` the surrender is late, with ``half`` early."""

    late: bool
    returns: OddsField
    natural_takes: Literal["all", "half"]


class Company(Section):
    """Several bettors on one box."""

    decides: Literal["owner"]
    declined_split: Literal["stays behind the first card"]
    declined_draw: Literal["stays with the hand", "stands on its total"]
    declined_double: Literal["takes the card", "may decline the card"]
    even_money: Literal["each alone"]


class Tips(Section):
    """A tip bet for the dealers beside the box owner's bet."""

    paid_bets: Literal["owner may add", "stays as it is"]


class Absent(Section):
    called: Literal["supervisor", "nobody"]
    draw_through: Total
    second_decides: bool
    bets: Literal["taken off the field", "left on the field"]


class Signals(Section):
    hit: str
    stand: str
    double: str
    split: str
    free_double: str
    free_split: str


class Posted(Section):
    devices: Literal["forbidden", "house"]
    partnerships: Annotated[Literal["forbidden", "house"], STATED]
    attention: Annotated[Literal["players watch their payouts", "house"], STATED]
    responsibility: Annotated[Literal["ends with the payout", "house"], STATED]
    interrupted: Literal["void, own money returned"]


class Void(Section):
    """An interrupted round. Money still at stake is always returned (``posted.interrupted``)."""

    already_lost: Literal["stays lost", "returned"]
    already_won: Literal["stays won", "taken back"]
    tips: Literal["returned", "go to the dealers"]
    reason: Literal["recorded"]


class MeterShare(Plain):
    level: str
    percent: Annotated[int, Field(ge=1, le=100)]


class Paytable(Plain):
    """The pays of outcomes. ``shares`` are parts of a meter; ``envy`` is paid to the tip pool, by stake."""

    basis: Literal["to 1", "for 1"]
    rows: dict[str, Annotated[int, Field(ge=0)]]
    shares: dict[str, MeterShare] = {}
    stakes: tuple[Minor, ...] = ()
    envy: dict[str, tuple[Minor, ...]] = {}


class Level(Plain):
    start: Minor
    reset: Minor


MAX_LAMMERS = 7
"""The most lammers of a round: three free splits and a free double on each of four hands."""


class LammerCount(Section):
    """How a lammer bet counts lammers."""

    count: Literal["every lammer", "winning lammers"]
    unit: Literal["round", "hand"]
    dealer_natural: Literal["loses", "counts"]


class Jackpot(Section):
    """How a progressive bet is taken, evaluated and paid."""

    order: Literal["counter-clockwise"]
    simultaneous: Literal["in order", "equal shares"]
    equipment: Literal["sensors and signage"]
    plays_for: Literal["progressive jackpot"]
    advances: Literal["a rate of each wager", "a fixed amount per wager"]
    buttons: Literal["dealer presses each", "table presses them"]
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


class SideBet(Section):
    """A bet beside the main one (docs/side-bets.md).

    ``placed``: a bet that is placed after the up card is offered when the dealer has checked for a natural.
    ``unfinished``: the result if the round ends before all its inputs are known and no outcome holds; with ``dealer
    completes`` the dealer completes the hand for the bet. ``otherwise`` is the text shown if no outcome holds.
    """

    name: str
    minimum: Annotated[int, Field(ge=1, description="minor units (cents)")]
    maximum: Minor
    placed: Literal["with the main wager", "after the up card"]
    reads: Annotated[tuple[Reading, ...], Field(min_length=1)]
    settled: Literal["after the deal", "after the peek", "when the dealer is done"]
    unfinished: Literal["loses", "returned", "dealer completes"]
    otherwise: str
    paytable: str
    outcomes: dict[str, Outcome]
    paytables: dict[str, Paytable]
    lammers: LammerCount | None = None
    jackpot: Jackpot | None = None

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
    side_bets: dict[str, SideBet]
