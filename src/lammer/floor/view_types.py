"""The types of what viewers see of a table (`views.py`), of its jackpot (`jackpot_view.py`) and of past rounds
(`recall.py`). mypy checks them and the server's OpenAPI document describes them. Money is in minor units."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from lammer.table.state import Question
from lammer.table.view_types import BoxView, DealerView, OptionView, ResultLine, RoundView, SeatRecord, SeatView

StaffRole = Literal["dealer", "supervisor", "executive"]
StepKind = Literal["lights", "take", "deal", "select", "confirm", "swipe", "end"]
"""The buttons of the dealer display, and what the supervisor and the card do between them."""
LinkStatus = Literal["closed", "open", "discontinued"]
ClaimStage = Literal["", "selected", "frozen", "paid"]


class LimitsView(TypedDict):
    minimum: int
    maximum: int
    apply_to: Literal["bettor", "box"]


class FeltView(TypedDict):
    """What is printed on the layout. `natural` is what a natural is called in a sentence, `natural_name` by itself."""

    limit: int
    natural: str
    natural_name: str
    natural_pays: str
    insurance_pays: str
    soft_17: Literal["hit", "stand"]
    stand_on_hard: int
    pushes_on_22: bool
    free_bets: bool
    surrender: bool
    decks: int


class PaysView(TypedDict):
    """A row of the main wager's pay schedule."""

    hand: str
    pays: str
    at_once: bool
    clause: str


class SignalView(TypedDict):
    """The hand signal for an action."""

    action: str
    sign: str
    clause: str


class PostedRuleView(TypedDict):
    text: str
    clause: str


class SideBetView(TypedDict):
    id: str
    name: str
    counts_lammers: bool
    minimum: int
    maximum: int
    paytable: str
    pays: list[str]
    placed_later: bool
    """It is placed when it is offered, after the up card."""


class FixedView(TypedDict):
    """What is the same as long as the table stands."""

    game: str
    name: str
    limits: LimitsView
    boxes: int
    bettors: int
    felt: FeltView
    pays: list[PaysView]
    signals: list[SignalView]
    posted: list[PostedRuleView]
    guide: list[PostedRuleView]
    side_bets: list[SideBetView]


class Unseated(TypedDict):
    """A seat that was freed because nobody bet there."""

    box: int
    player: str


class CutView(TypedDict):
    """A player is asked to cut the new shoe."""

    box: int
    player: str
    minimum: int
    maximum: int


class CallView(TypedDict):
    """The supervisor was called to an absent player."""

    role: Literal["supervisor"]
    box: int
    bettor: int
    player: str
    by: str


class ShoeView(TypedDict):
    """`contributions` are pairs of player and text. `contribute` while more are taken."""

    number: int
    commitment: str
    left: int
    cards: int
    behind_cut_card: int
    contributions: list[list[str]]
    contribute: bool


class EasedView(TypedDict):
    """By petition a hand that comes more often wins the highest award too, until that is won."""

    outcome: str
    reference: str
    text: str


class SpotView(TypedDict):
    """A progressive wager of the hand on show. `won` is all that was paid for it; `envy` (Lucky George) is what the
    dealers' tip pool was paid. `text` says what was won or lost so far."""

    box: int
    player: str
    amount: int
    outcome: str
    won: int
    envy: int
    stage: ClaimStage
    level: str
    percent: int
    award: int
    text: str


class NextStep(TypedDict):
    """The step that the jackpot's hand waits for, and whose it is."""

    role: StaffRole
    kind: StepKind
    spot: int
    outcome: str
    undo: bool


class JackpotView(TypedDict):
    """`frozen` is, by level, confirmed and not completed: the meter shows it until the card is swiped. `lit` while the
    sensors are lit and the cards not dealt: bets are closed."""

    link: str
    name: str
    status: LinkStatus
    bet: str
    paytable: str
    stakes: Sequence[int]
    pays: list[str]
    eased: EasedView | None
    meters: dict[str, int]
    frozen: dict[str, int]
    approved: bool
    dealer: str
    under_way: bool
    lit: bool
    spots: list[SpotView]
    next: NextStep | None


class ChangingView(TypedDict):
    """What changes, and is the same for every viewer. `absent_from` is when whoever is to act may be called absent;
    empty for at once. `coach` when the coach may speak here."""

    table: str
    status: Literal["open", "closed"]
    round: int
    under_way: bool
    deadline: str
    turn_seconds: int
    absent_from: str
    training: bool
    idle_rounds: int
    unseated: list[Unseated]
    coach: bool
    cut: CutView | None
    call: CallView | None
    shoe: ShoeView | None
    progressive: JackpotView | None


class SeatEntry(TypedDict):
    """A seat and its bets for the coming round; `maximum` is the most it may bet on the main spot now."""

    box: int
    bettor: int
    player: str
    bets: Mapping[str, int]
    ready: bool
    maximum: int


class OwnSeatEntry(SeatEntry):
    mine: bool


class SeatResult(SeatRecord):
    """`player` sat there in that round; empty for rounds of earlier versions. `lines` say how it ended, `reasons` by
    hand what decided it."""

    player: str
    lines: list[ResultLine]
    reasons: list[str]


class ResultView(TypedDict):
    """The round that is over, every card shown."""

    dealer: DealerView
    boxes: list[BoxView]
    seats: list[SeatResult]
    notation: str
    void: bool
    void_reason: str
    void_text: str


class AskView(TypedDict):
    """What is asked; `tip` when it is the bet for the dealers that follows or not. `bet` is a side bet that is offered,
    and `text` the question about it."""

    about: Question
    how: str
    tip: bool
    bet: str
    text: str


class PlayedRoundView(RoundView):
    """The round under way, as all who see the same cards see it."""

    at_hand: int
    ask: AskView | None


class TurnView(TypedDict):
    """What is open to the viewer; `refused` says by action why it is not."""

    my_turn: bool
    legal: list[OptionView]
    refused: dict[str, str]


class PlayView(PlayedRoundView, TurnView):
    """The round under way as one viewer sees it."""


class TableView(FixedView, ChangingView):
    """A table as one viewer sees it."""

    result: ResultView | None
    seats: list[OwnSeatEntry]
    chips: int | None
    play: PlayView | None


class PastHand(TypedDict):
    cards: list[str]
    total: int
    net: int


class PastSeat(TypedDict):
    """`wager` is the main bet, `net` everything but the jackpot; `jackpot` is that wager, `jackpot_net` what it
    brought."""

    box: int
    bettor: int
    player: str
    hands: list[PastHand]
    wager: int
    net: int
    jackpot: int
    jackpot_net: int


class PastRound(TypedDict):
    """A finished round. `notation` replays it as the books have it; `shared` also has the jackpot's wagers and meters,
    which are not part of the round."""

    round: int
    at: str
    notation: str
    shared: str
    dealer: list[str]
    dealer_total: int
    void: bool
    seats: list[PastSeat]


class EntryView(TypedDict):
    """Money that moved from one account to another: a line of an event."""

    event: int
    line: int
    debit: str
    credit: str
    amount: int
    reason: str


class RecalledStep(TypedDict):
    """An event of the books. `entries` and `saw` (what every seat saw afterwards) are for auditors."""

    number: int
    at: str
    kind: str
    actor: str
    hash: str
    said: dict[str, Any]
    answer: dict[str, Any]
    entries: NotRequired[list[EntryView]]
    saw: NotRequired[dict[str, SeatView]]


class BeforeAndAfter(TypedDict):
    """A player's chips before they bet on a round and after its last payment. `net` is what the round won or lost them,
    `elsewhere` what moved meanwhile at the cage or at another table: before + net + elsewhere = after."""

    before: int
    net: int
    elsewhere: int
    after: int


class Recall(TypedDict):
    """A finished round, step by step. `void` is why it was interrupted, `void_text` says so. `balances` are for
    auditors: everybody's chips before their bets and after the last step."""

    table: str
    round: int
    notation: str
    steps: list[RecalledStep]
    void: NotRequired[str]
    void_text: NotRequired[str]
    balances: NotRequired[dict[str, BeforeAndAfter]]
