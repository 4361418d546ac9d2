"""What a range of the books ought to have paid: the rounds that ended in it, dealt again. Runs in several processes."""

import json
from functools import cache, lru_cache
from typing import Any, NamedTuple

from lammer.cards.card import CODES
from lammer.cards.money import money_text
from lammer.floor.money import Field, at_stake, nets_of
from lammer.ledger.verify.evidence import Ask, evidence
from lammer.rules.loader import load_sheet
from lammer.table.notation import LETTERS, NotationError
from lammer.table.redeal import Redealer
from lammer.table.settlement import returned_tip
from lammer.table.state import Round

_EVENTS = """SELECT number, kind, about, body, answer FROM events
WHERE about >= 'floor/' AND about < 'floor0' AND {which} ORDER BY number"""
OF_A_DESK = '"link":"floor"'
"""In the body of a desk's step for a jackpot that an earlier version let somebody call ``floor``: such steps are about
``floor/TABLE/HAND`` as the rounds of a floor are. No step at a floor's table names a link."""
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""What reading an event raises that no floor wrote."""
NOTHING: dict[str, Any] = {}
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


@cache
def _redealer() -> Redealer:
    return Redealer(cache(load_sheet))


def due_in(where: str, first: int, last: int) -> list[Due]:
    """Every round whose last event lies in the range."""
    with evidence(where) as ask:
        return list(_due(ask, first, last))


def _due(ask: Ask, first: int, last: int) -> list[Due]:
    begun: dict[str, _Begun] = {}
    found = list[Due]()
    for number, kind, about, body, told in ask(_EVENTS.format(which=f"number BETWEEN {first} AND {last}")):
        if about.count("/") != 2 or kind == "close" or OF_A_DESK in body:
            continue
        try:
            # Most answers say nothing of this, and reading them would take a third of the time.
            answer = json.loads(told) if '"over":true' in told or '"seats":' in told else NOTHING
            round_ = begun.get(about)
            if round_ is None:
                round_ = begun[about] = _Begun() if "seats" in answer else _earlier(ask, about, first)
            round_.take(kind, body, answer)
            if answer.get("over"):
                found.append(_deal_again(number, about, answer.get("notation", ""), round_))
                del begun[about]
        except UNREADABLE as error:
            found.append(Due(number, about, "", {}, 0, 0, f"event {number} cannot be read: {error!r}"[:200]))
    return found


def _earlier(ask: Ask, about: str, first: int) -> _Begun:
    """A round that was dealt before this range begins."""
    found, quoted = _Begun(), about.replace("'", "''")
    for _, kind, _, body, told in ask(_EVENTS.format(which=f"about = '{quoted}' AND number < {first}")):
        found.take(kind, body, json.loads(told))
    return found


def _deal_again(event: int, about: str, notation: str, begun: _Begun) -> Due:
    game = notation.split(" ", 1)[0]
    nothing = Due(event, about, game, {}, 0, 0)
    if begun.seats is None:
        return nothing._replace(fault="no deal of it is in the books")
    try:
        round_ = _redealer()(notation)
    except NotationError as error:
        return nothing._replace(fault=f"cannot have been dealt: {error}")
    if (said := _decisions(notation)) != begun.decisions:
        return nothing._replace(fault=f"its decisions are {said}; the players sent {begun.decisions}")
    try:
        return _payments(nothing, round_, begun.seats)
    except KeyError as error:
        return nothing._replace(fault=f"nobody sits at the field {error} that played")


def _decisions(notation: str) -> list[str]:
    """Every word after the bets that a player said: no card, no absence, no interruption."""
    words = notation.partition(" |")[2].partition(' X"')[0].split()
    return [word for word in words if word not in CODES and word != "|" and word[0] not in "!~X"]


def _payments(due: Due, round_: Round, seats: dict[Field, str]) -> Due:
    staked, gained = dict.fromkeys(seats.values(), 0), dict.fromkeys(seats.values(), 0)
    assert round_.settlement is not None
    nets, tips = nets_of(round_, round_.settlement), 0
    returned = {box.number: returned_tip(round_, at) for at, box in enumerate(round_.boxes)}
    for (field, tip), stake in at_stake(round_).items():
        player, net = seats[field], nets.get((field, tip), 0)
        staked[player] += stake
        if tip:
            gained[player] += returned[field[0]] - stake
            tips += stake - returned[field[0]] + net
        else:
            gained[player] += net
    players = {player: Money(staked[player], gained[player]) for player in staked}
    return due._replace(players=players, tips=tips, bank=-sum(nets.values()))
