"""The pit report: what each table won in a period against what it should have won, with an alarm where chance alone
would hardly explain the difference."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from math import sqrt
from typing import Any, Literal, NamedTuple

from lammer.floor.pit.rounds import Note, RoundFigures, ShiftChange

By = Literal["table", "shift", "day", "month"]
SURE = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95% of a normal distribution."""
FEWEST = 30
"""Rounds below which the sum of results is too far from normal for an alarm."""
BREAK = timedelta(minutes=15)
"""A longer pause between two rounds is a break, and not time in which the table was played."""


class Line(NamedTuple):
    """A table in a period. Money in minor units; ``low`` and ``high`` bound the win with 95%."""

    table: str
    period: str
    begins: str
    ends: str
    rounds: int
    void: int
    handle: int
    win: int
    theory: float
    low: float
    high: float
    hold: float | None
    """Win as a share of the handle."""
    theoretical_hold: float | None
    hours: float
    rounds_an_hour: float | None
    unvalued: int
    alarm: Literal["", "open", "closed"]
    note: str
    noted_by: str

    def as_json(self) -> dict[str, Any]:
        told = self._asdict()
        rounded = {"theory": 2, "low": 2, "high": 2, "hours": 3, "rounds_an_hour": 2, "hold": 6, "theoretical_hold": 6}
        return told | {name: None if told[name] is None else round(told[name], to) for name, to in rounded.items()}


def pit_report(
    rounds: Iterable[RoundFigures], by: By, shifts: Iterable[ShiftChange] = (), notes: Iterable[Note] = ()
) -> list[Line]:
    """One line for every table and period in which it was played, in the order of tables and time."""
    changes = list(shifts)
    found = dict[tuple[str, str], list[RoundFigures]]()
    for one in rounds:
        found.setdefault((one.table, _period(one, by, changes)), []).append(one)
    noted = {_about(note): note for note in notes}  # the last one counts
    order = sorted(found.items(), key=lambda item: (item[0][0], item[1][0].event))
    return [_line(table, period, some, noted.get((table, by, period))) for (table, period), some in order]


def _period(one: RoundFigures, by: By, shifts: list[ShiftChange]) -> str:
    if by == "table":
        return "all"
    if by == "shift":
        return str(1 + sum(change.table == one.table and change.event < one.event for change in shifts))
    return one.at.date().isoformat() if by == "day" else one.at.strftime("%Y-%m")


def _about(note: Note) -> tuple[str, str, str]:
    said = note.said
    return str(said.get("table")), str(said.get("by")), str(said.get("period"))


def _line(table: str, period: str, rounds: list[RoundFigures], note: Note | None) -> Line:
    played = [one for one in rounds if not one.void]
    handle, win = sum(one.handle for one in played), sum(one.win for one in rounds)
    theory = sum(one.theory.win for one in rounds)
    stray = SURE * sqrt(sum(one.theory.variance for one in rounds))
    hours = played_hours([one.at for one in rounds])
    outside = len(played) >= FEWEST and abs(win - theory) > stray
    # A note closes the alarm that its writer saw; more rounds may raise another.
    closes = note is not None and note.said.get("rounds") == len(rounds)
    return Line(
        table=table,
        period=period,
        begins=rounds[0].at.isoformat(),
        ends=rounds[-1].at.isoformat(),
        rounds=len(rounds),
        void=len(rounds) - len(played),
        handle=handle,
        win=win,
        theory=theory,
        low=theory - stray,
        high=theory + stray,
        hold=win / handle if handle else None,
        theoretical_hold=theory / handle if handle else None,
        hours=hours,
        rounds_an_hour=(len(rounds) - 1) / hours if hours else None,
        unvalued=sum(one.theory.unvalued for one in rounds),
        alarm="" if not outside else "closed" if closes else "open",
        note=str(note.said.get("note", "")) if note else "",
        noted_by=note.by if note else "",
    )


def played_hours(times: list[datetime]) -> float:
    """The time from round to round, without breaks."""
    gaps = (later - earlier for earlier, later in pairwise(times))
    return sum(gap.total_seconds() for gap in gaps if gap <= BREAK) / 3600


def report_csv(lines: Iterable[Line]) -> str:
    """For a spreadsheet: money in currency units, a point for decimals."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Line._fields)
    for line in lines:
        said = line.as_json()
        for name in ("handle", "win", "theory", "low", "high"):
            said[name] = f"{said[name] / 100:.2f}"
        writer.writerow(["" if value is None else _plain(value) for value in said.values()])
    return out.getvalue()


def _plain(value: object) -> object:
    """A text that a spreadsheet would take for a formula is kept a text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") and not _number(value) else value


def _number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
