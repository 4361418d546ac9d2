"""The checks before the first write, which take seconds however long the books are: the tail of the chain with its
signatures, every balance against the sum of its entries, and every document against the event that wrote it."""

import json
from collections.abc import Callable
from typing import NamedTuple

from lammer.ledger.verify.books import Books
from lammer.ledger.verify.chain import Chain
from lammer.ledger.verify.evidence import ACCOUNTS, AUDIT, DOCUMENTS, FACTS, Ask, Row
from lammer.ledger.verify.heads import Heads
from lammer.ledger.verify.keys import FIRST_MARK, follow_all
from lammer.ledger.verify.shape import check_schema
from lammer.ledger.verify.signatures import Signatures
from lammer.ledger.verify.verdict import Fault, Findings

TAIL_EVENTS = 1_000
DEBITS = "SELECT debit, sum(amount) FROM entries GROUP BY debit"
CREDITS = "SELECT credit, sum(amount) FROM entries GROUP BY credit"
LAST_WRITERS = "SELECT number, documents FROM events WHERE number IN (SELECT max(event) FROM writings GROUP BY name)"


class Expected(NamedTuple):
    """Facts that the owner of the key knows independently of the books."""

    public_key: str | None = None
    """The key that will sign the next event; None if unknown."""
    signed_from: int | None = None
    """The first event that must be signed; None if unknown."""
    side_of: Callable[[str], str] | None = None
    tail_events: int = TAIL_EVENTS


def check_start(
    ask: Ask, expected: Expected, *, postgresql: bool, on_progress: Callable[[str], None] = lambda stage: None
) -> tuple[Fault, ...]:
    """Returns the faults. ``on_progress`` is called with the name of each check before it starts."""
    findings = Findings()
    on_progress("tables and triggers")
    check_schema(ask, postgresql=postgresql, findings=findings)
    if not findings.found:  # with a wrong schema the queries might fail
        on_progress(f"the last {expected.tail_events:,} events")
        _check_tail(ask, expected, findings)
        _check_books(ask, expected, findings, on_progress)
    return findings.verdict(0, 0, 0, "").faults


class _TailBooks(Books):
    """Ignores entries, since those of the tail alone do not give balances."""

    def enter(self, number: int, lines: list[Row]) -> None:
        pass


def _check_tail(ask: Ask, expected: Expected, findings: Findings) -> None:
    ((last,),) = ask("SELECT coalesce(max(number), 0) FROM events")
    since = max(last - expected.tail_events, 0)
    before = AUDIT.query.replace("ORDER BY", f"WHERE number = {since} ORDER BY")
    start = next(iter(ask(before)), (since, FIRST_MARK, ""))
    heads = Heads(findings.sound(ask, FACTS), None, findings)
    if wrong := follow_all(heads.keys, ask, since):
        findings.fault("new-key", None, wrong)
    signatures = Signatures(heads.keys, findings, signed_from=expected.signed_from, before=bool(start[2]))
    Chain(findings, start).walk(ask, _TailBooks((), findings, None), heads, signatures, lambda done, total: None)
    if expected.public_key not in (None, heads.keys.current.text):
        findings.fault("other-key", None, "the books name a public key that is not the signing key's")


def _check_books(ask: Ask, expected: Expected, findings: Findings, on_progress: Callable[[str], None]) -> None:
    on_progress("balances against all entries")
    accounts = list(findings.sound(ask, ACCOUNTS))
    books = Books(accounts, findings, None)
    for name, _, _, side in accounts:
        # A program that knows only some of the accounts says "either" for the others.
        if expected.side_of is not None and expected.side_of(name) not in ("either", side):
            findings.fault("side", None, f"account {name!r} has the side {side!r}, not {expected.side_of(name)!r}")
    books.take_sums(ask(DEBITS), ask(CREDITS))
    books.compare_accounts()
    on_progress("documents against the events that wrote them")
    for number, written in ask(LAST_WRITERS):
        try:
            books.take_documents(number, json.loads(written))
        except (TypeError, ValueError):
            findings.fault("canonical", number, f"the documents of event {number} are not canonical JSON")
    books.compare_documents(findings.sound(ask, DOCUMENTS))
