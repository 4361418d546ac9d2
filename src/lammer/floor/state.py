"""A table as it stands between two commands: frozen data, written into the books after each.

The round under way is kept as its inputs (bets, cards and decisions in order): dealt again, they give the round. The
seed of the shoe is in here too, so this document never leaves the house, and the books hold the seed encrypted.
"""

from collections import OrderedDict
from copy import copy
from functools import lru_cache
from threading import Lock
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from lammer.rules.loader import first_version, load_sheet
from lammer.rules.sheet import Sheet
from lammer.table.actions import Action
from lammer.table.betting import open_round
from lammer.table.promise import Contribution, Promise
from lammer.table.round import apply
from lammer.table.shoe import Shoe
from lammer.table.state import Round

ABSENT_SECONDS = 30
"""The rules give no time (EU 1.9): this is the house's."""


class Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Input = tuple[str, int, int, int, int, str] | tuple[str, int, int, int, int, str, str]
"""An action as it is kept; a reason comes last, where there is one."""


def as_input(action: Action) -> Input:
    return (*action[:-1], action.reason) if action.reason else action[:-1]


class Seat(Kept):
    """A player on a betting field of a box; bettor 1 is the box's owner."""

    box: int
    bettor: int
    player: str
    bets: dict[str, int] = Field(default_factory=dict)
    """Wagers for the coming round, by spot: main, tip, or a side bet's name."""
    ready: bool = False
    sits_out: bool = False
    """Was absent when it was their turn; takes part again with the next bet."""
    idle: int = 0
    """Rounds dealt since this seat last played one."""
    active: str = ""
    """When the seat was taken, last bet or last played (ISO 8601, UTC); empty in earlier books."""


class ShoeState(Kept):
    number: int
    seed: str
    cut: int | None
    """None until the house cuts, which it does when the contributions are closed."""
    behind_cut_card: int
    burn: int
    position: int
    uncut: bool = False
    """Waits for a player's cut."""
    scheme: int = 1
    """Shoes of earlier books do not say: their commitment covers the seed and the decks only."""
    ends_at: int = 0
    cut_range: tuple[int, int] = (0, 0)
    cuts: str = "house"
    cut_by: str = ""
    """The player who cut it; empty for the house."""
    contributions: tuple[Contribution, ...] = ()
    """Player and text, in order of arrival; closed with the first card."""
    opened: bool = False
    """The seed was published before the shoe was over, because the table closed."""

    @property
    def used(self) -> bool:
        """A card has been dealt from it."""
        return self.position > self.burn


class SensorWager(Kept):
    """A progressive wager, what its cards make, and what was paid for it."""

    player: str
    amount: int
    outcome: str = ""
    won: int = 0
    envy: int = 0
    """What the dealers' tip pool was paid for it."""


class Paid(Kept):
    """What a field was paid while its round goes on: stakes that came back, and what they won."""

    box: int
    bettor: int
    tip: bool
    stake: int
    won: int


class FloorTable(Kept):
    table: str
    game: str
    """With its version: the rules of a table stay what they were when it was opened."""
    overrides: tuple[str, ...] = ()
    status: Literal["open", "closed"] = "open"
    turn_seconds: int = 30
    bet_seconds: int = 0
    """How long others wait for a bet once somebody is ready; 0 for as long as it takes."""
    absent_seconds: int = ABSENT_SECONDS
    """How long whoever is to act has before a dealer may call them absent, where no clock runs."""
    idle_rounds: int = 0
    """A seat that did not bet on so many rounds is freed; 0 for never, as at tables of earlier books."""
    idle_seconds: int = 0
    """A seat without a bet for so long is given to the next player who wants its box; 0 for never."""
    opened_by: tuple[str, ...] = ()
    """Who opened the table, and opened it again."""
    seats: tuple[Seat, ...] = ()
    round: int = 0
    """Number of the round under way, or of the last."""
    inputs: tuple[Input, ...] = ()
    """The round under way: every action as a tuple; none between rounds."""
    paid: tuple[Paid, ...] = ()
    """Wins of the round under way that were paid at once."""
    first: int = 0
    """The shoe's position when the round began."""
    shoe: ShoeState | None = None
    announced: dict[str, Any] = Field(default_factory=dict)
    """What is to be told with the first deal from a shoe: who cut it."""
    cut_card_box: int = 0
    """The box that was dealt the cut card of the last shoe: its player is asked first to cut the next."""
    cut_asked: tuple[int, str] = (0, "")
    """The box and player that are asked to cut the new shoe; box 0 for nobody."""
    cut_declined: tuple[str, ...] = ()
    """Players who would not cut it."""
    deadline: str = ""
    """When the turn, the time to cut or to bet, or the time to answer a call is over (ISO 8601, UTC)."""
    absent_from: str = ""
    """When whoever is to act, or to cut, may be called absent (ISO 8601, UTC); empty in earlier books."""
    unseated: tuple[tuple[int, str], ...] = ()
    """Box and player of seats that were freed because nobody bet there, since the last round was over."""
    called: str = ""
    """Who called the supervisor to an absent player; empty for nobody."""
    link: str = ""
    """The jackpot this table belongs to; empty for none."""
    dealer: str = ""
    """Who deals the jackpot's hands; empty when nobody is on duty."""
    sensed: dict[int, SensorWager] = Field(default_factory=dict)
    """Progressive wagers that were taken, by box, of the jackpot's hand under way or of the last."""
    last: tuple[Input, ...] = ()
    """The last round, kept on show until the next is dealt."""
    seated: tuple[tuple[int, int, str], ...] = ()
    """Box, bettor and player of everybody who sat there in the last round: they may have moved since."""
    training: bool = True
    """Open to devices that help, such as the coach; tables of earlier books, which do not say, all were."""

    @field_validator("game")
    @classmethod
    def _has_version(cls, game: str) -> str:
        return first_version(game)


def read_table(text: str) -> FloorTable:
    """A table from its text; an encrypted seed stays as it is (seeds.py)."""
    return FloorTable.model_validate_json(text)


def table_document(table: str) -> str:
    return f"floor table {table}"


@lru_cache(maxsize=64)
def sheet_of(game: str, overrides: tuple[str, ...]) -> Sheet:
    return load_sheet(game, overrides)


class _Rounds:
    """Rounds by their inputs, as far as anybody looked at them: from the last look, one more input costs one step."""

    def __init__(self, maximum: int) -> None:
        self._kept: OrderedDict[tuple[str, tuple[str, ...], tuple[Input, ...]], Round] = OrderedDict()
        self._maximum, self._lock = maximum, Lock()

    def __call__(self, game: str, overrides: tuple[str, ...], inputs: tuple[Input, ...]) -> Round:
        with self._lock:
            known = next(
                at for at in range(len(inputs), -1, -1) if not at or (game, overrides, inputs[:at]) in self._kept
            )
            round_ = self._kept[game, overrides, inputs[:known]] if known else open_round(sheet_of(game, overrides))
        for one in inputs[known:]:
            round_ = apply(round_, Action(*one))[0]
        self.keep(game, overrides, inputs, round_)
        return round_

    def keep(self, game: str, overrides: tuple[str, ...], inputs: tuple[Input, ...], round_: Round) -> None:
        with self._lock:
            self._kept[game, overrides, inputs] = round_
            self._kept.move_to_end((game, overrides, inputs))
            if len(self._kept) > self._maximum:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()


_rounds = _Rounds(2048)


def round_of(table: FloorTable) -> Round:
    """The round under way, or one that takes bets: its inputs dealt again."""
    return _rounds(table.game, table.overrides, table.inputs)


def remember(table: FloorTable, round_: Round) -> None:
    """Spares the next look: this is what the table's inputs lead to."""
    _rounds.keep(table.game, table.overrides, table.inputs, round_)


def promise_of(table: FloorTable) -> Promise:
    """What decides the table's shoe; only for a table that has one."""
    shoe = table.shoe
    assert shoe is not None
    return Promise(
        seed=bytes.fromhex(shoe.seed),
        decks=sheet_of(table.game, table.overrides).rules.shoe.decks,
        burn=shoe.burn,
        behind_cut_card=shoe.behind_cut_card,
        scheme=shoe.scheme,
        table=table.table,
        number=shoe.number,
        ends_at=shoe.ends_at,
        cut_range=shoe.cut_range,
        cuts=shoe.cuts,
    )


def shoe_of(table: FloorTable) -> Shoe:
    """The shoe as it lies; only for a table that has one which is cut."""
    assert table.shoe is not None
    assert table.shoe.cut is not None
    shoe = copy(_shuffled(promise_of(table), table.shoe.cut, table.shoe.contributions, table.shoe.cut_by))
    shoe.position = table.shoe.position
    return shoe


@lru_cache(maxsize=256)
def _shuffled(promise: Promise, cut: int, contributions: tuple[Contribution, ...], cut_by: str) -> Shoe:
    """A shuffle costs a millisecond; the cards of a shoe do not change while it lasts."""
    return Shoe(promise, cut, contributions, cut_by)
