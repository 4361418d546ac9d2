"""A section of a rule sheet, and the marks that its values may have."""

from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field

from lammer.rules.paytable import Minor, Plain

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


class Lights(Section):
    """A marked card of every deck gives lights, and enough lights win a prize of the house. There is no wager: every
    owner of a box takes part. ``trade``: a light is for a marked card that is traded for the next card; else every
    playable marked card gives one. ``opening``: when an opening card may be traded. ``left``: the lights of a player
    who leaves."""

    procedure = True  # the figures of the main game are those of players who keep their cards

    name: str
    marked: Annotated[str, Field(pattern="^[2-9TJQKA][cdhs]$", description="a card like Tc"), Label("marked card")]
    needed: Annotated[int, Field(ge=1, le=100), Label("lights that win the prize")]
    prize: Minor
    trade: Annotated[bool, Label("marked cards may be traded")]
    playable: Annotated[Literal["the hand does not exceed the limit"], Label("a marked card is playable if")]
    next_card: Annotated[Literal["may be traded again"], Label("a marked card in place of a traded one")]
    dealer: Annotated[Literal["plays it as any card"], Label("the dealer")]
    bettor: Annotated[Literal["the owner of the box"], Label("lights belong to")]
    opening: Annotated[Literal["in the turn of the box"], Label("an opening card is traded")]
    natural: Annotated[Literal["may be traded until it is paid"], Label("a card of a natural")]
    replaced: Annotated[Literal["as if dealt at first"], Label("the next card counts")]
    winner: Annotated[Literal["starts again from none"], Label("who wins the prize")]
    void: Annotated[Literal["takes its lights back"], Label("an interrupted round")]
    left: Annotated[Literal["kept", "lost"], Label("lights of a player who leaves are")]
