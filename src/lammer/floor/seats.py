"""Places at a table: taken, left, and moved up into when somebody before them leaves."""

from lammer.floor.cut import with_offer
from lammer.floor.money import bets_of, holding
from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import Done, Now, under_way, with_
from lammer.floor.state import FloorTable, Seat, round_of, sheet_of


def sit(now: Now, box: int, bettor: int = 0) -> Done:
    """A free field of a box, the owner's first."""
    sheet = sheet_of(now.table.game, now.table.overrides)
    limits, places = sheet.rules.limits, sheet.clause("limits.bettors")
    on_box = [seat for seat in now.table.seats if seat.box == box]
    bettor = bettor or len(on_box) + 1
    if now.table.status != "open":
        raise FloorRefused("table-closed", "this table is closed")
    if not 1 <= box <= limits.boxes:
        raise FloorRefused("no-such-box", f"this table has boxes 1 to {limits.boxes}")
    if any(seat.player == now.player for seat in on_box):
        raise FloorRefused("one-field", f"you have a place on box {box} already; a player has one on each box", places)
    if bettor <= len(on_box):
        raise FloorRefused("seat-taken", f"box {box} is taken")
    if bettor > limits.bettors:
        raise FloorRefused("box-full", f"a box of this game has room for {limits.bettors}", places)
    if bettor != len(on_box) + 1:
        raise FloorRefused("owner-first", "fields of a box are taken in order, the owner's first")
    seat = Seat(box=box, bettor=bettor, player=now.player)
    seats = tuple(sorted((*now.table.seats, seat), key=lambda one: (one.box, one.bettor)))
    return Done(with_offer(with_(now.table, seats=seats), now.time), answer={"box": box, "bettor": bettor})


def seat_of(now: Now, box: int) -> Seat:
    """The asking player's place on a box."""
    found = [seat for seat in now.table.seats if seat.player == now.player and seat.box == box]
    if not found:
        raise FloorRefused("not-your-box", f"you do not sit at box {box}")
    return found[0]


def leave(now: Now, box: int) -> Done:
    """The place is free again and bets for the coming round come back. Those behind on the box move up: it then belongs
    to the next of them (EU 1.5)."""
    seat = seat_of(now, box)
    lit = now.jackpot is not None and now.jackpot.lit and bool(seat.bets)
    if lit or (under_way(now.table) and _plays(now.table, seat)):
        raise FloorRefused("round-under-way", "leave when the round is over; until then you may be called absent")
    left = tuple(_moved_up(one, seat) for one in now.table.seats if one is not seat)
    table = with_(now.table, seats=left)
    entries = [] if under_way(table) else holding(table, bets_of(now.table), bets_of(table))
    if not under_way(table) and not any(one.ready for one in left) and not table.cut_asked[0]:
        table = with_(table, deadline="")
    return Done(with_offer(table, now.time), tuple(entries), {"left": box})


def _moved_up(seat: Seat, gone: Seat) -> Seat:
    behind = seat.box == gone.box and seat.bettor > gone.bettor
    return seat.model_copy(update={"bettor": seat.bettor - 1}) if behind else seat


def _plays(table: FloorTable, seat: Seat) -> bool:
    boxes = {box.number: box for box in round_of(table).boxes}
    return seat.box in boxes and any(one.number == seat.bettor for one in boxes[seat.box].bettors)
