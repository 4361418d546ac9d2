"""Expected net of a wager in a game, from the exact analysis."""

from functools import lru_cache

from lammer.exact.refusals import NotAnalysed
from lammer.rules.sheet import Sheet
from lammer.training.report import Expectation


@lru_cache(maxsize=64)
def expectation_of(sheet: Sheet) -> Expectation | None:
    """None for a sheet that cannot be analysed. A jackpot depends on its meter and is left out."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.round import round_worth
    from lammer.exact.sidebets import side_bets
    from lammer.exact.values import Game
    from lammer.rules.outcome_chances import NotCounted

    try:
        game = Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal())
        main = round_worth(game)
    except NotAnalysed:
        return None
    try:
        found = side_bets(sheet, game) if sheet.side_bets else []
    except (NotAnalysed, NotCounted):
        found = []
    posted = {bet_id: bet.paytable for bet_id, bet in sheet.side_bets.items() if bet_id not in sheet.jackpots}
    return Expectation(main, {one.id: -one.house_edge for one in found if posted.get(one.id) == one.paytable})
