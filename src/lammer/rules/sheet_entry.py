"""One value of a sheet, with where it comes from."""

from typing import Any, NamedTuple

HOUSE = "house"


def cited(text: str, clause: str) -> str:
    """A sentence with the clause behind it. A rule of the house has no clause that anybody could look up."""
    return f"{text} [{clause}]" if clause not in ("", HOUSE) else text


class Entry(NamedTuple):
    """One value as a sheet writes it."""

    value: Any
    clauses: tuple[str, ...]
    allowed: tuple[Any, ...] | None
    note: str
    file: str
    departs: bool = False
    """Set by an override, away from what the sheet says."""
    implied: bool = False
    """Stands in an earlier version that did not state it: how that version was played, and no part of its digest."""

    @property
    def clause(self) -> str:
        return "; ".join(self.clauses)
