"""The input (``Now``) and the result (``Done``) of a step at a table."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from lammer.floor.jackpot import JackpotHand
from lammer.floor.state import FloorTable
from lammer.ledger.records import Entry


class Now(NamedTuple):
    """A table, the player who sent the command, and the time."""

    table: FloorTable
    player: str
    time: datetime
    jackpot: JackpotHand | None = None
    supervised: bool = False
    """Whether a supervisor could answer a call."""
    training: bool = True
    """Whether one person may take every role here."""

    @property
    def sensor(self) -> str:
        """The bet that belongs to the jackpot and not to the round; empty without a jackpot."""
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
    """The times from which the clock and a dealer may call the player absent who is to act or to cut now."""
    return {
        "deadline": after(time, table.turn_seconds),
        "absent_from": after(time, table.turn_seconds or table.absent_seconds),
    }


NO_TURN = {"deadline": "", "absent_from": ""}


def after(time: datetime, seconds: int) -> str:
    """A deadline; empty if there is no time limit (0 seconds)."""
    return (time + timedelta(seconds=seconds)).isoformat() if seconds else ""
