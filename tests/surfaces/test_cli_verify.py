"""``lammer verify``: both verdicts on real books, exit codes, and faults named so that they can be found."""

import json
from pathlib import Path

import pytest

from tests.attacks.dishonest_operator import TABLE, Operator, sound
from tests.ledger.sound_books import floor_books
from tests.surfaces.commands import run

WON = f"event = (SELECT min(event) FROM entries WHERE debit = 'floor/{TABLE}/bank') AND debit = 'floor/{TABLE}/bank'"


def test_sound_books_of_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "lammer").mkdir()
    floor_books(tmp_path / "lammer")
    done = run("verify")
    assert done.code == 0, done.error
    books, play = done.out.splitlines()[-2:]
    assert (books[:7], books[-7:]) == ("books: ", ": whole")
    assert play.startswith("play: 7 rounds dealt again, ")
    assert play.endswith(": every payment is right")
    floor_books(tmp_path / "lammer", "house.db")
    both = run("verify")
    assert (both.code, "name the books" in both.error) == (2, True)
    monkeypatch.setenv("LAMMER_DB", str(tmp_path / "lammer" / "house.db"))
    assert run("verify").code == 0


def test_a_payment_that_is_not_due_is_named_with_its_event(tmp_path: Path) -> None:
    operator = Operator(tmp_path)
    operator.change(f"UPDATE entries SET amount = amount + 1 WHERE {WON} AND credit LIKE 'player/%'")
    done = run("verify", "--db", str(operator.books), "--json")
    output = json.loads(done.out)
    assert (done.code, output["sound"], output["books"]["faults"]) == (1, False, [])
    fault = output["play"]["faults"][0]
    assert (fault["code"], fault["event"] > 0) == ("payment", True)
    assert f"round 1 at table {TABLE}: " in fault["text"]
    shown = run("verify", "--db", str(operator.books))
    assert f"event {fault['event']}: payment: {fault['text']}" in shown.out.splitlines()
    assert run("verify", "--db", str(operator.books), "--no-play").code == 0, "the ledger alone is deceived"


def test_large_books_get_both_verdicts_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    operator = Operator(tmp_path)
    operator.change(f"UPDATE entries SET amount = amount + 1 WHERE {WON} AND credit LIKE 'player/%'")
    one_by_one = run("verify", "--db", str(operator.books), "--json")
    monkeypatch.setattr("lammer.floor.verify.FEW_EVENTS", 1)
    at_once = run("verify", "--db", str(operator.books), "--json")
    assert (at_once.code, at_once.out) == (one_by_one.code, one_by_one.out) == (1, one_by_one.out)
    operator.books.write_bytes(b"no books")
    assert run("verify", "--db", str(operator.books)).code == 2


def test_a_head_that_was_kept_finds_books_signed_again(tmp_path: Path) -> None:
    operator, head = Operator(tmp_path), tmp_path / "head.json"
    head.write_text(json.dumps(sound().head))
    assert run("verify", "--db", str(operator.books), "--head", str(head)).code == 0
    operator.leave_out(f"floor/{TABLE}/1", before="bet")
    done = run("verify", "--db", str(operator.books), "--head", str(head), "--no-play")
    assert (done.code, "kept-head" in done.out) == (1, True)
    assert run("verify", "--db", str(operator.books), "--no-play").code == 0, "negative control: without the head"
