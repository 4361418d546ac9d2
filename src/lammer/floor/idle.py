"""Closes tables and frees seats that nobody uses any more, so that the lobby lists only tables in use.

Nothing expires while a round is in progress, a bet is placed or a dealer is on duty.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from lammer.floor.cut import with_offer
from lammer.floor.lights import keep_lights
from lammer.floor.money import returning
from lammer.floor.refusals import FloorRefused
from lammer.floor.seats import freed
from lammer.floor.situation import Done, Now, under_way, with_
from lammer.floor.state import FloorTable, Seat, table_document
from lammer.ledger.records import Posted

if TYPE_CHECKING:
    from lammer.floor.house import Floor

CLOCK = "clock"
SECONDS = 4 * 3600


class IdleLimits(NamedTuple):
    """Seconds without a command until a table is closed, and until a guest's seat is freed; 0 for never."""

    tables: int = SECONDS
    guests: int = SECONDS


def nothing_at_stake(table: FloorTable) -> bool:
    return not under_way(table) and not any(seat.bets for seat in table.seats)


def free_seats(now: Now, seconds: int) -> Done:
    """Frees the seats of players who have not bet for this many seconds."""
    idle = _idle_seats(now.table, now.time, seconds) if nothing_at_stake(now.table) else set()
    if not idle:
        raise FloorRefused("not-idle", "no seat of this table is idle")
    seats, gone = freed(now.table.seats, idle)
    table = with_offer(with_(now.table, seats=seats, unseated=(*now.table.unseated, *gone)), now.time)
    left = [seat for seat in now.table.seats if (seat.box, seat.bettor) in idle]
    table = keep_lights(table, left)
    return Done(table, tuple(returning(table, left)), {"unseated": [list(one) for one in gone]})


def _idle_seats(table: FloorTable, time: datetime, seconds: int) -> set[tuple[int, int]]:
    def idle(seat: Seat) -> bool:
        return bool(seat.active) and time - datetime.fromisoformat(seat.active) >= timedelta(seconds=seconds)

    return {(seat.box, seat.bettor) for seat in table.seats if idle(seat)}


def close_if_idle(floor: "Floor", table: FloorTable, seconds: int) -> Posted | None:
    """Closes a table without a command for this many seconds; None if it is in use or has bets."""
    if not seconds or table.status != "open" or table.dealer or not nothing_at_stake(table):
        return None
    written = floor.journal.last_written(table_document(table.table))
    if written is None or floor.now() - datetime.fromisoformat(written.at) < timedelta(seconds=seconds):
        return None
    # The key is derived from the last event, so that several servers close the table only once.
    key = f"{CLOCK}: {table.table} is idle since event {written.number}"
    return floor.do("close", key, CLOCK, table.table, reason=f"nobody used it for {_span(seconds)}")


def free_if_idle(floor: "Floor", table: FloorTable, seconds: int) -> Posted | None:
    """Frees the seats of guests who have left; None if there are none."""
    if not seconds or not nothing_at_stake(table) or not _idle_seats(table, floor.now(), seconds):
        return None
    oldest = min(seat.active for seat in table.seats if seat.active)
    return floor.do(
        "free-seats", f"{CLOCK}: {table.table}, seats idle since {oldest}", CLOCK, table.table, seconds=seconds
    )


def _span(seconds: int) -> str:
    minutes = max(seconds // 60, 1)
    number, unit = (minutes // 60, "hour") if minutes % 60 == 0 else (minutes, "minute")
    return f"{number} {unit}{'s' if number != 1 else ''}"
