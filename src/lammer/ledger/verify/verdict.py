"""The result of the verifier: a verdict with faults and warnings."""

from collections.abc import Iterator
from typing import NamedTuple

from lammer.ledger.verify.evidence import Ask, Row, Table

MAX_FAULTS = 100


class Fault(NamedTuple):
    """Something that no journal writes: its code, its event (None if no particular event), and a sentence."""

    code: str
    event: int | None
    text: str


class Verdict(NamedTuple):
    """What was read and what is wrong with it. No signature covers the events after ``signed``, only the chain, which
    anyone who can write to the database can rebuild."""

    events: int
    entries: int
    signed: int
    last_hash: str
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...]
    public_key: str = ""
    """The key in use after the last event. Nothing in the books proves whose key it is: compare it with the one you
    know."""
    key_changes: tuple[int, ...] = ()
    """The events that changed the key."""


class Findings:
    """Collects faults and warnings, the first hundred of each."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._warnings: list[str] = []

    @property
    def found(self) -> bool:
        return bool(self._faults)

    def fault(self, code: str, event: int | None, text: str) -> None:
        if len(self._faults) <= MAX_FAULTS:
            self._faults.append(Fault(code, event, text))

    def warn(self, text: str) -> None:
        if len(self._warnings) <= MAX_FAULTS:
            self._warnings.append(text)

    def sound(self, ask: Ask, table: Table) -> Iterator[Row]:
        """The rows of a table whose values have the right types. SQLite accepts any value in any column."""
        for row in ask(table.query):
            if tuple(map(type, row)) == table.kinds:
                yield row
            else:
                self.fault(
                    "malformed", None, f"{table.name} has a row with a value of the wrong type: {str(row)[:200]}"
                )

    def verdict(self, events: int, entries: int, signed: int, last_hash: str) -> Verdict:
        faults, warnings = self._faults[:MAX_FAULTS], self._warnings[:MAX_FAULTS]
        if len(self._faults) > MAX_FAULTS:
            warnings.append(f"there are more than {MAX_FAULTS} faults; only the first {MAX_FAULTS} are shown")
        return Verdict(events, entries, signed, last_hash, tuple(faults), tuple(warnings))
