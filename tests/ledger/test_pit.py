"""Numbered forms of the pit and its report: two persons, chips that move as the form says, and figures that are
compared with a computation of their own."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.accounts import CAGE, bank, side_of
from lammer.floor.house import create_floor
from lammer.floor.pit.desk import PitDesk
from lammer.floor.pit.report import NORMAL_95, Line, pit_report, played_hours, report_csv
from lammer.floor.pit.rounds import Note, RoundFigures, finished_rounds, notes, shift_changes
from lammer.floor.pit.theory import RoundTheory
from lammer.floor.refusals import FloorRefused
from lammer.floor.verify import pit as pit_check
from lammer.floor.verify import verify_play
from lammer.ledger.records import Command, Entry, Posting
from lammer.ledger.verify import verify
from tests.floor_play import Play

ROLES = {
    "dealer": {"dana", "dirk"},
    "supervisor": {"sam", "sue"},
    "executive": {"erin"},
    "auditor": {"alf"},
}
TRAY = {500: 20, 2500: 8}
START = datetime(2026, 1, 31, 22, 0, tzinfo=UTC)


class Pit:
    """A floor with staff, a clock that the test moves, and one table."""

    def __init__(self, folder: Path) -> None:
        self.where, self.now, self._keys = folder / "floor.db", START, count(1)
        self.floor = create_floor(self.where, folder / "floor.key", now=lambda: self.now)
        self.play = Play(self.floor, "sd-free-bet", 1, seed=3)
        self.floor.training, self.floor.holders = False, lambda role: ROLES.get(role, set())
        self.desk = PitDesk(self.floor)

    def key(self) -> str:
        return f"pit {next(self._keys)}"

    def prepare(self, by: str, kind: Any, chips: dict[int, int]) -> str:
        return str(self.desk.prepare(self.key(), by, "t", kind, chips).answer["form"])

    def sign(self, by: str, form: str, chips: dict[int, int] | None = None) -> dict[str, Any]:
        return self.desk.sign(self.key(), by, form, chips).answer

    def tray(self) -> int:
        return self.floor.journal.balance(bank("t")).credit

    def faults(self) -> list[str]:
        whole = [one.text for one in verify(str(self.where), side_of=side_of).faults]
        return whole + [one.text for one in verify_play(str(self.where)).faults]


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    yield (pit := Pit(tmp_path))
    pit.floor.journal.close()


def refused(code: str, step: Any) -> None:
    with pytest.raises(FloorRefused) as caught:
        step()
    assert caught.value.code == code


def test_a_fill_moves_chips_when_the_second_person_signs(pit: Pit) -> None:
    cage = pit.floor.journal.balance(CAGE).credit
    form = pit.prepare("sam", "fill", TRAY)
    assert (form, pit.tray()) == ("F-000001", 0)
    signed = pit.sign("dana", form)
    assert (signed["total"], signed["prepared_by"], signed["signed_by"]) == (30_000, "sam", "dana")
    assert pit.tray() == 30_000
    assert pit.floor.journal.balance(CAGE).credit == cage - 30_000
    back = pit.prepare("dana", "credit", {2500: 2})
    pit.sign("sue", back)
    assert (back, pit.tray()) == ("C-000001", 25_000)
    assert pit.prepare("erin", "fill", TRAY) == "F-000002"
    assert pit.faults() == []


def test_forms_need_their_roles_and_two_persons(pit: Pit) -> None:
    refused("wrong-role", lambda: pit.prepare("dana", "fill", TRAY))
    refused("wrong-role", lambda: pit.prepare("p1", "credit", TRAY))
    form = pit.prepare("sam", "fill", TRAY)
    refused("wrong-role", lambda: pit.sign("sue", form))
    refused("no-such-form", lambda: pit.sign("dana", "F-000009"))
    refused("no-such-form", lambda: pit.sign("dana", "nothing"))
    pit.floor.do("duty", pit.key(), "dirk", "t", on=True)
    refused("other-dealer", lambda: pit.sign("dana", form))
    pit.sign("dirk", form)
    refused("form-closed", lambda: pit.sign("dirk", form))
    ROLES["dealer"].add("sam")
    try:
        pit.floor.do("duty", pit.key(), "dirk", "t", on=False)
        own = pit.prepare("sam", "fill", TRAY)
        refused("second-person", lambda: pit.sign("sam", own))
    finally:
        ROLES["dealer"].discard("sam")


def test_no_more_chips_leave_a_tray_than_are_in_it(pit: Pit) -> None:
    refused("not-enough-chips", lambda: pit.prepare("dana", "credit", TRAY))
    refused("bad-chips", lambda: pit.prepare("sam", "fill", {}))
    refused("bad-chips", lambda: pit.prepare("sam", "fill", {500: -1}))


def test_a_void_form_keeps_its_number_and_its_reason(pit: Pit) -> None:
    form = pit.prepare("sam", "fill", TRAY)
    refused("not-the-preparer", lambda: pit.desk.void(pit.key(), "sue", form, "wrong table"))
    refused("no-reason", lambda: pit.desk.void(pit.key(), "sam", form, " "))
    pit.desk.void(pit.key(), "sam", form, "wrong table")
    refused("form-closed", lambda: pit.sign("dana", form))
    assert (pit.desk.form(form).status, pit.desk.form(form).reason, pit.tray()) == ("void", "wrong table", 0)
    assert pit.prepare("sam", "fill", TRAY) == "F-000002"
    assert pit.faults() == []


def test_an_inventory_is_blind_until_it_is_signed_and_ends_a_shift(pit: Pit) -> None:
    pit.sign("dana", pit.prepare("sam", "fill", TRAY))
    while pit.play.round():
        if pit.play.floor.table("t").round == 3:
            break
    prepared = pit.desk.prepare(pit.key(), "dana", "t", "inventory", {500: 20}).answer
    assert (prepared["expected"], prepared["difference"]) == (None, None)
    signed = pit.sign("sam", prepared["form"])
    assert signed["expected"] == pit.tray()
    assert signed["difference"] == 10_000 - pit.tray()
    pit.play.round()
    lines = pit_report(finished_rounds(str(pit.where), theory=no_theory), "shift", shift_changes(str(pit.where)))
    assert [(line.period, line.rounds) for line in lines] == [("1", 3), ("2", 1)]
    assert pit.faults() == []


def test_two_people_count_by_themselves(pit: Pit) -> None:
    refused("no-inventory", lambda: pit.prepare("sam", "count", TRAY))
    pit.sign("dana", pit.prepare("sam", "fill", TRAY))
    pit.play.round()
    won = pit.tray() - 30_000
    counted = {100: pit.tray() // 100, 1: pit.tray() % 100}
    pit.sign("sam", pit.prepare("dana", "inventory", counted))
    refused("wrong-role", lambda: pit.prepare("dana", "count", counted))
    first = pit.desk.prepare(pit.key(), "sam", "t", "count", counted).answer
    assert (first["chips"], first["total"]) == ({}, 0)
    refused("bad-chips", lambda: pit.sign("alf", first["form"]))
    assert pit.sign("alf", first["form"], {500: 1})["status"] == "differs"
    again = pit.sign("alf", pit.prepare("sam", "count", counted), counted)
    assert (again["status"], again["win"], again["difference"]) == ("signed", won, 0)
    assert again["forms"] == ["F-000001", "I-000001"]
    assert pit.faults() == []


def test_a_training_floor_lets_one_person_sign_and_says_so(pit: Pit) -> None:
    pit.floor.training = True
    signed = pit.sign("ann", pit.prepare("ann", "fill", TRAY))
    assert signed["alone"] is True
    assert pit.faults() == []


def _forged(pit: Pit, kind: str, actor: str, body: Any, answer: Any, entries: tuple[Entry, ...] = ()) -> None:
    pit.floor.journal.post(Command(pit.key(), kind, actor, body), lambda _books: Posting(answer, "cage/t", entries))


def test_the_verifier_finds_forms_that_no_pit_would_write(pit: Pit) -> None:
    """The house has the key: the chain is whole, and the forms are not right."""
    form = pit.prepare("sam", "fill", TRAY)
    signed = pit.desk.form(form).model_dump(mode="json") | {"status": "signed"}
    fill = Entry(CAGE, bank("t"), 30_000, f"fill {form}")
    _forged(pit, "pit-sign", "sam", {"form": form}, signed, (fill,))
    _forged(pit, "pit-sign", "dana", {"form": "F-000007"}, signed, (fill,))
    skipped = {"table": "t", "kind": "fill", "chips": {"500": 1}}
    _forged(pit, "pit-prepare", "sam", skipped, {"form": "F-000005"})
    _forged(pit, "pit-note", "sam", {}, {}, (Entry(bank("t"), CAGE, 7, "a present"),))
    text = "\n".join(pit.faults())
    for found in ("prepared and signed by one person", "F-000007 was not prepared", "next number is F-000002"):
        assert found in text
    assert text.count("no form moves 300") == 1
    assert "no form moves 0.07" in text


def test_the_verifier_recomputes_what_the_tray_held(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    pit.sign("dana", pit.prepare("sam", "fill", TRAY))
    pit.sign("sam", pit.prepare("dana", "inventory", TRAY))
    assert pit.faults() == []
    monkeypatch.setattr(pit_check, "bank", lambda _table: "floor/other/bank")  # negative control
    assert any("I-000001 expects 300; the books had 0" in one for one in pit.faults())


def no_theory(_played: object) -> RoundTheory:
    return RoundTheory(0.0, 0.0, 0)


def figures(number: int, at: datetime, win: int, **more: Any) -> RoundFigures:
    fields: dict[str, Any] = {"handle": 1000, "theory": RoundTheory(10.0, 100.0**2, 0), "void": False} | more
    return RoundFigures("t", number, number, at, win=win, **fields)


def lines_of(wins: list[int], by: Any = "table", with_notes: tuple[Note, ...] = ()) -> list[Line]:
    rounds = [figures(at + 1, START + timedelta(minutes=2 * at), win) for at, win in enumerate(wins)]
    return pit_report(rounds, by, (), with_notes)


def test_the_report_adds_up_and_divides_by_day_and_month() -> None:
    (line,) = lines_of([100, -50, 30])
    assert (line.rounds, line.handle, line.win, line.theory) == (3, 3000, 80, 30)
    assert line.high - line.theory == pytest.approx(NORMAL_95 * sqrt(3) * 100)
    assert (line.hold, line.theoretical_hold) == (80 / 3000, 0.01)
    assert (line.hours, line.rounds_an_hour) == (4 / 60, 30)
    wins = [1] * 100  # from 22:00, one every two minutes: sixty of them on the first day
    assert [(one.period, one.rounds) for one in lines_of(wins, "day")] == [("2026-01-31", 60), ("2026-02-01", 40)]
    assert [(one.period, one.win) for one in lines_of(wins, "month")] == [("2026-01", 60), ("2026-02", 40)]


def test_an_alarm_outside_the_interval_is_closed_by_a_note_until_more_is_played() -> None:
    bound = int(NORMAL_95 * sqrt(40) * 100)
    even = [0] * 39
    assert lines_of([*even, 400 + bound])[0].alarm == ""
    assert lines_of([*even, 400 + bound + 1])[0].alarm == "open"
    assert lines_of([*even, 400 - bound - 1])[0].alarm == "open"
    assert lines_of([10_000] * 29)[0].alarm == ""  # too few to tell
    said = {"table": "t", "by": "table", "period": "all", "rounds": 40, "note": "a lucky guest"}
    note = Note(99, "sam", "", said)
    closed = lines_of([*even, 9_000], with_notes=(note,))[0]
    assert (closed.alarm, closed.note, closed.noted_by) == ("closed", "a lucky guest", "sam")
    assert lines_of([*even, 9_000, 0], with_notes=(note,))[0].alarm == "open"


def test_breaks_are_no_time_of_play() -> None:
    times = [START, START + timedelta(minutes=5), START + timedelta(hours=9), START + timedelta(hours=9, minutes=10)]
    assert played_hours(times) == 15 / 60


def test_csv_has_units_and_no_formulas() -> None:
    note = Note(1, "sam", "", {"table": "t", "by": "table", "period": "all", "rounds": 1, "note": "=SUM(A1)"})
    head, row = report_csv(lines_of([-250], with_notes=(note,))).splitlines()
    cells = dict(zip(head.split(","), row.split(","), strict=True))
    assert (cells["win"], cells["handle"], cells["note"]) == ("-2.50", "10.00", "'=SUM(A1)")


def test_a_note_is_an_event_of_the_books(pit: Pit) -> None:
    refused("no-reason", lambda: pit.desk.note(pit.key(), "sam", "t", {}, " "))
    pit.desk.note(pit.key(), "sam", "t", {"by": "day", "period": "2026-01-31", "rounds": 3}, "counted twice")
    (note,) = notes(str(pit.where))
    assert (note.by, note.said["note"]) == ("sam", "counted twice")
    assert json.loads(pit.floor.journal.last_events(1)[0]["body"])["rounds"] == 3
    assert pit.faults() == []
