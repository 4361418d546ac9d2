"""The jackpots of a game: its shipped terms, analysed at the meters of a new link and at a stated pace of wagers."""

from typing import TYPE_CHECKING, NamedTuple

from lammer.papers.wanted import LeftOut, attempt
from lammer.rules.sheet import Sheet

if TYPE_CHECKING:
    from lammer.progressive.analysis import JackpotFinding, Standing
    from lammer.progressive.award_timing import Pace
    from lammer.progressive.terms import Terms

WAGERS_PER_HOUR, HOURS_PER_DAY = 300, 12
"""The defaults of ``lammer progressive analyze``."""


class Progressive(NamedTuple):
    """``found`` is why there are no figures if the terms refuse them."""

    name: str
    """Of the shipped terms."""
    terms: "Terms"
    clauses: dict[str, str]
    standing: "Standing"
    pace: "Pace"
    found: "JackpotFinding | LeftOut"


def progressives_of(sheet: Sheet) -> tuple[Progressive, ...]:
    """One for each of the shipped terms that fit a bet of the game, with its decks and pays."""
    if not sheet.jackpots:
        return ()
    from lammer.progressive.terms import terms_fitting

    return tuple(_analysed(sheet, name) for name in terms_fitting(sheet))


def _analysed(sheet: Sheet, name: str) -> Progressive:
    from lammer.progressive.analysis import analyse, new_standing
    from lammer.progressive.award_timing import Pace
    from lammer.progressive.terms import load_terms, terms_for_sheet
    from lammer.workbench.jackpots import term_clauses

    clauses, fitted = term_clauses(name), attempt(lambda: terms_for_sheet(name, sheet))
    terms = load_terms(name) if isinstance(fitted, LeftOut) else fitted
    standing, pace = new_standing(terms), Pace({min(terms.stakes): WAGERS_PER_HOUR}, HOURS_PER_DAY)
    found = fitted if isinstance(fitted, LeftOut) else attempt(lambda: analyse(terms, standing, pace))
    return Progressive(name, terms, clauses, standing, pace, found)
