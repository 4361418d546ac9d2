"""One value of a sheet, with its source."""

from typing import Any, NamedTuple

HOUSE = "house"


def cited(text: str, clause: str) -> str:
    """A sentence with the clause behind it. A rule of the house has no clause that anybody could look up."""
    return f"{text} [{clause}]" if clause not in ("", HOUSE) else text


class Entry(NamedTuple):
    """One value of a sheet, with its clauses and allowed choices."""

    value: Any
    clauses: tuple[str, ...]
    allowed: tuple[Any, ...] | None
    note: str
    file: str
    departs: bool = False
    """Whether an override changed the value although its clause states it."""
    implied: bool = False
    """Whether the sheet does not state the value itself. It has the value with which such sheets were always played,
    and is not part of the digest."""

    @property
    def clause(self) -> str:
        return "; ".join(self.clauses)
