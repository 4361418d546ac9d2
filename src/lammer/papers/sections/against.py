"""The bet against the player's own hand: its edge, deviation and net results."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lammer.papers import numbers
from lammer.papers.document import Block, Cell, Column, Facts, Paragraph, SubSection, Table
from lammer.papers.sections.side_bets import Z90, Z95
from lammer.papers.wanted import LeftOut

if TYPE_CHECKING:
    from lammer.exact.finding import WholeFinding

TITLE = "Bet against the hand"


def against(found: "WholeFinding | LeftOut") -> SubSection:
    if isinstance(found, LeftOut):
        return SubSection(TITLE, (Paragraph(f"The exact analysis does not cover this bet: {found.why}"),))
    return SubSection(TITLE, tuple(_against(found)))


def cover_row(found: "WholeFinding") -> tuple[Cell, ...]:
    won = sum(chance for net, chance in found.results.chances.items() if net > 0)
    return (
        TITLE,
        numbers.percent("against.cover", found.edge.house_edge),
        numbers.decimal("against.cover.sd", found.results.sd, 4),
        numbers.percent("against.cover.hit", won),
    )


def _against(found: "WholeFinding") -> Iterator[Block]:
    from lammer.exact.finding import AGAINST_METHOD

    sd = found.results.sd
    yield Paragraph(
        "In place of the main wager a player may bet that the dealer beats the hand, which is then played by the "
        f"dealer's rules without decisions. Method: {AGAINST_METHOD}."
    )
    yield Facts(
        (
            ("House edge", numbers.percent("against.house_edge", found.edge.house_edge, 6)),
            ("Standard deviation", numbers.decimal("against.sd", sd)),
            ("Volatility index 90%", numbers.decimal("against.vi90", Z90 * sd, 4)),
            ("Volatility index 95%", numbers.decimal("against.vi95", Z95 * sd, 4)),
        )
    )
    columns = Column("Net result", "right"), Column("Probability", "right"), Column("True odds", "right")
    yield Table(columns, tuple(_results(found)), small=True)


def _results(found: "WholeFinding") -> Iterator[tuple[Cell, ...]]:
    for net, chance in found.results.chances.items():
        key = f"against.{net:+g}"
        yield numbers.signed(f"{key}.net", net), numbers.chance(key, chance), numbers.true_odds(f"{key}.odds", chance)
