"""The types of the views of a table (`views.py`), of its jackpot (`jackpot_view.py`) and of past rounds (`recall.py`).
The server's OpenAPI document contains them. Money is in minor units."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from lammer.table.state import Question
from lammer.table.view_types import BoxView, DealerView, OptionView, ResultLine, RoundView, SeatRecord, SeatView

StaffRole = Literal["dealer", "supervisor", "executive"]
StepKind = Literal["lights", "take", "deal", "select", "confirm", "swipe", "end"]
"""The buttons of the dealer display, and the supervisor's confirmation and the card swipe between them."""
LinkStatus = Literal["closed", "open", "discontinued"]
ClaimStage = Literal["", "selected", "frozen", "paid"]


class LimitsView(TypedDict):
    minimum: int
    maximum: int
    apply_to: Literal["bettor", "box"]


class FeltView(TypedDict):
    """The print on the layout. `natural` is the name of a natural in a sentence, `natural_name` its name by itself.
    With two `hands_per_box` the main bet lies on each of them."""

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
    hands_per_box: int


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
    """Whether it is placed when it is offered, after the up card."""
    origin: str
    """Where its rules come from: regulation, casino's rules, public description or own rules."""


class FixedView(TypedDict):
    """The part of a view that never changes at a table."""

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
    against: bool
    """Whether a player may bet against the own hand, in place of the main bet."""


class Unseated(TypedDict):
    """A seat that was freed for lack of bets."""

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
    """`contributions` are pairs of player and text. `contribute` while more are accepted."""

    number: int
    commitment: str
    left: int
    cards: int
    behind_cut_card: int
    contributions: list[list[str]]
    contribute: bool


class EasedView(TypedDict):
    """By petition, a more frequent hand also wins the highest award, until the award is won."""

    outcome: str
    reference: str
    text: str


class StopView(TypedDict):
    """A stop of a wheel: what it pays, and its weight."""

    text: str
    weight: int


class SpotView(TypedDict):
    """A progressive wager of the hand that is shown. `won` is everything paid for it; `envy` (Lucky George) is the
    amount paid to the dealers' tip pool. `text` says what was won or lost so far. `stop` is that of the `wheel`,
    and `from_others` the part of `won` from other bettors' spins. `announced`: the whole table is told."""

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
    stop: int
    from_others: int
    wheel: list[StopView]
    announced: bool


class NextStep(TypedDict):
    """The next step of the jackpot's hand, and the role that takes it."""

    role: StaffRole
    kind: StepKind
    spot: int
    outcome: str
    undo: bool


class JackpotView(TypedDict):
    """`frozen` is the amount by level that is confirmed but not completed; the meter shows it until the card is swiped.
    `lit` while the sensors are lit and the cards not dealt: bets are closed."""

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
    """The part of a view that changes and is the same for every viewer. `absent_from` is the time from which the player
    who is to act may be called absent; empty for at once. `coach` if the coach may be used here."""

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


class CarriedView(TypedDict):
    """A bet from an earlier round that is still on the layout. `text` says how many rounds it has won so far."""

    bet: str
    amount: int
    wins: int
    text: str


class LightsView(TypedDict):
    """The lights at a box, of those that win the prize."""

    lit: int
    needed: int
    prize: int


class SeatEntry(TypedDict):
    """A seat and its bets for the coming round; `maximum` is the highest main bet that it may place now. `lights`: for
    the owner of a box in a game that has lights."""

    box: int
    bettor: int
    player: str
    bets: Mapping[str, int]
    ready: bool
    maximum: int
    carried: list[CarriedView]
    lights: LightsView | None


class OwnSeatEntry(SeatEntry):
    mine: bool


class SeatResult(SeatRecord):
    """`player` sat there in that round; empty for rounds of earlier versions. `lines` are the results, `reasons` give
    the cause of each hand's result."""

    player: str
    lines: list[ResultLine]
    reasons: list[str]


class ResultView(TypedDict):
    """The finished round, with every card."""

    dealer: DealerView
    boxes: list[BoxView]
    seats: list[SeatResult]
    notation: str
    void: bool
    void_reason: str
    void_text: str


class AskView(TypedDict):
    """A question to a player; `tip` if it is about the bet for the dealers. `bet` is a side bet that is offered, and
    `text` the question about it."""

    about: Question
    how: str
    tip: bool
    bet: str
    text: str


class PlayedRoundView(RoundView):
    """The round in progress, for all viewers who see the same cards."""

    at_hand: int
    ask: AskView | None


class TurnView(TypedDict):
    """The viewer's options; `refused` gives, by action, the reason why it is not legal."""

    my_turn: bool
    legal: list[OptionView]
    refused: dict[str, str]


class PlayView(PlayedRoundView, TurnView):
    """The round in progress as one viewer sees it."""


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
    """`wager` is the main bet, `net` the result without the jackpot; `jackpot` is the progressive wager, `jackpot_net`
    its result."""

    box: int
    bettor: int
    player: str
    hands: list[PastHand]
    wager: int
    net: int
    jackpot: int
    jackpot_net: int


class PastRound(TypedDict):
    """A finished round. `notation` is the round in the books; `shared` also has the jackpot's wagers and meters, which
    are not part of the round."""

    round: int
    at: str
    notation: str
    shared: str
    dealer: list[str]
    dealer_total: int
    void: bool
    seats: list[PastSeat]


class EntryView(TypedDict):
    """An entry of an event: money that moved from one account to another."""

    event: int
    line: int
    debit: str
    credit: str
    amount: int
    reason: str


class RecalledStep(TypedDict):
    """An event in the books. `entries` and `saw` (the view of every seat afterwards) are for auditors."""

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
    """A player's chips before their bets on a round and after its last payment. `net` is the result of the round,
    `elsewhere` is what moved meanwhile at the cage or at another table: before + net + elsewhere = after."""

    before: int
    net: int
    elsewhere: int
    after: int


class Recall(TypedDict):
    """A finished round, step by step. `void` is the reason for an interruption, `void_text` the sentence about it.
    `balances` are for auditors: everybody's chips before their bets and after the last step."""

    table: str
    round: int
    notation: str
    steps: list[RecalledStep]
    void: NotRequired[str]
    void_text: NotRequired[str]
    balances: NotRequired[dict[str, BeforeAndAfter]]
