"""The pit over HTTP and in the terminal: roles at the door, the report, its alarm and CSV, forms, and doctor."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lammer.floor.pit.report import MIN_ROUNDS
from lammer.surfaces.cli.app import app
from lammer.surfaces.cli.books.books_checks import books
from tests.attacks.served_floor import PEOPLE, Served, served
from tests.surfaces.rigged_server import rig_for_a_test

FORMS, REPORT = "/api/pit/forms", "/api/pit/report"
SUITS = "cdhs" * MIN_ROUNDS
TENS = iter([f"{rank}{suit}" for rank in "TJQK" for suit in "cdhs"] * 5)
FIRST = [f"9{SUITS[at // 2]}" if at % 2 else next(TENS) for at in range(MIN_ROUNDS)]
SECOND = [f"{'78'[at % 2]}{SUITS[at // 2]}" for at in range(MIN_ROUNDS)]
LOSES = [f"| {first} {next(TENS)} {second} {next(TENS)} | S" for first, second in zip(FIRST, SECOND, strict=True)]
"""Hands of 17 against 20, from six decks."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    rig_for_a_test(monkeypatch, {"t": LOSES})
    with served(tmp_path, {**PEOPLE, "alf": ("auditor",)}) as house:
        house.table()
        yield house


def loses(house: Served, rounds: int) -> None:
    for _ in range(rounds):
        house.post("ann", "/bet", box=1, bets={"main": 1000})
        house.post("ann", "/act", action="stand")


def lammer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = app(["pit", *words], exit_on_error=False, result_action="return_value")
    return int(code), capsys.readouterr().out


def test_a_form_goes_from_one_hand_to_another(house: Served, tmp_path: Path) -> None:
    fill = {"table": "t", "kind": "fill", "chips": {"500": 20}}
    assert house.asks("ann", "POST", FORMS, **fill).status_code == 403
    assert house.refusal("dana", FORMS, **fill)["code"] == "wrong-role"
    form = house.asks("sam", "POST", FORMS, **fill).json()["form"]
    (waits,) = [one for one in books(str(tmp_path / "floor.db"), tmp_path / "floor.key") if one.check == "pit"]
    assert (waits.level, waits.text) == ("warning", "1 form not signed: F-000001")
    assert house.asks("dana", "POST", f"{FORMS}/{form}/sign").json()["status"] == "signed"
    assert house.refusal("dana", f"{FORMS}/{form}/sign")["code"] == "form-closed"
    assert house.asks("dana", "POST", f"{FORMS}/F-000004/sign").status_code == 404
    (listed,) = house.asks("alf", "GET", FORMS).json()
    assert (listed["form"], listed["total"], listed["signed_by"]) == ("F-000001", 10_000, "dana")


def test_an_alarm_is_raised_told_everywhere_and_closed_by_a_note(
    house: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house.seated("ann", 1)
    loses(house, MIN_ROUNDS)
    assert house.asks("dana", "GET", REPORT).status_code == 403
    (line,) = house.asks("alf", "GET", REPORT).json()
    assert (line["rounds"], line["handle"], line["win"]) == (MIN_ROUNDS, MIN_ROUNDS * 1000, MIN_ROUNDS * 1000)
    assert line["theory"] == pytest.approx(MIN_ROUNDS * 1000 * 0.010143414376090903, abs=0.01)
    assert (line["alarm"], line["hold"]) == ("open", 1.0)
    where = str(tmp_path / "floor.db")
    code, output = lammer(capsys, "report", "--db", where, "--json")
    assert (code, json.loads(output)) == (1, [line])
    assert "open" in lammer(capsys, "report", "--db", where)[1]
    for text in (
        lammer(capsys, "report", "--db", where, "--csv", "-")[1],
        house.asks("alf", "GET", f"{REPORT}.csv").text,
    ):
        (row,) = csv.DictReader(io.StringIO(text))
        assert (row["win"], row["alarm"]) == ("300.00", "open")
    note = {"table": "t", "by": "day", "period": line["period"], "note": "the shoe was rigged by a test"}
    assert house.code("alf", "/api/pit/notes", rounds=MIN_ROUNDS, **note) == "wrong-role"
    assert house.refusal("sam", "/api/pit/notes", rounds=MIN_ROUNDS - 1, **note)["code"] == "other-figures"
    assert house.code("sam", "/api/pit/notes", rounds=MIN_ROUNDS, **note) == ""
    assert lammer(capsys, "report", "--db", where, "--json")[0] == 0
    (line,) = house.asks("alf", "GET", REPORT).json()
    assert (line["alarm"], line["noted_by"]) == ("closed", "sam")


def test_the_terminal_lists_forms(house: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(tmp_path / "floor.db")
    assert lammer(capsys, "forms", "--db", where) == (0, "No forms.\n")
    assert lammer(capsys, "report", "--db", where) == (0, "No finished rounds.\n")
    house.asks("sam", "POST", FORMS, table="t", kind="fill", chips={"500": 20})
    assert "F-000001" in lammer(capsys, "forms", "--db", where)[1]
    (form,) = json.loads(lammer(capsys, "forms", "--db", where, "--json")[1])
    assert form["total"] == 10_000
