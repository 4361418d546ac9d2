"""The verifier finds what somebody did to the books, on SQLite and on PostgreSQL."""

from functools import partial

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lammer.ledger.verify import Verdict
from lammer.ledger.verify import verify as verify_all
from tests.ledger.forger import Forger, Signer
from tests.ledger.house import EVENTS, Kept, posting_of, side_of

# What an edit of each column is found by, among others.
FOUND_BY = {
    ("journal_facts", "name"): "facts",
    ("journal_facts", "value"): "signature",
    ("events", "number"): "number",
    ("events", "key"): "chain",
    ("events", "digest"): "digest",
    ("events", "kind"): "chain",
    ("events", "actor"): "chain",
    ("events", "at"): "chain",
    ("events", "about"): "chain",
    ("events", "body"): "chain",
    ("events", "answer"): "chain",
    ("events", "documents"): "chain",
    ("entries", "event"): "astray",
    ("entries", "line"): "entry",
    ("entries", "debit"): "chain",
    ("entries", "credit"): "chain",
    ("entries", "amount"): "chain",
    ("entries", "reason"): "chain",
    ("audit", "number"): "audit",
    ("audit", "hash"): "chain",
    ("audit", "signature"): "signature",
    ("heads", "number"): "astray",
    ("heads", "hash"): "head",
    ("heads", "signature"): "signature",
    ("accounts", "name"): "account",
    ("accounts", "debits"): "totals",
    ("accounts", "credits"): "totals",
    ("accounts", "side"): "side",
    ("documents", "name"): "document",
    ("documents", "body"): "document",
    ("writings", "name"): "writing",
    ("writings", "event"): "writing",
}
FIRST, LAST = 0, -1

verify = partial(verify_all, schema=False)
"""The forger's copies are bare tables; what becomes of the schema is tested in tests/attacks/test_tamper_matrix.py."""


def codes(verdict: Verdict) -> set[str]:
    return {fault.code for fault in verdict.faults}


def another(value: int | str) -> int | str:
    """A number far from those that are there, a text with another first letter."""
    return value + 1000 if isinstance(value, int) else chr(ord(value[0]) ^ 1) + value[1:]


# Controls: what nobody touched, and what was only copied


def test_honest_books_have_no_fault(honest: Kept) -> None:
    verdict = verify_all(honest.where, honest.head, side_of=side_of, every_signature=True)
    assert verdict.faults == ()
    assert verdict.warnings == ()
    assert (verdict.events, verdict.signed, verdict.last_hash) == (EVENTS, EVENTS, honest.head["hash"])
    assert verdict.entries > EVENTS


def test_a_copy_without_triggers_and_keys_has_no_fault(forger: Forger) -> None:
    assert verify(forger.where, forger.head, side_of=side_of).faults == ()


def test_books_made_anew_by_who_has_the_key_have_no_fault(forger: Forger) -> None:
    forger.reaccount()
    forger.rechain(forger.signer)
    forger.resign(forger.signer)
    assert verify(forger.where, forger.head).faults == ()


# Single cells


def test_every_column_is_edited_below(forger: Forger) -> None:
    assert forger.columns() == set(FOUND_BY)


@pytest.mark.parametrize(("table", "column"), FOUND_BY)
def test_an_edited_cell_is_found(forger: Forger, table: str, column: str) -> None:
    for row in (FIRST, LAST):
        with forger.edited(table, column, row, another):
            assert FOUND_BY[table, column] in codes(verify(forger.where, every_signature=True))
    with forger.edited(table, column, FIRST, lambda _: None):
        assert "malformed" in codes(verify(forger.where))
    assert verify(forger.where).faults == ()


# Whole events


def test_an_event_taken_out_is_found(forger: Forger) -> None:
    forger.forget(57)
    verdict = verify(forger.where)
    assert {("number", 58), ("chain", 58)} <= {(fault.code, fault.event) for fault in verdict.faults}
    assert verdict.events == EVENTS - 1


def test_two_events_that_changed_places_are_found(forger: Forger) -> None:
    for old, new in ((57, -1), (58, 57), (-1, 58)):
        forger.renumber(old, new)
    found = {(fault.code, fault.event) for fault in verify(forger.where).faults}
    assert found == {("chain", 57), ("chain", 58), ("chain", 59)}


def test_an_event_put_in_between_is_found(forger: Forger) -> None:
    for number in range(EVENTS, 57, -1):
        forger.renumber(number, number + 1)
    forger.repeat(57, 58)
    forger.run("INSERT INTO audit SELECT 58, hash, signature FROM audit WHERE number = 57")
    assert ("chain", 58) in {(fault.code, fault.event) for fault in verify(forger.where).faults}


def test_an_event_added_at_the_end_is_found(forger: Forger) -> None:
    forger.repeat(EVENTS, EVENTS + 1)
    assert ("audit", EVENTS + 1) in {(fault.code, fault.event) for fault in verify(forger.where).faults}


@pytest.mark.parametrize("line", [0, 1])
def test_a_line_taken_out_of_an_entry_is_found(forger: Forger, line: int) -> None:
    forger.run(f"DELETE FROM entries WHERE event = 5 AND line = {line}")
    assert {"chain", "account"} <= codes(verify(forger.where))


# What is made to fit again, as far as somebody without the key can


def test_a_tail_cut_off_is_found_by_the_kept_head_alone(forger: Forger) -> None:
    for number in range(240, EVENTS + 1):
        forger.forget(number)
    forger.reaccount()
    forger.rewrite_documents()
    assert verify(forger.where).faults == ()
    verdict = verify(forger.where, forger.head)
    assert [(fault.code, fault.event) for fault in verdict.faults] == [("kept-head", None)]
    assert "end at 239" in verdict.faults[0].text


def test_a_chain_made_anew_is_found_by_the_signatures(forger: Forger) -> None:
    forger.run("UPDATE events SET actor = 'somebody else' WHERE number = 57")
    forger.redigest()
    forger.rechain()
    assert codes(verify(forger.where)) == {"head", "signature"}
    forger.run("UPDATE heads SET hash = (SELECT hash FROM audit WHERE audit.number = heads.number)")
    faults = verify(forger.where).faults
    assert {fault.code for fault in faults} == {"signature"}
    assert min(fault.event or 0 for fault in faults) == 57


def test_books_signed_anew_with_another_key_are_found_by_the_kept_head_alone(forger: Forger) -> None:
    other = Signer(forger.head["journal"], Ed25519PrivateKey.generate())
    forger.run("UPDATE journal_facts SET value = :key WHERE name = 'public_key'", {"key": other.public_key})
    forger.rechain(other)
    forger.resign(other)
    assert verify(forger.where).faults == ()
    assert codes(verify(forger.where, forger.head)) == {"kept-head"}


def test_events_after_the_last_head_are_signed_too(forger: Forger) -> None:
    forger.run("UPDATE events SET answer = '{}' WHERE number = 230")
    forger.rechain()
    verdict = verify(forger.where)
    assert verdict.signed == 200
    assert {(fault.code, fault.event) for fault in verdict.faults} == {
        ("signature", number) for number in range(230, EVENTS + 1)
    }


def test_one_signature_vouches_for_those_before_it(forger: Forger) -> None:
    """Each hash covers the signature before it, so a signature that is not looked at cannot be changed either."""
    forger.run("UPDATE audit SET signature = (SELECT signature FROM audit WHERE number = 56) WHERE number = 57")
    found = {(fault.code, fault.event) for fault in verify(forger.where).faults}
    assert found == {("chain", 58)}


@pytest.mark.parametrize("first", [1, 120, EVENTS])
def test_a_signature_taken_away_is_found(forger: Forger, first: int) -> None:
    """Also when all after it are taken away, as if the books were older than signatures."""
    forger.run(f"UPDATE audit SET signature = '' WHERE number >= {first}")
    forger.rechain()
    assert codes(verify(forger.where)) & {"unsigned", "head-missing"}


# Rows beside the events


@pytest.mark.parametrize(
    ("code", "statement"),
    [
        ("audit", "DELETE FROM audit WHERE number = 57"),
        ("audit", "INSERT INTO audit SELECT * FROM audit WHERE number = 57"),
        ("astray", "INSERT INTO audit VALUES (1000, '', '')"),
        ("astray", "INSERT INTO entries VALUES (1000, 0, 'dispute', 'meter major', 1, '')"),
        ("astray", "INSERT INTO heads VALUES (0, '', '')"),
        ("head-missing", "DELETE FROM heads WHERE number = 200"),
        ("facts", "DELETE FROM journal_facts WHERE name = 'journal'"),
        ("facts", "DELETE FROM journal_facts WHERE name = 'public_key'"),
        ("facts", "INSERT INTO journal_facts VALUES ('another', '')"),
        ("facts", "INSERT INTO journal_facts SELECT * FROM journal_facts WHERE name = 'journal'"),
    ],
)
def test_a_row_removed_or_added_is_found(forger: Forger, code: str, statement: str) -> None:
    forger.run(statement)
    assert code in codes(verify(forger.where))


# Accounts and documents


def test_the_side_of_an_account_is_known_to_who_keeps_the_books_alone(forger: Forger) -> None:
    forger.run("UPDATE accounts SET side = 'either' WHERE side = 'credit'")
    assert verify(forger.where).faults == ()
    assert codes(verify(forger.where, side_of=side_of)) == {"side"}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts SET debits = debits + 5, credits = credits + 5 WHERE name = 'cage'",
        "DELETE FROM accounts WHERE name = 'dispute'",
        "INSERT INTO accounts VALUES ('pocket', 5, 5, 'either')",
        "INSERT INTO accounts VALUES ('pocket', 0, 0, 'either')",
        "INSERT INTO accounts SELECT * FROM accounts WHERE name = 'cage'",
    ],
)
def test_an_account_edited_removed_or_added_is_found(forger: Forger, statement: str) -> None:
    forger.run(statement)
    assert "account" in codes(verify(forger.where))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE documents SET body = '{}' WHERE name = 'link'",
        "DELETE FROM documents WHERE name = 'link'",
        "INSERT INTO documents VALUES ('another', '{}')",
        "INSERT INTO documents SELECT * FROM documents WHERE name = 'link'",
    ],
)
def test_a_document_edited_removed_or_added_is_found(forger: Forger, statement: str) -> None:
    forger.run(statement)
    assert codes(verify(forger.where)) == {"document"}


def test_an_older_document_put_back_is_found(forger: Forger) -> None:
    forger.run("UPDATE documents SET body = :body WHERE name = 'link'", {"body": posting_of(1).documents["link"]})
    assert codes(verify(forger.where)) == {"document"}
