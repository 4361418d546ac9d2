"""The offline verifier: checks a journal's database, and a head kept elsewhere if there is one, and returns a verdict.

The verifier is a second reading of docs/ledger.md and shares no code with the journal. It goes through the events once,
with their entries, hashes and heads beside them, and then holds the accounts and the documents against what the events
add up to. Memory grows with the accounts and the documents, not with the events.
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

Told = Callable[[int, int], None]
SideOf = Callable[[str], str]


def verify(
    where: str,
    kept_head: Mapping[str, Any] | None = None,
    on_progress: Told = lambda done, total: None,
    side_of: SideOf | None = None,
    *,
    schema: bool = True,
    every_signature: bool = False,
) -> Verdict:
    """Whether the journal at ``where`` (a file or a PostgreSQL URL) is whole and adds up.

    ``kept_head`` (journal, public_key, number, hash, signature) was saved elsewhere: with it, a tail that was cut off
    and a log that was signed anew with another key are found, too. ``side_of`` gives the side each account ought to
    have; the chain does not vouch for that column. Without ``schema`` the tables may be a bare copy, without triggers
    and keys. ``every_signature`` checks each signature by itself, although the last one vouches for all.
    ``on_progress`` is called now and then with the events done and all there are. A file that is not there raises
    FileNotFoundError; everything else that is wrong is a fault of the verdict.
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
        findings.fault("unreadable", None, f"the rows cannot be read on from event {chain.number}: {error}")
    verdict = findings.verdict(chain.events, chain.entries, chain.signed, chain.last_hash)
    return verdict._replace(public_key=keys.current.text, key_changes=tuple(change.number for change in keys.changes))


def examine(
    ask: Ask,
    chain: Chain,
    findings: Findings,
    kept_head: Mapping[str, Any] | None = None,
    on_progress: Told = lambda done, total: None,
    side_of: SideOf | None = None,
    *,
    every_signature: bool = False,
) -> Keys:
    """Everything but the schema and the file. Gives the keys that the events were signed with."""
    books = Books(findings.sound(ask, ACCOUNTS), findings, side_of)
    heads = Heads(findings.sound(ask, FACTS), kept_head, findings)
    chain.walk(ask, books, heads, Signatures(heads.keys, findings, every=every_signature), on_progress)
    for key, first, last in ask(DOUBLED_KEYS):
        findings.fault("key", last, f"key {key!r} of event {first} is used again by event {last}")
    books.compare_accounts()
    books.compare_documents(findings.sound(ask, DOCUMENTS))
    return heads.keys
