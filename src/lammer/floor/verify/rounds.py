"""Computes what each round should have paid, by dealing it again after its last event."""

import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from lammer.cards.card import CODES
from lammer.cards.money import money_text
from lammer.floor.money import Field, at_stake, dealers_share, from_earlier, nets_of, prizes_of, staying
from lammer.rules.loader import load_sheet
from lammer.table.actions import LIGHTS, Action, bet
from lammer.table.carried import left_on_layout
from lammer.table.notation import LETTERS, NotationError
from lammer.table.redeal import Redealer
from lammer.table.settlement import returned_tip
from lammer.table.state import Round

_OF_A_DESK = '"link":"floor"'
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""Exceptions from reading an event that no floor wrote."""
_LETTERS = {kind: letters for letters, kind in LETTERS.items()}


class Money(NamedTuple):
    """A player's part in a round."""

    staked: int
    gained: int
    """The change of the player's chips from the first bet to the last payment."""


Pending = tuple[tuple[str, int, int], ...]
"""Spot, amount and wins so far of bets that are on the layout between rounds."""
Layout = Mapping[tuple[str, int], Pending]
"""Player and box → bets."""


def pending_amount(layout: Layout) -> int:
    return sum(amount for some in layout.values() for _, amount, _ in some)


class Due(NamedTuple):
    """What a round should have moved, by the rules. ``fault`` says why it could not be dealt."""

    event: int
    about: str
    game: str
    players: dict[str, Money]
    tips: int
    bank: int
    fault: str = ""
    got: Layout = {}  # noqa: RUF012 (never changed)
    """The bets from earlier rounds that the round got."""
    left: Layout = {}  # noqa: RUF012
    """The bets that it left on the layout."""
    played: tuple[tuple[str, int], ...] = ()
    """Player and box of everybody in the round."""
    lights: Mapping[tuple[str, int], tuple[int, int]] = {}
    """Player and box → the lights before and after the round."""
    lights_kept: bool = False


class _RoundSoFar:
    """The seats and decisions of a round, from its events so far."""

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
    """A player's decision in notation. Cached, since a table has the same few texts again and again."""
    request = json.loads(body)
    amount = request.get("amount", 0)
    return _LETTERS.get(request["action"], "?") + (money_text(amount) if amount else "")


def is_of_a_desk(kind: str, body: str) -> bool:
    """Whether an event is a desk's step for a jackpot called ``floor``, which earlier versions allowed. Such steps have
    the subject ``floor/TABLE/HAND``, like the rounds of a floor, but no step at a floor's table names a link."""
    return _OF_A_DESK in body and kind != "open-table"


class Settled(NamedTuple):
    """The money of a finished round, without names, so that rounds with equal settlements can share it."""

    fields: tuple[tuple[Field, int, int], ...]
    """Each betting field with its stake and its player's gain."""
    tips: int
    bank: int
    got: tuple[tuple[Field, Pending], ...] = ()
    left: tuple[tuple[Field, Pending], ...] = ()
    lights: tuple[tuple[Field, int, int], ...] = ()
    """Each owner of a box with the lights before and after the round, in a game that has lights."""
    lights_kept: bool = False
    """Whether players who leave keep their lights."""


def settled(round_: Round) -> Settled:
    assert round_.settlement is not None
    nets, tips = nets_of(round_, round_.settlement), 0
    returned = {box.number: returned_tip(round_, at) for at, box in enumerate(round_.boxes)}
    fields = list[tuple[Field, int, int]]()
    got, left, prizes = from_earlier(round_), staying(round_), prizes_of(round_)
    for (field, tip), stake in at_stake(round_).items():
        net = nets.get((field, tip), 0)
        if tip:
            fields.append((field, stake, returned[field[0]] - stake))
            tips += stake - returned[field[0]] + net
        else:
            earlier, stays = got.get((field, tip), 0), left.get((field, tip), 0)
            fields.append((field, stake - earlier, net + earlier - stays + prizes.get(field, 0)))
    share = dealers_share(round_)
    pending = _pending(_carried_wagers(round_)), _pending(left_on_layout(round_))
    bank = -sum(nets.values()) - share - sum(prizes.values())
    return Settled(tuple(fields), tips + share, bank, *pending, *_lights(round_))


def _lights(round_: Round) -> tuple[tuple[tuple[Field, int, int], ...], bool]:
    rules, boxes = round_.sheet.rules.lights, round_.boxes
    assert round_.settlement is not None
    lights = tuple(
        ((boxes[one.box].number, boxes[one.box].bettors[one.bettor].number), one.before, one.after)
        for one in round_.settlement.lights
    )
    return lights, rules is not None and rules.left == "kept"


def _carried_wagers(round_: Round) -> list[Action]:
    return [
        bet(box.number, wager.amount, wager.bet, bettor.number, wager.carried)
        for box in round_.boxes
        for bettor in box.bettors
        for wager in bettor.sides
        if not wager.is_new
    ]


def _pending(bets: Iterable[Action]) -> tuple[tuple[Field, Pending], ...]:
    by_field: dict[Field, list[tuple[str, int, int]]] = {}
    for one in bets:
        if one.spot != LIGHTS:
            by_field.setdefault((one.box, one.bettor), []).append((one.spot, one.amount, one.carried))
    return tuple((field, tuple(sorted(some))) for field, some in by_field.items())


@cache
def _redealer() -> Redealer[Settled]:
    return Redealer(settled, cache(load_sheet))


class Rounds:
    """Collects rounds in progress, and deals finished rounds again."""

    def __init__(self) -> None:
        self._in_progress: dict[str, _RoundSoFar] = {}

    @staticmethod
    def reads(answer: str) -> bool:
        """Whether an answer is needed here. Most are not, and parsing them would take a third of the time."""
        return '"over":true' in answer or '"seats":' in answer

    def event(self, number: int, kind: str, about: str, body: str, answer: dict[str, Any]) -> Due | None:
        """Takes an event of a round; if it ends the round, returns what the round should have moved."""
        try:
            so_far = self._in_progress.get(about)
            if so_far is None:
                so_far = self._in_progress[about] = _RoundSoFar()
            so_far.take(kind, body, answer)
            if not answer.get("over"):
                return None
            del self._in_progress[about]
            return _deal_again(number, about, answer.get("notation", ""), so_far)
        except UNREADABLE as error:
            return unreadable(number, about, error)


def unreadable(number: int, about: str, error: Exception) -> Due:
    return Due(number, about, "", {}, 0, 0, f"event {number} cannot be read: {error!r}"[:200])


def _deal_again(event: int, about: str, notation: str, so_far: _RoundSoFar) -> Due:
    game = notation.split(" ", 1)[0]
    if so_far.seats is None:
        return Due(event, about, game, {}, 0, 0, "its deal is not in the books")
    try:
        paid = _redealer()(notation)
    except NotationError as error:
        return Due(event, about, game, {}, 0, 0, f"could not have been dealt: {error}")
    if (decisions := _decisions(notation)) != so_far.decisions:
        return Due(event, about, game, {}, 0, 0, f"its decisions are {decisions}; the players sent {so_far.decisions}")
    try:
        got, left = ({(so_far.seats[field], field[0]): some for field, some in part} for part in (paid.got, paid.left))
        played = tuple(dict.fromkeys((so_far.seats[field], field[0]) for field, _, _ in paid.fields))
        lights = {(so_far.seats[field], field[0]): (before, after) for field, before, after in paid.lights}
        money = _by_player(paid, so_far.seats), paid.tips, paid.bank
        return Due(event, about, game, *money, "", got, left, played, lights, paid.lights_kept)
    except KeyError as error:
        return Due(event, about, game, {}, 0, 0, f"nobody sat at the field {error}, which played")


def _decisions(notation: str) -> list[str]:
    """The players' decisions in a notation: every word after the bets but cards, spins, absences and interruptions."""
    words = notation.partition(" |")[2].partition(' X"')[0].split()
    return [word for word in words if word not in CODES and word != "|" and word[0] not in "!~X*"]


def _by_player(paid: Settled, seats: dict[Field, str]) -> dict[str, Money]:
    players = dict.fromkeys(seats.values(), Money(0, 0))
    for field, staked, gained in paid.fields:
        before = players[seats[field]]
        players[seats[field]] = Money(before.staked + staked, before.gained + gained)
    return players
