"""The pit report: the win of each table in a period, compared with its theoretical win, with an alarm if chance is an
unlikely explanation of the difference."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from math import sqrt
from typing import Any, Literal, NamedTuple

from lammer.floor.pit.rounds import Note, RoundFigures, ShiftChange

By = Literal["table", "shift", "day", "month"]
NORMAL_95 = 1.959963984540054
"""The number of standard deviations on either side of the mean that contain 95% of a normal distribution."""
MIN_ROUNDS = 30
"""With fewer rounds the sum of results is too far from normal for an alarm."""
BREAK = timedelta(minutes=15)
"""A longer pause between two rounds is a break and not counted as playing time."""


class Line(NamedTuple):
    """A table in a period. Money in minor units; the win is between ``low`` and ``high`` with a probability of 95%."""

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
    """The win as a fraction of the handle."""
    theoretical_hold: float | None
    hours: float
    rounds_an_hour: float | None
    unvalued: int
    alarm: Literal["", "open", "closed"]
    note: str
    noted_by: str

    def as_json(self) -> dict[str, Any]:
        values = self._asdict()
        places = {"theory": 2, "low": 2, "high": 2, "hours": 3, "rounds_an_hour": 2, "hold": 6, "theoretical_hold": 6}
        return values | {name: None if values[name] is None else round(values[name], to) for name, to in places.items()}


def pit_report(
    rounds: Iterable[RoundFigures], by: By, shifts: Iterable[ShiftChange] = (), notes: Iterable[Note] = ()
) -> list[Line]:
    """One line for every table and period with rounds, ordered by table and time."""
    changes = list(shifts)
    groups = dict[tuple[str, str], list[RoundFigures]]()
    for one in rounds:
        groups.setdefault((one.table, _period(one, by, changes)), []).append(one)
    noted = {_about(note): note for note in notes}  # the last note counts
    order = sorted(groups.items(), key=lambda item: (item[0][0], item[1][0].event))
    return [_line(table, period, some, noted.get((table, by, period))) for (table, period), some in order]


def _period(one: RoundFigures, by: By, shifts: list[ShiftChange]) -> str:
    if by == "table":
        return "all"
    if by == "shift":
        return str(1 + sum(change.table == one.table and change.event < one.event for change in shifts))
    return one.at.date().isoformat() if by == "day" else one.at.strftime("%Y-%m")


def _about(note: Note) -> tuple[str, str, str]:
    figures = note.said
    return str(figures.get("table")), str(figures.get("by")), str(figures.get("period"))


def _line(table: str, period: str, rounds: list[RoundFigures], note: Note | None) -> Line:
    played = [one for one in rounds if not one.void]
    handle, win = sum(one.handle for one in played), sum(one.win for one in rounds)
    theory = sum(one.theory.win for one in rounds)
    margin = NORMAL_95 * sqrt(sum(one.theory.variance for one in rounds))
    hours = played_hours([one.at for one in rounds])
    outside = len(played) >= MIN_ROUNDS and abs(win - theory) > margin
    # A note closes the alarm that its writer saw; after further rounds the alarm may be open again.
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
        low=theory - margin,
        high=theory + margin,
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
    """The time between rounds, without breaks."""
    gaps = (later - earlier for earlier, later in pairwise(times))
    return sum(gap.total_seconds() for gap in gaps if gap <= BREAK) / 3600


def report_csv(lines: Iterable[Line]) -> str:
    """The report for a spreadsheet: money in currency units, with a decimal point."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Line._fields)
    for line in lines:
        values = line.as_json()
        for name in ("handle", "win", "theory", "low", "high"):
            values[name] = f"{values[name] / 100:.2f}"
        writer.writerow(["" if value is None else _plain(value) for value in values.values()])
    return out.getvalue()


def _plain(value: object) -> object:
    """Escapes a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") and not _number(value) else value


def _number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
