"""Lint by the exact analysis: sheets that favour the player, and interpretations that change the sign of the edge."""

from collections.abc import Iterator

from lammer.exact.analysed import analysed_tables
from lammer.exact.finding import Finding, edge, edge_of, shoe_of
from lammer.exact.play import Optimal
from lammer.exact.sidebets import bets_on_lammers, lammer_bets
from lammer.exact.values import Game
from lammer.rules.lint import Remark, side_bet_remarks
from lammer.rules.overrides import varied
from lammer.rules.sheet import Sheet

DRAWING_RULE = "dealer.stand_on_hard"


def exact_remarks(sheet: Sheet, known: Finding | None = None) -> list[Remark]:
    """Warnings with exact edges, beside those that need no analysis. ``known`` is the edge of best play, if it has been
    computed."""
    return [*_main((known or edge(sheet)).house_edge), *_readings(sheet), *_lammer_bets(sheet)]


def _main(found: float) -> Iterator[Remark]:
    if found < 0:
        yield Remark("", "", f"the player is {-found:.4%} ahead of the house with the best play", found)


def _readings(sheet: Sheet) -> Iterator[Remark]:
    """The exact edge under every drawing rule that the text leaves open (A13)."""
    entry = sheet.entries[DRAWING_RULE]
    if entry.allowed is None or len(entry.allowed) < 2:
        return
    shoe = shoe_of(sheet)[0]
    edges = {
        choice: edge_of(
            sheet, Game(analysed_tables(varied(sheet, DRAWING_RULE, choice)), shoe, Optimal()), ""
        ).house_edge
        for choice in entry.allowed
    }
    listed = ", ".join(f"{found:.4%} standing on hard {choice}" for choice, found in edges.items())
    yield Remark(DRAWING_RULE, entry.clause, f"the exact house edge is {listed}", edges[entry.value])


def _lammer_bets(sheet: Sheet) -> Iterator[Remark]:
    if bets_on_lammers(sheet):
        for found in lammer_bets(sheet, Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal())):
            yield from side_bet_remarks(sheet, found)
