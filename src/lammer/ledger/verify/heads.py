"""Checks the signed heads in the database, and one that was kept elsewhere."""

from collections.abc import Iterable, Mapping
from typing import Any

from lammer.ledger.verify.evidence import Row
from lammer.ledger.verify.keys import Keys, PublicKey
from lammer.ledger.verify.verdict import Findings

HEAD_EVERY = 100
KEPT = {"journal": str, "public_key": str, "number": int, "hash": str, "signature": str}


class Heads:
    """The journal's id and keys, and the check of its heads."""

    def __init__(self, facts: Iterable[Row], kept_head: Mapping[str, Any] | None, findings: Findings) -> None:
        self._findings = findings
        rows = sorted(facts)
        self._facts: dict[str, Any] = dict(rows)
        self.keys = Keys(str(self._facts.get("journal", "")), str(self._facts.get("public_key", "")))
        """Contains the first key; the walk along the events adds the others."""
        if [name for name, _ in rows] != ["journal", "public_key"]:
            findings.fault("facts", None, f"journal_facts contains {sorted(self._facts)}, not journal and public_key")
        self._kept: tuple[int, str, str] | None = None if kept_head is None else self._read_kept(kept_head)

    def check(self, number: int, known_hash: str, heads: list[Row]) -> bool:
        """Compares an event with its heads and, if it has the number of the kept head, with that. Returns whether a
        head of the database is valid."""
        if not heads and number % HEAD_EVERY == 0:
            self._findings.fault("head-missing", number, f"event {number} has no signed head")
        sound = False
        for _, head_hash, signature in heads:
            if head_hash != known_hash:
                self._findings.fault("head", number, f"the head of event {number} differs from the hash in the chain")
            elif not self.keys.current.signed(number, head_hash, signature):
                self._findings.fault("signature", number, f"the signature of the head of event {number} is invalid")
            else:
                sound = True
        if self._kept and number == self._kept[0]:
            if known_hash != self._kept[1]:
                self._findings.fault("kept-head", number, f"the hash of event {number} differs from the kept head")
            if self.keys.current.text != self._kept[2]:
                self._findings.fault("kept-head", number, f"the kept head is of another public_key: {self._kept[2]}")
            self._kept = None
        return sound

    def end(self, last: int) -> None:
        """After the last event: a kept head that was not reached is of a missing event."""
        if self._kept:
            self._findings.fault(
                "kept-head", None, f"the kept head is of event {self._kept[0]}, but the events end at {last}"
            )

    def _read_kept(self, head: Mapping[str, Any]) -> tuple[int, str, str] | None:
        if any(type(head.get(name)) is not kind for name, kind in KEPT.items()):
            self._findings.fault("kept-head", None, f"the kept head lacks one of {', '.join(KEPT)}")
            return None
        if head["journal"] != self._facts.get("journal"):
            self._findings.fault("kept-head", None, f"the kept head is of another journal: {head['journal']}")
        key = PublicKey(head["journal"], head["public_key"])
        if not key.signed(head["number"], head["hash"], head["signature"]):
            self._findings.fault("kept-head", head["number"], "the signature of the kept head is invalid")
        return head["number"], head["hash"], head["public_key"]
