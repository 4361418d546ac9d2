"""A section of a rule sheet, and the marks that its values may have."""

from typing import ClassVar, NamedTuple

from lammer.rules.paytable import Plain

STATED = "stated"
"""Marks a value with several choices that is posted but read by no code."""
PROCEDURE = "procedure"
"""Marks a value that says how a table is run, and that no edge, spread or side bet depends on."""


class Label(NamedTuple):
    """Marks a value whose key alone would not tell a person what it means."""

    text: str


class NamesOneOf(NamedTuple):
    """Marks a value that is a name in another table of the same section."""

    table: str


class Section(Plain):
    """A group of values; in a sheet each value is written with its clause. ``title`` is the group's name for people, if
    the key is not enough; ``procedure`` marks all its values as procedure."""

    title: ClassVar[str] = ""
    procedure: ClassVar[bool] = False
