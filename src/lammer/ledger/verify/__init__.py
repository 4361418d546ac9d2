"""The offline verifier: ``verify`` checks a journal's database, and a head kept elsewhere if given, and returns a
``Verdict``.

The verifier implements docs/ledger.md independently and shares no code with the journal. It reads the events once, with
their entries, hashes and heads (``chain.py``), and then compares the accounts and the documents with the events
(``books.py``). Memory grows with the accounts and the documents, not with the events.
"""

from collections.abc import Callable, Mapping
from typing import Any

from lammer.ledger.verify.books import Books
from lammer.ledger.verify.chain import Chain
from lammer.ledger.verify.evidence import (
    ACCOUNTS,
    DOCUMENTS,
    DOUBLED_KEYS,
    FACTS,
    Ask,
    Unreadable,
    damage,
    evidence,
    is_postgresql,
)
from lammer.ledger.verify.heads import Heads
from lammer.ledger.verify.keys import Keys
from lammer.ledger.verify.shape import check_schema
from lammer.ledger.verify.signatures import Signatures
from lammer.ledger.verify.verdict import Fault, Findings, Verdict

__all__ = ["Fault", "Verdict", "verify"]

OnProgress = Callable[[int, int], None]
SideOf = Callable[[str], str]


def verify(
    where: str,
    kept_head: Mapping[str, Any] | None = None,
    on_progress: OnProgress = lambda done, total: None,
    side_of: SideOf | None = None,
    *,
    schema: bool = True,
    every_signature: bool = False,
) -> Verdict:
    """Whether the journal at ``where`` (a file or a PostgreSQL URL) is complete and consistent.

    ``kept_head`` (journal, public_key, number, hash, signature) was saved elsewhere: it reveals a tail that was cut off
    and a log that was signed again with another key. ``side_of`` returns the side that each account should have; the
    chain does not cover that column. Without ``schema`` the tables may be a bare copy, without triggers and keys.
    ``every_signature`` checks each signature separately, although the last one vouches for all. ``on_progress`` is
    called from time to time with the number of events checked and of all events. A missing file raises
    FileNotFoundError; every other problem is a fault of the verdict.
    """
    findings = Findings()
    chain, keys = Chain(findings), Keys("", "")
    try:
        with evidence(where) as ask:
            if schema:
                check_schema(ask, postgresql=is_postgresql(where), findings=findings)
            keys = examine(ask, chain, findings, kept_head, on_progress, side_of, every_signature=every_signature)
            for text in damage(where, ask):
                findings.fault("file", None, f"the database file is damaged: {text}")
    except Unreadable as error:
        findings.fault("unreadable", None, f"the rows after event {chain.number} cannot be read: {error}")
    verdict = findings.verdict(chain.events, chain.entries, chain.signed, chain.last_hash)
    return verdict._replace(public_key=keys.current.text, key_changes=tuple(change.number for change in keys.changes))


def examine(
    ask: Ask,
    chain: Chain,
    findings: Findings,
    kept_head: Mapping[str, Any] | None = None,
    on_progress: OnProgress = lambda done, total: None,
    side_of: SideOf | None = None,
    *,
    every_signature: bool = False,
) -> Keys:
    """Checks everything but the schema and the file. Returns the keys that signed the events."""
    books = Books(findings.sound(ask, ACCOUNTS), findings, side_of)
    heads = Heads(findings.sound(ask, FACTS), kept_head, findings)
    chain.walk(ask, books, heads, Signatures(heads.keys, findings, every=every_signature), on_progress)
    for key, first, last in ask(DOUBLED_KEYS):
        findings.fault("key", last, f"key {key!r} of event {first} is used again by event {last}")
    books.compare_accounts()
    books.compare_documents(findings.sound(ask, DOCUMENTS))
    return heads.keys
