"""Seats at a table: players take and leave them, idle seats are freed, and players on a box move up."""

from datetime import datetime, timedelta
from typing import Any

from lammer.floor.cut import with_offer
from lammer.floor.lights import keep_lights, with_own_lights
from lammer.floor.money import bets_of, holding, returning
from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import Done, Now, under_way, with_
from lammer.floor.state import FloorTable, Seat, round_of, sheet_of
from lammer.ledger.records import Entry
from lammer.rules.sheet import HOUSE

Freed = tuple[tuple[int, str], ...]
"""Box and player of seats that were freed."""


def sit(now: Now, box: int, bettor: int = 0) -> Done:
    """Takes a free field of a box, the owner's first. A field whose player has not bet for a long time is free too."""
    _may_play(now)
    now, gone, entries = _without_idle(now, box, bettor)
    sheet = sheet_of(now.table.game, now.table.overrides)
    limits, places = sheet.rules.limits, sheet.clause("limits.bettors")
    on_box = [seat for seat in now.table.seats if seat.box == box]
    bettor = bettor or len(on_box) + 1
    if now.table.status != "open":
        raise FloorRefused("table-closed", "this table is closed")
    if not 1 <= box <= limits.boxes:
        raise FloorRefused("no-such-box", f"this table has boxes 1 to {limits.boxes}")
    if any(seat.player == now.player for seat in on_box):
        raise FloorRefused(
            "one-field", f"you already have a seat on box {box}; a player may have one on each box", places
        )
    if bettor <= len(on_box):
        raise FloorRefused("seat-taken", f"box {box} is taken")
    if bettor > limits.bettors:
        raise FloorRefused("box-full", f"a box of this game has room for {limits.bettors}", places)
    if bettor != len(on_box) + 1:
        raise FloorRefused("owner-first", "fields of a box are taken in order, the owner's first")
    seat = Seat(box=box, bettor=bettor, player=now.player, active=now.time.isoformat())
    table, seat = with_own_lights(now.table, seat)
    seats = tuple(sorted((*table.seats, seat), key=lambda one: (one.box, one.bettor)))
    answer: dict[str, Any] = {"box": box, "bettor": bettor}
    if gone:
        answer["unseated"] = [list(one) for one in gone]
    return Done(with_offer(with_(table, seats=seats), now.time), entries, answer)


def _may_play(now: Now) -> None:
    """A person who runs a table may not play at it."""
    if now.training:
        return
    if now.player == now.table.dealer:
        raise FloorRefused("own-table", "you are on duty here: go off duty before you sit down", HOUSE)
    if now.player in now.table.opened_by:
        raise FloorRefused("own-table", "you opened this table: play at one that another dealer opened", HOUSE)


def _without_idle(now: Now, box: int, bettor: int) -> tuple[Now, Freed, tuple[Entry, ...]]:
    """The table for a player who wants a full box: without the first player of the box who has not bet for a long
    time."""
    on_box = [seat for seat in now.table.seats if seat.box == box]
    room = sheet_of(now.table.game, now.table.overrides).rules.limits.bettors
    wanted = [seat for seat in on_box if seat.bettor == bettor] if bettor else on_box if len(on_box) >= room else []
    idle = [seat for seat in wanted if seat.player != now.player and _idle_for_long(now, seat)][:1]
    if not idle:
        return now, (), ()
    seats, gone = freed(now.table.seats, {(seat.box, seat.bettor) for seat in idle})
    table = keep_lights(with_(now.table, seats=seats, unseated=(*now.table.unseated, *gone)), idle)
    entries = [] if under_way(table) else holding(table, bets_of(now.table), bets_of(table))
    return now._replace(table=table), gone, (*entries, *returning(table, idle))


def _idle_for_long(now: Now, seat: Seat) -> bool:
    """A player who is ready is not idle: they wait for the others, or play."""
    if not (now.table.idle_seconds and seat.active) or seat.ready:
        return False
    return now.time - datetime.fromisoformat(seat.active) >= timedelta(seconds=now.table.idle_seconds)


def freed(seats: tuple[Seat, ...], fields: set[tuple[int, int]]) -> tuple[tuple[Seat, ...], Freed]:
    """The seats without those on some fields, where players behind them move up; and box and player of freed seats."""
    gone = [seat for seat in seats if (seat.box, seat.bettor) in fields]
    for one in reversed(gone):
        seats = tuple(_moved_up(seat, one) for seat in seats if seat is not one)
    return seats, tuple((one.box, one.player) for one in gone)


def seat_of(now: Now, box: int) -> Seat:
    """The seat of the acting player on a box."""
    own = [seat for seat in now.table.seats if seat.player == now.player and seat.box == box]
    if not own:
        raise FloorRefused("not-your-box", f"you do not sit at box {box}")
    return own[0]


def leave(now: Now, box: int) -> Done:
    """Frees the seat and returns bets for the coming round and those still on the layout. Players behind on the box
    move up; the first of them then owns it (EU 1.5)."""
    seat = seat_of(now, box)
    lit = now.jackpot is not None and now.jackpot.lit and bool(seat.bets)
    if lit or (under_way(now.table) and _plays(now.table, seat)):
        raise FloorRefused("round-under-way", "leave when the round is over; until then you may be called absent")
    left = tuple(_moved_up(one, seat) for one in now.table.seats if one is not seat)
    table = keep_lights(with_(now.table, seats=left), [seat])
    entries = [] if under_way(table) else holding(table, bets_of(now.table), bets_of(table))
    if not under_way(table) and not any(one.ready for one in left) and not table.cut_asked[0]:
        table = with_(table, deadline="")
    return Done(with_offer(table, now.time), (*entries, *returning(table, [seat])), {"left": box})


def _moved_up(seat: Seat, gone: Seat) -> Seat:
    behind = seat.box == gone.box and seat.bettor > gone.bettor
    return seat.model_copy(update={"bettor": seat.bettor - 1}) if behind else seat


def _plays(table: FloorTable, seat: Seat) -> bool:
    boxes = {box.number: box for box in round_of(table).boxes}
    return seat.box in boxes and any(one.number == seat.bettor for one in boxes[seat.box].bettors)
