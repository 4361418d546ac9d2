"""Lint by the exact analysis: sheets that favour the player, and interpretations that change the sign of the edge."""

from collections.abc import Iterator

from lammer.cards.money import money_text
from lammer.exact.analysed import analysed_tables
from lammer.exact.finding import Finding, edge, edge_of, shoe_of
from lammer.exact.lights import LightsFinding
from lammer.exact.play import Optimal
from lammer.exact.sidebets import bets_on_lammers, lammer_bets
from lammer.exact.values import Game
from lammer.rules.lint import Remark, side_bet_remarks
from lammer.rules.overrides import varied
from lammer.rules.sheet import Sheet

DRAWING_RULE = "dealer.stand_on_hard"


def exact_remarks(sheet: Sheet, known: Finding | None = None, lights: LightsFinding | None = None) -> list[Remark]:
    """Warnings with exact edges, beside those that need no analysis. ``known`` is the edge of best play, if it has been
    computed; ``lights`` are those of the smallest wager, to which their prize is worth most."""
    main = (known or edge(sheet)).house_edge
    return [*_main(main), *_lights(sheet, lights), *_readings(sheet), *_lammer_bets(sheet)]


def _main(found: float) -> Iterator[Remark]:
    if found < 0:
        yield Remark("", "", f"the player is {-found:.4%} ahead of the house with the best play", found)


def _lights(sheet: Sheet, found: LightsFinding | None) -> Iterator[Remark]:
    if found is not None and found.best.house_edge < 0:
        key = "lights.prize"
        ahead = f"the player is {-found.best.house_edge:.4%} ahead of the house with the best play"
        text = f"with a wager of {money_text(found.stake)} and {found.name} {ahead}"
        yield Remark(key, sheet.clause(key), text, found.best.house_edge)


def _best_play(sheet: Sheet) -> Game:
    return Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal())


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
        for found in lammer_bets(sheet, _best_play(sheet)):
            yield from side_bet_remarks(sheet, found)
