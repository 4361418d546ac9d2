"""What a step at a table is told, and what it gives back."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from lammer.floor.jackpot import JackpotHand
from lammer.floor.state import FloorTable
from lammer.ledger.records import Entry


class Now(NamedTuple):
    """A table, who asks, and when."""

    table: FloorTable
    player: str
    time: datetime
    jackpot: JackpotHand | None = None
    supervised: bool = False
    """Whether a supervisor is on the floor who could answer a call."""
    training: bool = True
    """Whether one person may play every part here."""

    @property
    def sensor(self) -> str:
        """The bet that is the jackpot's and not the round's."""
        return self.jackpot.bet if self.jackpot else ""


class Done(NamedTuple):
    table: FloorTable
    entries: tuple[Entry, ...] = ()
    answer: dict[str, Any] = {}  # noqa: RUF012 (never changed)


def under_way(table: FloorTable) -> bool:
    return bool(table.inputs)


def with_(table: FloorTable, **changes: Any) -> FloorTable:
    return table.model_copy(update=changes)


def turn_times(table: FloorTable, time: datetime) -> dict[str, str]:
    """For whoever is to act or to cut now: when the clock calls them absent, and when a dealer may."""
    return {
        "deadline": after(time, table.turn_seconds),
        "absent_from": after(time, table.turn_seconds or table.absent_seconds),
    }


NO_TURN = {"deadline": "", "absent_from": ""}


def after(time: datetime, seconds: int) -> str:
    """A deadline; none where no clock runs."""
    return (time + timedelta(seconds=seconds)).isoformat() if seconds else ""
