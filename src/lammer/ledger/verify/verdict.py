"""What the verifier says in the end."""

from collections.abc import Iterator
from typing import NamedTuple

from lammer.ledger.verify.evidence import Ask, Row, Table

MAX_FAULTS = 100


class Fault(NamedTuple):
    """Something that no journal writes: what kind, at which event (None: at none in particular), and what and where."""

    code: str
    event: int | None
    text: str


class Verdict(NamedTuple):
    """What was read and what is wrong with it. Events after ``signed`` are vouched for by no signature yet, only by
    the chain, which anyone who can write to the database can make anew."""

    events: int
    entries: int
    signed: int
    last_hash: str
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...]
    public_key: str = ""
    """The key in use after the last event. Nothing in the books says whose it is: compare it with what you know."""
    key_changes: tuple[int, ...] = ()
    """The events that put a new key in place."""


class Findings:
    """Faults and warnings as they are found, the first hundred of each."""

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
        """The rows of a table that hold what its columns are for. SQLite takes any value in any column."""
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
            warnings.append(f"there are more than {MAX_FAULTS} faults; only the first {MAX_FAULTS} are told")
        return Verdict(events, entries, signed, last_hash, tuple(faults), tuple(warnings))
