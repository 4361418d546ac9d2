"""Every rule of the books by itself: they are chained and signed anew with the true key; nothing else is wrong."""

from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lammer.ledger.journal import create_journal
from lammer.ledger.signing import Seal
from lammer.ledger.verify import verify as verify_all
from lammer.ledger.verify.canonical import NotCanonical, canonical_values
from lammer.ledger.verify.verdict import MAX_FAULTS
from tests.ledger.forger import Forger
from tests.ledger.house import EVENTS, Kept, keep_books, side_of, ticking

verify = partial(verify_all, schema=False)
"""The forger's copies are bare tables."""
BROKEN = {
    "an amount is above zero": ("entry", "UPDATE entries SET amount = 0 WHERE event = 5 AND line = 0"),
    "both sides are named": ("entry", "UPDATE entries SET credit = '' WHERE event = 5 AND line = 2"),
    "the sides are two": ("entry", "UPDATE entries SET credit = 'dispute' WHERE event = 5 AND line = 2"),
    "lines begin with 0": ("entry", "UPDATE entries SET line = 1 WHERE event = 1"),
    "lines have no gap": ("entry", "UPDATE entries SET line = 9 WHERE event = 5 AND line = 2"),
    # Event 6 pays 3000 out of 419; in the end there would be enough.
    "no account is ever below zero": ("below-zero", "UPDATE entries SET amount = 3000 WHERE event = 6"),
    "a key is used once": ("key", "UPDATE events SET key = 'key-7' WHERE number = 9"),
    "a command has its digest": ("digest", "UPDATE events SET digest = '' WHERE number = 9"),
    "times are UTC": ("time", "UPDATE events SET at = replace(at, '+00', '+01') WHERE number = 9"),
    "times have microseconds": ("time", "UPDATE events SET at = substr(at, 1, 19) || '+00' WHERE number = 9"),
    "documents are a list": ("document", "UPDATE events SET documents = '{}' WHERE number = 250"),
    "documents have names and digests": ("document", "UPDATE events SET documents = '[3]' WHERE number = 250"),
    "names and digests are texts": ("document", "UPDATE events SET documents = '[[1,2]]' WHERE number = 250"),
}
NOT_CANONICAL = [
    "{}\n",
    " {}",
    "{} ",
    '{"a": 1}',
    '{"b":1,"a":1}',
    '{"a":1,"a":1}',
    '"\\u00f6"',
    "1.0e0",
    "{",
    "",
    "[1],[2]",
    "[" * 100_000 + "]" * 100_000,
]


def codes(where: str, **more: Any) -> set[str]:
    return {fault.code for fault in verify(where, **more).faults}


def make_fit(forger: Forger) -> None:
    forger.add_accounts(side_of)
    forger.reaccount()
    forger.rechain(forger.signer)
    forger.resign(forger.signer)


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_found(forger: Forger, rule: str) -> None:
    code, statement = BROKEN[rule]
    forger.run(statement)
    make_fit(forger)
    assert codes(forger.where) == {code}


def test_documents_out_of_order_are_found(forger: Forger) -> None:
    ((documents,),) = forger.rows("SELECT documents FROM events WHERE number = 7")
    first, second = documents[1:-1].replace("],[", "]\n[").split("\n")
    forger.run("UPDATE events SET documents = :new WHERE number = 7", {"new": f"[{second},{first}]"})
    make_fit(forger)
    assert codes(forger.where) == {"document"}


# Canonical texts


@pytest.mark.parametrize("column", ["body", "answer", "documents"])
def test_a_blank_in_a_text_is_found(forger: Forger, column: str) -> None:
    forger.run(f"UPDATE events SET {column} = replace({column}, ',', ', ') WHERE number = 7")
    forger.redigest()
    make_fit(forger)
    assert "canonical" in codes(forger.where)


@pytest.mark.parametrize("text", NOT_CANONICAL, ids=lambda text: text[:20])
def test_a_text_written_otherwise_is_not_canonical(text: str) -> None:
    assert canonical_values(['{"a":1,"b":["ö",null,1.5,"\\n"]}', "7"]) == [{"a": 1, "b": ["ö", None, 1.5, "\n"]}, 7]
    with pytest.raises(NotCanonical):
        canonical_values([text])
    with pytest.raises(NotCanonical):
        canonical_values(["1", text, "3"])


@pytest.mark.parametrize("texts", [["[1", "2]", "3,4"], ["1,2", "3"], ['{"a":1', '"b":2}'], ['"a', 'b"'], ["1", ",2"]])
def test_texts_are_canonical_each_by_itself(texts: list[str]) -> None:
    with pytest.raises(NotCanonical):
        canonical_values(texts)


# The kept head


def test_any_event_may_be_the_kept_head(forger: Forger) -> None:
    for number in (1, 57, EVENTS):
        ((hash_,),) = forger.rows(f"SELECT hash FROM audit WHERE number = {number}")
        kept = forger.head | {"number": number, "hash": hash_, "signature": forger.signer.sign(number, hash_)}
        assert verify(forger.where, kept).faults == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"journal": "0" * 16},
        {"public_key": "0" * 64},
        {"public_key": "not a key"},
        {"number": 1},
        {"number": "250"},
        {"number": EVENTS + 1},
        {"hash": "0" * 64},
        {"hash": None},
        {"signature": "0" * 128},
        {"signature": ""},
    ],
    ids=str,
)
def test_a_kept_head_that_is_not_of_these_books_is_found(honest: Kept, wrong: dict[str, Any]) -> None:
    assert codes(honest.where, kept_head=honest.head | wrong) == {"kept-head"}


def test_capitals_in_a_kept_head_are_found(honest: Kept) -> None:
    kept = honest.head | {"signature": honest.head["signature"].upper()}
    assert codes(honest.where, kept_head=kept) == {"kept-head"}


# What is told


def test_no_event_is_no_fault(tmp_path: Path) -> None:
    where = str(tmp_path / "jackpot.db")
    create_journal(where, tmp_path / "key", side_of).close()
    assert verify(where) == (0, 0, 0, "0" * 64, (), (), Seal.read_from(tmp_path / "key").public, ())


def test_a_clock_that_goes_backwards_is_a_warning(tmp_path: Path) -> None:
    where = str(tmp_path / "jackpot.db")
    kept = keep_books(where, tmp_path / "key", now=ticking(timedelta(seconds=-1)))
    verdict = verify(where, kept.head)
    assert verdict.faults == ()
    assert len(verdict.warnings) == MAX_FAULTS
    assert verdict.warnings[0].startswith("event 2 is at 2025-12-31T23:59:59.000000+00:00, before ")


def test_a_hundred_faults_are_told_and_that_there_are_more(forger: Forger) -> None:
    forger.run(f"UPDATE events SET digest = '' WHERE number <= {MAX_FAULTS}")
    verdict = verify(forger.where)
    assert (len(verdict.faults), verdict.warnings) == (MAX_FAULTS, ())
    forger.run("UPDATE events SET digest = ''")
    verdict = verify(forger.where)
    assert (len(verdict.faults), verdict.events) == (MAX_FAULTS, EVENTS)
    assert verdict.warnings == ("there are more than 100 faults; only the first 100 are shown",)


def test_a_fault_says_what_and_where(forger: Forger) -> None:
    forger.run("UPDATE events SET actor = 'somebody else' WHERE number = 57")
    assert verify(forger.where).faults == (
        ("digest", 57, "the digest of event 57 is not that of its command"),
        ("chain", 57, "the hash of event 57 does not match the event and the previous mark"),
    )


def test_progress_is_told(honest: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lammer.ledger.verify.chain.PROGRESS_EVERY", 100)
    reports: list[tuple[int, int]] = []
    verify(honest.where, on_progress=lambda done, total: reports.append((done, total)))
    assert reports == [(100, EVENTS), (200, EVENTS), (EVENTS, EVENTS)]
