"""One value of a sheet, with its source."""

from typing import Any, NamedTuple

HOUSE = "house"


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
