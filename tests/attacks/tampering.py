"""Ways to tamper with books of ``EVENTS`` events, by somebody who may write to the database but has not its key.

Whoever does it is careful: triggers are taken away first and put back afterwards.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.ledger.forger import Forger, Signer
from tests.ledger.house import EVENTS, posting_of, side_of
from tests.ledger.older_form import triggers_off

Tamper = Callable[[Forger], None]


class Row(NamedTuple):
    """What is done, and who finds it: ``verify``, the server's start, and why not where one does not. With a head that
    was kept elsewhere, or with a witness, everything is found."""

    tamper: Tamper
    verify: bool = True
    server: bool = True
    why_not: str = ""
    sqlite_only: bool = False
    """PostgreSQL has its own way: tests/ledger/test_schema_check.py has those."""


def run(*statements: str) -> Tamper:
    def tamper(forger: Forger) -> None:
        with triggers_off(forger):
            for statement in statements:
                forger.run(statement)

    return tamper


def refitted(*statements: str) -> Tamper:
    """Everything that follows from the events is made to fit again, as far as that needs no key."""

    def tamper(forger: Forger) -> None:
        with triggers_off(forger):
            for statement in statements:
                forger.run(statement)
            refit(forger)

    return tamper


def refit(forger: Forger) -> None:
    forger.redigest()
    forger.add_accounts(side_of)
    forger.reaccount()
    forger.rechain()
    forger.run("UPDATE heads SET hash = (SELECT hash FROM audit WHERE audit.number = heads.number)")


def plainly(*statements: str) -> Tamper:
    """With the triggers as they are."""

    def tamper(forger: Forger) -> None:
        for statement in statements:
            forger.run(statement)

    return tamper


def swap_events(forger: Forger) -> None:
    with triggers_off(forger):
        for old, new in ((57, -1), (58, 57), (-1, 58)):
            forger.renumber(old, new)


def put_back_older_document(forger: Forger) -> None:
    forger.run("UPDATE documents SET body = :body WHERE name = 'link'", {"body": posting_of(1).documents["link"]})


def delete_tail(forger: Forger) -> None:
    with triggers_off(forger):
        for number in range(240, EVENTS + 1):
            forger.forget(number)
        forger.reaccount()
        forger.rewrite_documents()


def append_event(signature: str) -> Tamper:
    """An event that pays the forger, with everything that belongs to it but the key."""

    def tamper(forger: Forger) -> None:
        with triggers_off(forger):
            forger.run(
                f"INSERT INTO events SELECT {EVENTS + 1}, 'forged', digest, kind, actor, at, about, body, answer, '[]' "
                f"FROM events WHERE number = {EVENTS}"
            )
            forger.run(f"INSERT INTO entries VALUES ({EVENTS + 1}, 0, 'dispute', 'pocket', 1000000, 'jackpot')")
            forger.run(f"INSERT INTO audit VALUES ({EVENTS + 1}, '', '{signature}')")
            forger.run("INSERT INTO accounts VALUES ('pocket', 0, 0, 'either')")
            forger.reaccount()
            forger.rechain()

    return tamper


def strip_signatures(forger: Forger) -> None:
    """As if the books were older than signatures."""
    with triggers_off(forger):
        forger.run("UPDATE audit SET signature = ''")
        forger.run("UPDATE events SET actor = 'mallory' WHERE number = 57")
        refit(forger)


def sign_anew(forger: Forger) -> None:
    other = Signer(forger.head["journal"], Ed25519PrivateKey.generate())
    with triggers_off(forger):
        forger.run("UPDATE journal_facts SET value = :key WHERE name = 'public_key'", {"key": other.public_key})
        forger.run("UPDATE events SET actor = 'mallory' WHERE number = 57")
        forger.redigest()
        forger.rechain(other)
        forger.resign(other)


def sign_with_another_key(forger: Forger) -> None:
    with triggers_off(forger):
        forger.run("UPDATE events SET actor = 'mallory' WHERE number = 57")
        forger.redigest()
        other = Signer(forger.head["journal"], Ed25519PrivateKey.generate())
        forger.rechain(other)
        forger.resign(other)


def drop_check(forger: Forger) -> None:
    """The accounts once more, without the rule that they may not fall below zero."""
    for statement in (
        "CREATE TABLE copied AS SELECT * FROM accounts",
        "DROP TABLE accounts",
        "CREATE TABLE accounts (name TEXT NOT NULL, debits BIGINT NOT NULL, credits BIGINT NOT NULL, "
        "side TEXT NOT NULL, PRIMARY KEY (name))",
        "INSERT INTO accounts SELECT * FROM copied",
        "DROP TABLE copied",
    ):
        forger.run(statement)


def flip_byte(forger: Forger) -> None:
    path = Path(forger.where)
    forger.close()
    content = path.read_bytes()
    at = content.index("“1”".encode())
    path.write_bytes(content[:at] + b"X" + content[at + 1 :])


NEWEST_ONLY = "the books are whole, only not the newest: nothing in them can say so"
WHOSE = "nothing in the books says which key is the right one"
MATRIX: dict[str, Row] = {
    "one amount": Row(run("UPDATE entries SET amount = amount + 1 WHERE event = 58 AND line = 0")),
    "one amount, all made to fit": Row(refitted("UPDATE entries SET amount = amount + 1 WHERE event = 58")),
    "account of an entry": Row(run("UPDATE entries SET credit = 'pocket' WHERE event = 58 AND line = 0")),
    "account of an entry, all made to fit": Row(refitted("UPDATE entries SET credit = 'pocket' WHERE event = 58")),
    "reason of an entry": Row(run("UPDATE entries SET reason = 'tip' WHERE event = 58 AND line = 0")),
    "document": Row(run("UPDATE documents SET body = '{}' WHERE name = 'link'")),
    "document removed": Row(run("DELETE FROM documents WHERE name = 'link'")),
    "older document put back": Row(put_back_older_document),
    "writing removed": Row(run("DELETE FROM writings WHERE event = 57")),
    "stray entry": Row(run("INSERT INTO entries VALUES (1000, 0, 'dispute', 'meter major', 1, '')")),
    "entry added to an event": Row(run("INSERT INTO entries VALUES (57, 9, 'dispute', 'meter major', 1, '')")),
    "entry removed": Row(run("DELETE FROM entries WHERE event = 58 AND line = 0")),
    "two events swapped": Row(swap_events),
    "event removed": Row(lambda forger: _with_triggers_off(forger, lambda: forger.forget(57))),
    "event duplicated": Row(lambda forger: _with_triggers_off(forger, lambda: forger.repeat(EVENTS, EVENTS + 1))),
    "actor": Row(run("UPDATE events SET actor = 'mallory' WHERE number = 57")),
    "actor, all made to fit": Row(refitted("UPDATE events SET actor = 'mallory' WHERE number = 57")),
    "time": Row(run("UPDATE events SET at = '2026-01-01T00:00:00.000000+00:00' WHERE number = 57")),
    "answer": Row(run("UPDATE events SET answer = '{}' WHERE number = 57")),
    "digest": Row(run("UPDATE events SET digest = kind WHERE number = 57")),
    "key": Row(run("UPDATE events SET key = 'another' WHERE number = 57")),
    "journal's id": Row(run("UPDATE journal_facts SET value = '0123456789abcdef' WHERE name = 'journal'")),
    "audit row removed": Row(run("DELETE FROM audit WHERE number = 57")),
    "signature changed": Row(run("UPDATE audit SET signature = replace(signature, 'a', 'b') WHERE number = 57")),
    "signature removed": Row(run("UPDATE audit SET signature = '' WHERE number = 57")),
    "last signature removed": Row(run(f"UPDATE audit SET signature = '' WHERE number = {EVENTS}")),
    "all signatures removed": Row(strip_signatures),
    "head removed": Row(run("DELETE FROM heads WHERE number = 200")),
    "all heads removed": Row(run("DELETE FROM heads")),
    "tail rewritten": Row(refitted("UPDATE events SET answer = '{}' WHERE number >= 240")),
    "tail deleted cleanly": Row(delete_tail, verify=False, server=False, why_not=NEWEST_ONLY),
    "forged event appended": Row(append_event("00" * 64)),
    "forged event appended unsigned": Row(append_event("")),
    "signed anew by another key": Row(sign_anew, verify=False, why_not=WHOSE),
    "signed by another key than it says": Row(sign_with_another_key),
    "balance": Row(run("UPDATE accounts SET credits = credits + 5, debits = debits + 5 WHERE name = 'cage'")),
    "account added": Row(run("INSERT INTO accounts VALUES ('pocket', 5, 5, 'either')")),
    "side of an account": Row(run("UPDATE accounts SET side = 'either' WHERE name = 'meter major'")),
    "trigger dropped": Row(plainly("DROP TRIGGER entries_stay_update"), sqlite_only=True),
    "trigger replaced by one that does nothing": Row(
        plainly(
            "DROP TRIGGER entries_stay_update",
            "CREATE TRIGGER entries_stay_update BEFORE UPDATE ON entries BEGIN SELECT 1; END",
        ),
        sqlite_only=True,
    ),
    "trigger planted": Row(
        plainly(
            "CREATE TRIGGER gift AFTER INSERT ON events "
            "BEGIN UPDATE accounts SET credits = credits + 1 WHERE name = 'pocket'; END"
        ),
        sqlite_only=True,
    ),
    "view planted": Row(plainly("CREATE VIEW gifts AS SELECT * FROM accounts"), sqlite_only=True),
    "index planted": Row(plainly("CREATE UNIQUE INDEX one_answer ON events (at)"), sqlite_only=True),
    "check of balances dropped": Row(drop_check, sqlite_only=True),
    "version changed to an older one": Row(plainly("UPDATE alembic_version SET version_num = '0002'")),
    "version changed to a newer one": Row(plainly("UPDATE alembic_version SET version_num = '0999'")),
    "byte flipped in the file": Row(flip_byte, sqlite_only=True),
}


def _with_triggers_off(forger: Forger, act: Callable[[], None]) -> None:
    with triggers_off(forger):
        act()


def copied(path: str, to: Path) -> str:
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(to)) as copy:
        source.backup(copy)
    return str(to)
