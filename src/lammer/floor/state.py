"""The state of a table between two commands: immutable data that is stored after each command.

A round in progress is stored as its inputs (bets, cards and decisions in order); replaying them gives the round. The
state contains the seed of the shoe, so this document is never sent to clients, and the books contain the seed
encrypted.
"""

from collections import OrderedDict
from copy import copy
from functools import lru_cache
from threading import Lock
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from lammer.rules.loader import first_version, load_sheet
from lammer.rules.sheet import Sheet
from lammer.table.actions import NEW, Action
from lammer.table.betting import open_round
from lammer.table.promise import Contribution, Promise
from lammer.table.round import apply
from lammer.table.shoe import Shoe
from lammer.table.state import Round

ABSENT_SECONDS = 30
"""A house rule: the rules give no time (EU 1.9)."""


class Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Input = (
    tuple[str, int, int, int, int, str]
    | tuple[str, int, int, int, int, str, str]
    | tuple[str, int, int, int, int, str, str, int]
    | tuple[str, int, int, int, int, str, str, int, int]
)
"""An action as it is stored; at the end the reason, the stop of a wheel and the wins so far of a bet from an earlier
round, if there are any."""


def as_input(action: Action) -> Input:
    """The fields of the action; empty ones at the end that older books do not have are left out."""
    if action.carried != NEW:
        return action[:]
    if action.stop:
        return (*action[:7], action.stop)
    return action[:7] if action.reason else action[:6]


class Seat(Kept):
    """A player on a betting field of a box; bettor 1 is the box's owner."""

    box: int
    bettor: int
    player: str
    bets: dict[str, int] = Field(default_factory=dict)
    """Wagers for the coming round, by spot: main, tip, or a side bet's name."""
    ready: bool = False
    sits_out: bool = False
    """The player was absent on their turn; they take part again with the next bet."""
    idle: int = 0
    """Rounds dealt since this seat last played one."""
    carried: dict[str, tuple[int, int]] = Field(default_factory=dict)
    """Bets from earlier rounds that are still on the layout, by spot: the amount, which is held, and the wins so
    far. Lights are here too, with an amount of 0."""
    active: str = ""
    """When the player took the seat, last bet or last played (ISO 8601, UTC); empty in earlier books."""


class ShoeState(Kept):
    number: int
    seed: str
    cut: int | None
    """None until the shoe is cut; the house cuts when the contributions are closed."""
    behind_cut_card: int
    burn: int
    position: int
    uncut: bool = False
    """The shoe waits for a player's cut."""
    scheme: int = 1
    """Missing in earlier books, whose commitment covers only the seed and the decks."""
    ends_at: int = 0
    cut_range: tuple[int, int] = (0, 0)
    cuts: str = "house"
    cut_by: str = ""
    """The player who cut it; empty for the house."""
    contributions: tuple[Contribution, ...] = ()
    """Player and text, in order of arrival, until the first card."""
    opened: bool = False
    """The seed was published before the shoe was over, because the table closed."""

    @property
    def used(self) -> bool:
        """Whether a card was dealt from it."""
        return self.position > self.burn


class SensorWager(Kept):
    """A progressive wager, its outcome, and the payments for it."""

    player: str
    amount: int
    outcome: str = ""
    won: int = 0
    envy: int = 0
    """The amount paid to the dealers' tip pool."""
    stop: int = 0
    """Where the wheel stopped, from 1; 0 without a spin."""
    from_others: int = 0
    """The part of ``won`` that the spins of other bettors paid."""


class Paid(Kept):
    """Payments to a field during its round: returned stakes, and winnings."""

    box: int
    bettor: int
    tip: bool
    stake: int
    won: int


class FloorTable(Kept):
    table: str
    game: str
    """Includes the version: a table keeps the rules it was opened with."""
    overrides: tuple[str, ...] = ()
    status: Literal["open", "closed"] = "open"
    turn_seconds: int = 30
    bet_seconds: int = 0
    """The time to bet after the first player is ready; 0 for no limit."""
    absent_seconds: int = ABSENT_SECONDS
    """Without a clock: the time to act until a dealer may call the player absent."""
    idle_rounds: int = 0
    """A seat is freed after this many rounds without a bet; 0 for never, as at tables of earlier books."""
    idle_seconds: int = 0
    """A seat without a bet for this long is given to the next player who wants its box; 0 for never."""
    opened_by: tuple[str, ...] = ()
    """The people who opened or reopened the table."""
    seats: tuple[Seat, ...] = ()
    kept_lights: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    """Lights of players who left, as on punched cards: one number for each box."""
    round: int = 0
    """The number of the round in progress, or of the last round."""
    inputs: tuple[Input, ...] = ()
    """The actions of the round in progress; empty between rounds."""
    paid: tuple[Paid, ...] = ()
    """Wins of the round in progress that are already paid."""
    first: int = 0
    """The shoe's position when the round began."""
    shoe: ShoeState | None = None
    announced: dict[str, Any] = Field(default_factory=dict)
    """What to announce with the first deal from a shoe: who cut it."""
    cut_card_box: int = 0
    """The box that was dealt the cut card of the last shoe; its player is the first to be asked for the next cut."""
    cut_asked: tuple[int, str] = (0, "")
    """The box and player who are asked to cut the new shoe; box 0 for nobody."""
    cut_declined: tuple[str, ...] = ()
    """Players who refused to cut it."""
    deadline: str = ""
    """The end of the turn, of the time to cut or to bet, or of the time to answer a call (ISO 8601, UTC)."""
    absent_from: str = ""
    """When the player who is to act or to cut may be called absent (ISO 8601, UTC); empty in earlier books."""
    unseated: tuple[tuple[int, str], ...] = ()
    """Box and player of seats that were freed for lack of bets, since the last round ended."""
    called: str = ""
    """The person who called the supervisor to an absent player; empty for nobody."""
    link: str = ""
    """The table's jackpot; empty for none."""
    dealer: str = ""
    """The dealer on duty, who deals the jackpot's hands; empty for nobody."""
    sensed: dict[int, SensorWager] = Field(default_factory=dict)
    """Progressive wagers of the jackpot's present or last hand, by box."""
    last: tuple[Input, ...] = ()
    """The inputs of the last round, which is shown until the next deal."""
    seated: tuple[tuple[int, int, str], ...] = ()
    """Box, bettor and player of everybody in the last round; they may have moved since."""
    training: bool = True
    """Whether devices such as the coach are allowed; true for tables of earlier books."""

    @field_validator("game")
    @classmethod
    def _has_version(cls, game: str) -> str:
        return first_version(game)


def read_table(text: str) -> FloorTable:
    """A table from its text; an encrypted seed stays encrypted (seeds.py)."""
    return FloorTable.model_validate_json(text)


def table_document(table: str) -> str:
    return f"floor table {table}"


@lru_cache(maxsize=64)
def sheet_of(game: str, overrides: tuple[str, ...]) -> Sheet:
    return load_sheet(game, overrides)


class _Rounds:
    """A cache of rounds by their inputs, so that one more input costs one step."""

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
    """The round in progress, replayed from its inputs; between rounds, one that accepts bets."""
    return _rounds(table.game, table.overrides, table.inputs)


def remember(table: FloorTable, round_: Round) -> None:
    """Caches the round that the table's inputs lead to."""
    _rounds.keep(table.game, table.overrides, table.inputs, round_)


def promise_of(table: FloorTable) -> Promise:
    """The values that determine the table's shoe; only for a table that has one."""
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
    """The table's shoe in its present position; only for a table with a shoe that is cut."""
    assert table.shoe is not None
    assert table.shoe.cut is not None
    shoe = copy(_shuffled(promise_of(table), table.shoe.cut, table.shoe.contributions, table.shoe.cut_by))
    shoe.position = table.shoe.position
    return shoe


@lru_cache(maxsize=256)
def _shuffled(promise: Promise, cut: int, contributions: tuple[Contribution, ...], cut_by: str) -> Shoe:
    """Cached, since a shuffle takes a millisecond and the order of a shoe never changes."""
    return Shoe(promise, cut, contributions, cut_by)
