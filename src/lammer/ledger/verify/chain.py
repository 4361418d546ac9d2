"""Walks along the events and checks numbers, texts, digests and the chain of hashes."""

import math
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from lammer.ledger.verify.books import Books
from lammer.ledger.verify.canonical import NotCanonical, command_text, documents_of, link_text
from lammer.ledger.verify.evidence import AUDIT, ENTRIES, EVENTS, HEADS, HOW_MANY, WRITINGS, Ask, Row, Table
from lammer.ledger.verify.heads import Heads
from lammer.ledger.verify.keys import ABOUT, FIRST_MARK, NEW_KEY, follow_event, mark, refused
from lammer.ledger.verify.signatures import Signatures
from lammer.ledger.verify.verdict import Findings

PROGRESS_EVERY = 10_000
UTC_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00").fullmatch


class RowsByEvent:
    """The rows of one table, grouped by event; rows and events are read in the order of their numbers."""

    def __init__(self, ask: Ask, table: Table, findings: Findings) -> None:
        self._table, self._rows, self._findings = table.name, findings.sound(ask, table), findings
        self._next = next(self._rows, None)

    def of(self, number: float) -> list[Row]:
        """The rows of event ``number``. Skipped rows with smaller numbers belong to no event."""
        row, rows = self._next, []
        while row is not None and row[0] <= number:
            if row[0] == number:
                rows.append(row)
            else:
                text = f"{self._table} has a row of event {row[0]}, which does not exist"
                self._findings.fault("astray", row[0], text)
            row = next(self._rows, None)
        self._next = row
        return rows

    def end(self) -> None:
        """After the last event: remaining rows belong to no event."""
        self.of(math.inf)


class Chain:
    """The position of the walk. After a break it continues from the hash in the database, so that an edited event is
    one fault and not a fault of every later event."""

    def __init__(self, findings: Findings, start: Row = (0, FIRST_MARK, "")) -> None:
        """``start`` is the audit row of the event before the first one to check."""
        self.findings = findings
        self.events = self.entries = self.signed = 0
        self.number: int
        self.last_hash: str
        self.last_signature: str
        self.number, self.last_hash, self.last_signature = start
        self._last_time = ""

    def walk(
        self, ask: Ask, books: Books, heads: Heads, signatures: Signatures, on_progress: Callable[[int, int], None]
    ) -> None:
        """Checks every event after the start and enters it into the books."""
        since = self.number
        tables = [RowsByEvent(ask, table.after(since), self.findings) for table in (ENTRIES, AUDIT, HEADS, WRITINGS)]
        entries, audit, signed, writings = tables
        ((total,),) = ask(HOW_MANY)
        for row in self.findings.sound(ask, EVENTS.after(since)):
            number, lines = row[0], entries.of(row[0])
            before = self._mark() if row[3] == NEW_KEY else ""
            self._event(row, lines, audit.of(number))
            books.enter(number, lines)
            books.write(number, self._documents(row), [name for _, name in writings.of(number)])
            headed = heads.check(number, self.last_hash, signed.of(number))
            signatures.enter(number, self.last_hash, self.last_signature, headed=headed)
            if before:
                signatures.check_pending()
                self._change_key(row, before, heads)
            if self.events % PROGRESS_EVERY == 0:
                on_progress(self.events, total)
        for table in tables:
            table.end()
        heads.end(self.number)
        signatures.end()
        self.signed = signatures.vouched
        on_progress(self.events, total)

    def _event(self, row: Row, lines: list[Row], marks: list[Row]) -> None:
        """Checks the event's number, time, digest and hash."""
        number, fault = row[0], self.findings.fault
        self.events += 1
        self.entries += len(lines)
        if number != self.number + 1:
            fault("number", number, f"event {number} follows event {self.number}")
        if row[2] != sha256(command_text(row).encode()).hexdigest():
            fault("digest", number, f"the digest of event {number} is not that of its command")
        due = sha256(link_text(self._mark(), row, lines).encode()).hexdigest()
        if len(marks) != 1:
            fault("audit", number, f"event {number} has {len(marks)} audit rows")
        elif marks[0][1] != due:
            fault("chain", number, f"the hash of event {number} does not match the event and the previous mark")
        self.number, self.last_hash, self.last_signature = marks[0] if marks else (number, due, "")
        self._time(number, row[5])

    def _mark(self) -> str:
        """The mark of the last event, which the next hash includes."""
        return mark(self.last_hash, self.last_signature)

    def _change_key(self, row: Row, before: str, heads: Heads) -> None:
        """Changes the key from the next event on, if both keys signed the change."""
        wrong = follow_event(heads.keys, row[0], row[7], before)
        if wrong or row[6] != ABOUT:
            self.findings.fault("new-key", row[0], refused(row[0], wrong or f"it is about {row[6]!r}, not {ABOUT!r}"))

    def _time(self, number: int, at: str) -> None:
        if not UTC_TIME(at):
            self.findings.fault("time", number, f"event {number} has the time {at!r}, not UTC with microseconds")
        elif at < self._last_time:
            self.findings.warn(f"event {number} is at {at}, before the previous event ({self._last_time})")
        self._last_time = at

    def _documents(self, row: Row) -> Any:
        """The event's documents, after a check that body, answer and documents are canonical."""
        try:
            return documents_of(*row[7:])
        except NotCanonical as error:
            text = f"body, answer or documents of event {row[0]} are not canonical JSON: {error}"
            self.findings.fault("canonical", row[0], text)
            return []
