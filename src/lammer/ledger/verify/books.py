"""Recomputes the books from the events: accounts from entries, documents from their digests."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from lammer.ledger.verify.evidence import Row
from lammer.ledger.verify.verdict import Findings

SIDES = ("credit", "debit", "either")


class Books:
    """Debits and credits of every account, and the last digest of every document, as of the event last entered."""

    def __init__(self, accounts: Iterable[Row], findings: Findings, side_of: Callable[[str], str] | None) -> None:
        self._findings = findings
        self._debits: defaultdict[str, int] = defaultdict(int)
        self._credits: defaultdict[str, int] = defaultdict(int)
        self._documents: dict[str, tuple[str, int]] = {}
        self._accounts: dict[str, tuple[int, int]] = {}
        self._sides: dict[str, str] = {}
        for name, debits, credits, side in accounts:
            self._open(name, debits, credits, side, side if side_of is None else side_of(name))

    def enter(self, number: int, lines: list[Row]) -> None:
        """Adds the entries of an event and checks every account that they may have taken below zero."""
        debits, credits, sides = self._debits, self._credits, self._sides
        for at, (_, line, debit, credit, amount, _) in enumerate(lines):
            if line != at or amount <= 0 or not debit or not credit or debit == credit:
                self._fault_in_line(number, at, lines[at])
            debits[debit] += amount
            credits[credit] += amount
        for _, _, debit, credit, _, _ in lines:
            if sides.get(debit) == "credit" and credits[debit] < debits[debit]:
                self._below_zero(number, debit)
            if sides.get(credit) == "debit" and debits[credit] < credits[credit]:
                self._below_zero(number, credit)

    def write(self, number: int, documents: Any, writings: list[str]) -> None:
        """Records the documents that an event wrote; ``writings`` must contain the same names."""
        try:
            written = {f"{name}": f"{digest}" for name, digest in documents}
        except (TypeError, ValueError):
            written = {}
        if documents != [[name, digest] for name, digest in sorted(written.items())]:
            self._findings.fault(
                "document", number, f"the documents of event {number} are not sorted names with digests"
            )
        elif sorted(writings) != sorted(written):
            text = f"event {number} wrote {sorted(written)}, but writings has {sorted(writings)}"
            self._findings.fault("writing", number, text)
        for name, digest in written.items():
            self._documents[name] = digest, number

    def take_sums(self, debits: Iterable[Row], credits: Iterable[Row]) -> None:
        """Takes the sums of the entries as the database computed them."""
        self._debits.update({name: int(amount) for name, amount in debits})
        self._credits.update({name: int(amount) for name, amount in credits})

    def take_documents(self, number: int, documents: Iterable[tuple[str, str]]) -> None:
        """Records documents that an event wrote, unless a later event wrote them."""
        for name, digest in documents:
            if self._documents.get(name, ("", 0))[1] < number:
                self._documents[name] = digest, number

    def compare_accounts(self) -> None:
        """Checks that the accounts table equals the sums of the entries."""
        for name in sorted(self._debits.keys() | self._credits.keys() | self._accounts.keys()):
            added, stated = (self._debits[name], self._credits[name]), self._accounts.get(name)
            if stated != added:
                what = "is missing" if stated is None else "has debits {}, credits {}".format(*stated)
                self._fault("account", f"account {name!r} {what}; the entries add up to {added[0]}, {added[1]}")
            elif not any(added):
                self._fault("account", f"account {name!r} has no entries")
        debits, credits = (sum(column) for column in zip((0, 0), *self._accounts.values(), strict=True))
        if debits != credits:
            self._fault("totals", f"the accounts have {debits} debits and {credits} credits in total")

    def compare_documents(self, documents: Iterable[Row]) -> None:
        """Checks that every document is the one that its last event wrote, and that none is missing or added."""
        for name, body in documents:
            digest, number = self._documents.pop(name, ("", 0))
            if not number:
                self._fault("document", f"document {name!r} was written by no event, or is stored twice")
            elif digest != hashlib.sha256(body.encode()).hexdigest():
                self._findings.fault("document", number, f"document {name!r} is not the one event {number} wrote")
        for name, (_, number) in self._documents.items():
            self._findings.fault("document", number, f"document {name!r}, written by event {number}, is missing")

    def _open(self, name: str, debits: int, credits: int, side: str, due: str) -> None:
        if side not in SIDES:
            self._fault("side", f"account {name!r} has the side {side!r}")
        elif side != due:
            self._fault("side", f"account {name!r} has the side {side!r}, not {due!r}")
        if name in self._accounts:
            self._fault("account", f"account {name!r} is stored twice")
        self._accounts[name] = debits, credits
        self._sides[name] = due

    def _fault_in_line(self, number: int, at: int, line: Row) -> None:
        rule = "lines have the numbers 0, 1, 2 …, positive amounts and two different accounts"
        text = f"line {at} of event {number} is {line[1:]}, but {rule}"
        self._findings.fault("entry", number, text)

    def _below_zero(self, number: int, name: str) -> None:
        debits, credits = self._debits[name], self._credits[name]
        text = f"event {number} leaves account {name!r} below zero: debits {debits}, credits {credits}"
        self._findings.fault("below-zero", number, text)

    def _fault(self, code: str, text: str) -> None:
        self._findings.fault(code, None, text)
