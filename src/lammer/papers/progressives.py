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
    terms: "Terms"
    clauses: dict[str, str]
    standing: "Standing"
    pace: "Pace"
    found: "JackpotFinding | LeftOut"


def progressives_of(sheet: Sheet) -> tuple[Progressive, ...]:
    """One for each of the game's terms."""
    if not sheet.jackpots:
        return ()
    from lammer.progressive.terms import load_terms
    from lammer.workbench.jackpots import term_clauses, terms_of_game

    return tuple(_analysed(name, load_terms(name), term_clauses(name)) for name in terms_of_game(sheet.id))


def _analysed(name: str, terms: "Terms", clauses: dict[str, str]) -> Progressive:
    from lammer.progressive.analysis import analyse, new_standing
    from lammer.progressive.award_timing import Pace

    standing, pace = new_standing(terms), Pace({min(terms.stakes): WAGERS_PER_HOUR}, HOURS_PER_DAY)
    return Progressive(name, terms, clauses, standing, pace, attempt(lambda: analyse(terms, standing, pace)))
