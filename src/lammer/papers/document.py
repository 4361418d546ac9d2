"""The content of a document: sections of blocks, independent of the format that it is written in.

A figure is a ``Number``: its printed text together with a key. The keys name the figures in the JSON that a document
contains, so that a check can compare each of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")
FileKind = Literal["pdf", "html"]
FILE_KINDS: tuple[FileKind, ...] = ("pdf", "html")


class Number(NamedTuple):
    """A figure as it is printed. ``key`` is unique in its document."""

    key: str
    text: str


Cell = str | Number


class Column(NamedTuple):
    """``width`` is a share of the space that the other columns leave; 0 is as wide as the content."""

    title: str
    align: Literal["left", "right"] = "left"
    width: float = 0


@dataclass(frozen=True)
class Paragraph:
    text: str
    small: bool = False


@dataclass(frozen=True)
class Notice:
    """A framed list, such as the warnings on the first page."""

    title: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """Labels with their values. ``code`` sets the values in a fixed-width font."""

    rows: tuple[tuple[str, Cell], ...]
    code: bool = False


@dataclass(frozen=True)
class Table:
    """``strong`` are the indices of rows that are emphasized."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    strong: tuple[int, ...] = ()
    small: bool = False


@dataclass(frozen=True)
class Picture:
    """A vector picture. ``alt`` says in words what it shows; ``width`` is a share of the text width."""

    svg: str
    alt: str
    caption: str = ""
    width: float = 1.0


@dataclass(frozen=True)
class ChartGrid:
    """A section of a chart. Each row has a hand and the actions against every up card, like ``FD/H``."""

    title: str
    ups: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Charts:
    """Grids that are set side by side, with a legend of letters, colours and words."""

    grids: tuple[ChartGrid, ...]
    legend: tuple[tuple[str, str, str], ...]
    colours: Mapping[str, str]


class HandOfCards(NamedTuple):
    """``cards`` are names like ``8h``."""

    label: str
    cards: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Deal:
    """A round as a picture: the dealer's hand, the player's hands, and what was paid."""

    title: str
    hands: tuple[HandOfCards, ...]
    lines: tuple[str, ...]
    notation: str


@dataclass(frozen=True)
class Signatures:
    """Lines to sign on, with what is written below each."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Amount:
    """One figure in large print, with what it is and a line below it."""

    label: str
    value: Number
    note: str = ""


@dataclass(frozen=True)
class Proof:
    """A code for readers (SVG, square) beside labels with their values, in small fixed-width print."""

    svg: str
    alt: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SubSection:
    title: str
    blocks: "tuple[Block, ...]"


Block = (
    Paragraph | Bullets | Notice | Facts | Table | Picture | Charts | Deal | Signatures | Amount | Proof | SubSection
)


@dataclass(frozen=True)
class Section:
    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Document:
    """``kind`` is what the document is, like "PAR sheet"; ``cover`` stands below the title on the first page."""

    kind: str
    title: str
    subtitle: str
    cover: tuple[Block, ...]
    sections: tuple[Section, ...]
    about: Mapping[str, Any] = field(default_factory=dict)
    """What the JSON in the file says beside the figures: sheet, versions, command."""
    date: str = ""

    def figures(self) -> dict[str, str]:
        """Every figure by its key, as printed."""
        found: dict[str, str] = {}
        blocks = (*self.cover, *(block for section in self.sections for block in section.blocks))
        for number in _numbers(blocks):
            if found.setdefault(number.key, number.text) != number.text:
                raise ValueError(f"two figures are called {number.key}")
        return found


def _numbers(blocks: tuple[Block, ...]) -> Iterator[Number]:
    for block in blocks:
        if isinstance(block, SubSection):
            yield from _numbers(block.blocks)
        elif isinstance(block, Amount):
            yield block.value
        elif isinstance(block, Facts):
            yield from (value for _, value in block.rows if isinstance(value, Number))
        elif isinstance(block, Table):
            yield from (cell for row in block.rows for cell in row if isinstance(cell, Number))
