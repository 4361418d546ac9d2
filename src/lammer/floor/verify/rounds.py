"""What each round ought to have paid: every round dealt again when its last event comes."""

import json
from functools import cache, lru_cache
from typing import Any, NamedTuple

from lammer.cards.card import CODES
from lammer.cards.money import money_text
from lammer.floor.money import Field, at_stake, nets_of
from lammer.rules.loader import load_sheet
from lammer.table.notation import LETTERS, NotationError
from lammer.table.redeal import Redealer
from lammer.table.settlement import returned_tip
from lammer.table.state import Round

_OF_A_DESK = '"link":"floor"'
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""What reading an event raises that no floor wrote."""
_LETTERS = {kind: letters for letters, kind in LETTERS.items()}


class Money(NamedTuple):
    """A player's part in a round."""

    staked: int
    gained: int
    """What the player's chips changed by from the first bet to the last payment."""


class Due(NamedTuple):
    """What a round ought to have moved, by the rules. ``fault`` says why it could not be dealt."""

    event: int
    about: str
    game: str
    players: dict[str, Money]
    tips: int
    bank: int
    fault: str = ""


class _Begun:
    """A round as its events tell it."""

    def __init__(self) -> None:
        self.seats: dict[Field, str] | None = None
        self.decisions: list[str] = []

    def take(self, kind: str, body: str, answer: dict[str, Any]) -> None:
        if "seats" in answer:
            self.seats = {(box, bettor): player for box, bettor, player in answer["seats"]}
        if kind == "act":
            self.decisions.append(_decision(body))


@lru_cache(maxsize=10_000)
def _decision(body: str) -> str:
    """What a player sent, as the notation writes it. The same few texts come again and again at a table."""
    said = json.loads(body)
    amount = said.get("amount", 0)
    return _LETTERS.get(said["action"], "?") + (money_text(amount) if amount else "")


def is_of_a_desk(kind: str, body: str) -> bool:
    """Whether an event is a desk's step for a jackpot called ``floor``, which earlier versions allowed: such steps are
    about ``floor/TABLE/HAND`` as the rounds of a floor are. No step at a floor's table names a link."""
    return _OF_A_DESK in body and kind != "open-table"


class Settled(NamedTuple):
    """A finished round in money. It holds no names, so rounds that are settled alike can share it."""

    fields: tuple[tuple[Field, int, int], ...]
    """Each betting field with what was staked on it, and what it gains its player."""
    tips: int
    bank: int


def settled(round_: Round) -> Settled:
    assert round_.settlement is not None
    nets, tips = nets_of(round_, round_.settlement), 0
    returned = {box.number: returned_tip(round_, at) for at, box in enumerate(round_.boxes)}
    fields = list[tuple[Field, int, int]]()
    for (field, tip), stake in at_stake(round_).items():
        net = nets.get((field, tip), 0)
        if tip:
            fields.append((field, stake, returned[field[0]] - stake))
            tips += stake - returned[field[0]] + net
        else:
            fields.append((field, stake, net))
    return Settled(tuple(fields), tips, -sum(nets.values()))


@cache
def _redealer() -> Redealer[Settled]:
    return Redealer(settled, cache(load_sheet))


class Rounds:
    """Rounds under way, and those that are over dealt again."""

    def __init__(self) -> None:
        self._begun: dict[str, _Begun] = {}

    @staticmethod
    def reads(told: str) -> bool:
        """Whether an answer says something of this. Most do not, and reading them would take a third of the time."""
        return '"over":true' in told or '"seats":' in told

    def event(self, number: int, kind: str, about: str, body: str, answer: dict[str, Any]) -> Due | None:
        """Takes an event of a round; gives what the round ought to have moved, if this event ends it."""
        try:
            begun = self._begun.get(about)
            if begun is None:
                begun = self._begun[about] = _Begun()
            begun.take(kind, body, answer)
            if not answer.get("over"):
                return None
            del self._begun[about]
            return _deal_again(number, about, answer.get("notation", ""), begun)
        except UNREADABLE as error:
            return unreadable(number, about, error)


def unreadable(number: int, about: str, error: Exception) -> Due:
    return Due(number, about, "", {}, 0, 0, f"event {number} cannot be read: {error!r}"[:200])


def _deal_again(event: int, about: str, notation: str, begun: _Begun) -> Due:
    game = notation.split(" ", 1)[0]
    if begun.seats is None:
        return Due(event, about, game, {}, 0, 0, "no deal of it is in the books")
    try:
        paid = _redealer()(notation)
    except NotationError as error:
        return Due(event, about, game, {}, 0, 0, f"cannot have been dealt: {error}")
    if (said := _decisions(notation)) != begun.decisions:
        return Due(event, about, game, {}, 0, 0, f"its decisions are {said}; the players sent {begun.decisions}")
    try:
        return Due(event, about, game, _by_player(paid, begun.seats), paid.tips, paid.bank)
    except KeyError as error:
        return Due(event, about, game, {}, 0, 0, f"nobody sits at the field {error} that played")


def _decisions(notation: str) -> list[str]:
    """Every word after the bets that a player said: no card, no absence, no interruption."""
    words = notation.partition(" |")[2].partition(' X"')[0].split()
    return [word for word in words if word not in CODES and word != "|" and word[0] not in "!~X"]


def _by_player(paid: Settled, seats: dict[Field, str]) -> dict[str, Money]:
    players = dict.fromkeys(seats.values(), Money(0, 0))
    for field, staked, gained in paid.fields:
        before = players[seats[field]]
        players[seats[field]] = Money(before.staked + staked, before.gained + gained)
    return players
