"""Finished rounds of a table from the books: dealt again, with the players at each box and the jackpot's results."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from lammer.cards.card import NAMES
from lammer.cards.hand import hand_total
from lammer.floor.accounts import chips
from lammer.floor.house import Floor
from lammer.floor.state import sheet_of
from lammer.floor.view_types import PastRound, PastSeat
from lammer.table.actions import Action, Refused, bet, main_wager, spin
from lammer.table.betting import default_meters, open_round
from lammer.table.drive import Played
from lammer.table.notation import NotationError, read_round, write_round
from lammer.table.records import seat_records
from lammer.table.round import apply, begin
from lammer.table.state import Waits
from lammer.table.view_types import SeatRecord
from lammer.table.wheel import pending

_SPOT = re.compile(r"spot (\d+): ")
Field = tuple[int, int]


class Past(NamedTuple):
    """``seats`` names the player of each box and bettor; ``jackpot`` has, by box, the progressive wager and its win;
    ``meters`` are the jackpot's levels before the deal."""

    table: str
    number: int
    at: str
    notation: str
    seats: dict[Field, str]
    jackpot: dict[int, tuple[int, int]]
    meters: dict[str, int]
    stops: dict[int, int]
    """The stops of the jackpot's spins, by box."""

    @property
    def played(self) -> Played:
        return replayed(self.notation)


@lru_cache(maxsize=1024)
def replayed(notation: str) -> Played:
    """A round from the books, dealt again. Sheets are shared, so that their caches are too."""
    return read_round(notation, load=sheet_of)


def past_round(floor: Floor, table: str, number: int) -> Past:
    """A finished round."""
    events = floor.round_events(table, number)
    answers = [json.loads(event["answer"]) for event in events]
    notation = next((answer["notation"] for answer in reversed(answers) if "notation" in answer), "")
    seats: list[tuple[int, int, str]] = next((answer["seats"] for answer in answers if "seats" in answer), [])
    names = {(box, bettor): player for box, bettor, player in seats}
    steps = [step for answer in answers for step in answer.get("progressive", [])]
    wagers, meters = _sensed(steps)
    won = _won(events, names)
    jackpot = {box: (amount, won.get(box, 0)) for box, amount in wagers.items()}
    at = events[-1]["at"] if events else ""
    return Past(table, number, at, notation, names, jackpot, meters, _stops(steps))


def past_rounds(floor: Floor, table: str, before: int, most: int) -> Iterator[Past]:
    """The last finished rounds of a table, newest first; ``before`` is a round number, for paging."""
    state = floor.table(table)
    last = state.round - (1 if state.inputs else 0)
    newest = min(last, before - 1) if before else last
    for number in range(newest, max(newest - most, 0), -1):
        past = past_round(floor, table, number)
        if past.notation:
            yield past


def _sensed(steps: list[dict[str, Any]]) -> tuple[dict[int, int], dict[str, int]]:
    wagers: dict[int, int] = {}
    for step in steps:
        if step["kind"] == "wager":
            wagers |= {int(box): int(amount) for box, amount in step["said"].get("wagers", {}).items()}
    meters = steps[0]["answer"].get("meters", {}).get("before", {}) if steps else {}
    return {box: amount for box, amount in wagers.items() if amount}, dict(meters)


def _stops(steps: list[dict[str, Any]]) -> dict[int, int]:
    stops = [step["said"].get("stops", {}) for step in steps if step["kind"] == "deal"]
    return {int(box): int(stop) for some in stops for box, stop in some.items()}


def _won(events: list[Mapping[str, Any]], names: Mapping[Field, str]) -> dict[int, int]:
    accounts = {chips(player) for player in names.values()}
    won: dict[int, int] = {}
    for entry in (entry for event in events for entry in event["entries"]):
        spot = _SPOT.match(entry["reason"])
        if spot and entry["credit"] in accounts:
            won[int(spot[1])] = won.get(int(spot[1]), 0) + entry["amount"]
    return won


def past_round_view(past: Past) -> PastRound:
    try:
        round_ = past.played.round
    except NotationError:
        return _unknown(past)
    assert round_.settlement is not None  # the round is over
    records = seat_records(round_, round_.settlement)
    return {
        "round": past.number,
        "at": past.at,
        "notation": past.notation,
        "shared": shared_notation(past),
        "dealer": [NAMES[code] for code in round_.dealer],
        "dealer_total": round_.dealer_total,
        "void": round_.void,
        "seats": [_seat(past, seat) for seat in records],
    }


def _unknown(past: Past) -> PastRound:
    """A round that cannot be dealt again; its notation, if any, is shown unchanged."""
    return {
        "round": past.number,
        "at": past.at,
        "notation": past.notation,
        "shared": past.notation,
        "dealer": [],
        "dealer_total": 0,
        "void": True,
        "seats": [],
    }


def _seat(past: Past, seat: SeatRecord) -> PastSeat:
    limit = past.played.round.sheet.rules.points.limit
    box, bettor = seat["seat"], seat["bettor"]
    wager, won = past.jackpot.get(box, (0, 0))
    return {
        "box": box,
        "bettor": bettor,
        "player": past.seats.get((box, bettor), ""),
        "hands": [
            {
                "cards": list(hand["cards"]),
                "total": hand_total([NAMES.index(card) for card in hand["cards"]], limit)[0],
                "net": hand["net"],
            }
            for hand in seat["hands"]
        ],
        "wager": main_wager(seat["wagers"]),
        "net": seat["net"],
        "jackpot": wager,
        "jackpot_net": won - wager,
    }


def shared_notation(past: Past) -> str:
    """The notation with the progressive wagers and the meters. On the floor these wagers belong to the sensors and are
    not part of the round; without them the notation would not show the whole game."""
    played = past.played
    sheet = played.round.sheet
    if not past.jackpot or not sheet.jackpots:
        return past.notation
    spot = next((bet for bet, one in sheet.jackpots.items() if past.meters.keys() <= one.levels.keys()), "")
    meters = tuple(meter._replace(amount=past.meters.get(meter.level, meter.amount)) for meter in default_meters(sheet))
    try:
        return write_round(_dealt_again(past, spot, meters))
    except Refused:
        return past.notation


def _with_wagers(bets: tuple[Action, ...], spot: str, jackpot: Mapping[int, tuple[int, int]]) -> tuple[Action, ...]:
    more = [bet(box, amount, spot) for box, (amount, _) in sorted(jackpot.items())]
    return tuple(
        action
        for box in dict.fromkeys(one.box for one in bets)
        for action in (*(one for one in bets if one.box == box), *(one for one in more if one.box == box))
    )


def _dealt_again(past: Past, spot: str, meters: tuple[Any, ...]) -> Played:
    """The round with the wagers on the sensors, and with the spins that they won."""
    bets = _with_wagers(past.played.bets, spot, past.jackpot)
    round_, events = begin(open_round(past.played.round.sheet, meters), bets)
    left, log = list(past.played.log), list[Action]()
    while left or round_.waits is Waits.SPIN:
        won = pending(round_) if round_.waits is Waits.SPIN else None
        mine = won if won is not None and won.bet == spot else None
        log.append(spin(past.stops[round_.boxes[mine.box].number]) if mine is not None else left.pop(0))
        round_, more = apply(round_, log[-1])
        events = (*events, *more)
    return Played(round_, bets, tuple(log), events, meters)
