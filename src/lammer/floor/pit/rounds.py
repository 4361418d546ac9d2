"""The figures of the finished rounds in the books: handle, the house's win, and its theoretical win."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from lammer.floor.money import at_stake, from_earlier
from lammer.floor.pit.theory import RoundTheory, round_theory
from lammer.floor.verify.rounds import settled
from lammer.ledger.verify.evidence import evidence
from lammer.table.drive import Played
from lammer.table.notation import read_round

_OVER = (
    "SELECT number, at, about, answer FROM events "
    "WHERE number > {after} AND about LIKE 'floor/%' AND answer LIKE '%\"over\":true%' ORDER BY number"
)
_NOTES = "SELECT number, actor, at, body FROM events WHERE kind = 'pit-note' ORDER BY number"
_SHIFTS = "SELECT number, at, answer FROM events WHERE kind = 'pit-prepare' ORDER BY number"
_SIGNED = "SELECT answer FROM events WHERE kind = 'pit-sign' ORDER BY number"
NO_THEORY = RoundTheory(0.0, 0.0, 0)


class RoundFigures(NamedTuple):
    """Money in minor units. An interrupted round has no handle and no theory, but may have a win or a loss."""

    table: str
    number: int
    event: int
    at: datetime
    handle: int
    win: int
    theory: RoundTheory
    void: bool


class ShiftChange(NamedTuple):
    """A signed inventory: the previous shift ends with the event that counted the tray."""

    table: str
    form: str
    event: int
    at: str


class Note(NamedTuple):
    event: int
    by: str
    at: str
    said: dict[str, object]


Theory = Callable[[Played], RoundTheory]
OnProgress = Callable[[int], None]


def finished_rounds(
    where: str,
    table: str = "",
    theory: Theory = round_theory,
    on_progress: OnProgress = lambda _done: None,
    after: int = 0,
) -> Iterator[RoundFigures]:
    """Every finished round in order; ``table`` selects those of one table, ``after`` those that ended after an
    event."""
    with evidence(where) as ask:
        for done, (event, at, about, answer) in enumerate(ask(_OVER.format(after=after)), start=1):
            on_progress(done)
            parts = about.split("/")
            if len(parts) != 3 or table not in ("", parts[1]) or not (line := json.loads(answer).get("notation")):
                continue
            yield _figures(parts[1], int(parts[2]), event, at, line, theory)


def _figures(table: str, number: int, event: int, at: str, line: str, theory: Theory) -> RoundFigures:
    played = read_round(line)
    void = played.round.void
    handle = 0 if void else sum(at_stake(played.round).values()) - sum(from_earlier(played.round).values())
    expected = NO_THEORY if void else theory(played)
    won = settled(played.round).bank
    return RoundFigures(table, number, event, datetime.fromisoformat(at), handle, won, expected, void)


def shift_changes(where: str) -> list[ShiftChange]:
    """Signed inventories in the order in which the trays were counted."""
    with evidence(where) as ask:
        signed = {form["form"] for (answer,) in ask(_SIGNED) if (form := json.loads(answer))["status"] == "signed"}
        prepared = [(event, at, json.loads(answer)) for event, at, answer in ask(_SHIFTS)]
    return [
        ShiftChange(form["table"], form["form"], event, at)
        for event, at, form in prepared
        if form["kind"] == "inventory" and form["form"] in signed
    ]


def notes(where: str) -> list[Note]:
    with evidence(where) as ask:
        return [Note(event, by, at, json.loads(body)) for event, by, at, body in ask(_NOTES)]
