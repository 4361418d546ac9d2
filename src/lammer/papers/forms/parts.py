"""Parts that several forms share: amounts, rates, clauses, the draft of a form."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.cards.money import MINOR_UNITS
from lammer.papers.document import Block, Cell, Column, Number, Paragraph, Table
from lammer.papers.numbers import MINUS
from lammer.progressive.terms import MILLION, LevelTerms
from lammer.rules.clauses import clause_texts
from lammer.rules.paytable import meter_name

NEW_JERSEY = "N.J.A.C. 13:69E-1.39A"
SOUTH_DAKOTA = "South Dakota 20:18:15:30.19"


class Draft(NamedTuple):
    """The content of one form. ``event`` is the event that it is about, ``part`` distinguishes several forms of one
    event, ``ask`` finds the same form again."""

    code: str
    kind: str
    event: int
    subtitle: str
    blocks: tuple[Block, ...]
    signatures: tuple[str, ...]
    clauses: tuple[str, ...]
    ask: Mapping[str, Any]
    words: tuple[str, ...]
    """The command's words after the form's name."""
    amount: str = ""
    part: int = 0

    @property
    def number(self) -> str:
        return f"{self.code}-{self.event}" + (f"-{self.part}" if self.part else "")


def money_words(minor: int, *, signed: bool = False) -> str:
    units, cents = divmod(abs(minor), MINOR_UNITS)
    sign = MINUS if minor < 0 else "+" if signed and minor else ""
    return f"{sign}{units:,}.{cents:02d}"


def money(key: str, minor: int, *, signed: bool = False) -> Number:
    return Number(key, money_words(minor, signed=signed))


def rate_words(millionths: int) -> str:
    return f"{millionths * 100 / MILLION:g}% of each wager"


def increment_words(level: LevelTerms) -> str:
    return rate_words(level.rate) if level.per_wager is None else f"{money_words(level.fixed)} for each wager"


def limit_words(level: LevelTerms) -> str:
    return money_words(level.limit) if level.limit else "none"


def level_title(level: str) -> str:
    return meter_name(level).capitalize()


def lines_table(caption: str, rows: list[tuple[str, Cell]], strong: tuple[int, ...] = ()) -> Table:
    """What, and how much."""
    return Table((Column("", width=1), Column("Amount", "right")), tuple(rows), caption, strong)


def parameters(levels: Mapping[str, LevelTerms], reserves: Mapping[str, int] | None = None) -> Table:
    """The parameters of New Jersey's list for every meter. With ``reserves`` the reset amounts are those of today."""

    def reset(level: str, its: LevelTerms) -> Cell:
        if reserves is None:
            return f"{money_words(its.seed)} plus reserve"
        return money(f"{level}.reset", its.seed + reserves[level])

    rows: tuple[tuple[Cell, ...], ...] = (
        ("Base amount", "(a)1", *(money(f"{name}.base", its.seed) for name, its in levels.items())),
        ("Reset amount: base and reserve", "(a)2", *(reset(name, its) for name, its in levels.items())),
        ("Increment", "(a)3", *(Number(f"{name}.increment", increment_words(its)) for name, its in levels.items())),
        ("Limit of the meter", "(a)4", *(Number(f"{name}.limit", limit_words(its)) for name, its in levels.items())),
        (
            "Hidden rate, for the reserve",
            "(a)5",
            *(Number(f"{name}.hidden", rate_words(its.reserve)) for name, its in levels.items()),
        ),
    )
    columns = (
        Column("Parameter", width=1),
        Column(NEW_JERSEY),
        *(Column(level_title(level), "right") for level in levels),
    )
    return Table(columns, rows, "Parameters of every meter")


def clause_block(clauses: tuple[str, ...]) -> Paragraph:
    texts = clause_texts()
    quoted = " ".join(f"{clause.removeprefix('SD.19 ')}: {texts[clause]}" for clause in clauses)
    return Paragraph(f"{SOUTH_DAKOTA} {quoted}", small=True)
