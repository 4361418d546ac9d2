"""Types of the values of a rule sheet, and the marks that a value may have."""

from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

from lammer.cards.money import Odds, parse_odds
from lammer.rules.paytable import Plain


def _odds(value: object) -> Odds:
    return value if isinstance(value, Odds) else parse_odds(str(value))


OddsField = Annotated[
    Odds,
    BeforeValidator(_odds),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": r"^\d+:\d+$", "examples": ["3:2"]}),
]
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


Letter = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]
"""A card value; T stands for every ten-value."""

Letters = tuple[Annotated[Letter, BeforeValidator(str)], ...]
Decks = Annotated[float, Field(ge=0, le=8, multiple_of=0.25)]
StandOn = Annotated[int, Field(ge=12, le=21)]
Total = Annotated[int, Field(ge=0, le=21)]


class Section(Plain):
    """A group of values; in a sheet each value is written with its clause. ``title`` is the group's name for people, if
    the key is not enough; ``procedure`` marks all its values as procedure."""

    title: ClassVar[str] = ""
    procedure: ClassVar[bool] = False
