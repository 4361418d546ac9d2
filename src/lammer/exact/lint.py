"""Lint that needs the exact analysis: sheets that favour the player, and readings that decide who is ahead."""

from collections.abc import Iterator

from lammer.exact.finding import edge, shoe_of
from lammer.exact.play import Optimal
from lammer.exact.sidebets import side_bets
from lammer.exact.terms import terms_of
from lammer.exact.worth import Game
from lammer.rules.lint import HIGH_EDGE, Remark
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet, value_text

DRAWING_RULE = "dealer.stand_on_hard"


def exact_remarks(sheet: Sheet) -> list[Remark]:
    """Warnings with exact edges, beside those that need no analysis."""
    return [*_main(sheet), *_readings(sheet), *_lammer_bets(sheet)]


def _main(sheet: Sheet) -> Iterator[Remark]:
    found = edge(sheet).house_edge
    if found < 0:
        yield Remark("", "", f"the player is {-found:.4%} ahead of the house with the best play", found)


def _readings(sheet: Sheet) -> Iterator[Remark]:
    """The exact edge under every drawing rule that the text leaves open (A13)."""
    entry = sheet.entries[DRAWING_RULE]
    if entry.allowed is None or len(entry.allowed) < 2:
        return
    others = [f"{key}={value_text(value)}" for key, value in sheet.overrides.items() if key != DRAWING_RULE]
    edges = {
        choice: edge(load_sheet(sheet.id, (*others, f"{DRAWING_RULE}={choice}"))).house_edge for choice in entry.allowed
    }
    told = ", ".join(f"{found:.4%} standing on hard {choice}" for choice, found in edges.items())
    yield Remark(DRAWING_RULE, entry.clause, f"the exact house edge is {told}", edges[entry.value])


def _lammer_bets(sheet: Sheet) -> Iterator[Remark]:
    if not sheet.rules.lammer_bets:
        return
    for finding in side_bets(sheet, Game(terms_of(sheet), shoe_of(sheet)[0], Optimal())):
        if finding.id not in sheet.rules.lammer_bets or 0 <= finding.house_edge <= HIGH_EDGE:
            continue
        key = f"{sheet.side_bet_keys[finding.id]}.paytables.{finding.paytable}"
        name = sheet.side_bets[finding.id].name
        text = f"{name} {finding.paytable} has an exact house edge of {finding.house_edge:.4%}"
        yield Remark(key, sheet.clause(key), text, finding.house_edge)
