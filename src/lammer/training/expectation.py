"""Expected net of a wager in a game, from the exact analysis."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache, partial

from lammer.cards.card import LETTER_VALUES
from lammer.exact.refusals import NotAnalysed
from lammer.rules.outcome_chances import NotCounted
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import SideBetFinding, fixed_side_bets
from lammer.training.report import Expectation


@lru_cache(maxsize=64)
def expectation_of(sheet: Sheet) -> Expectation | None:
    """None for a sheet that cannot be analysed, or whose edge takes long: two hands per box. Side bets that depend on a
    meter, or on more of the play than the analysis follows, are left out; the others are not affected by them."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import edge_of, shoe_of
    from lammer.exact.parlays import with_parlays
    from lammer.exact.play import Optimal
    from lammer.exact.sidebets import bets_on_play
    from lammer.exact.values import Game

    if sheet.rules.hands.per_box > 1:
        return None
    try:
        game = Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal())
        main = edge_of(sheet, game, "").ev
    except NotAnalysed:
        return None
    fixed = partial(with_parlays, sheet, game, None, fixed_side_bets(sheet))
    found = list(_posted(sheet, partial(bets_on_play, sheet, game), fixed))
    return Expectation(
        main,
        # The cost of another parlay than the best is counted with the player's decisions.
        {one.id: -(one.parlay.best if one.parlay else one.house_edge) for one in found},
        {one.id: {LETTER_VALUES[up.up]: -up.house_edge for up in one.up_cards} for one in found if one.up_cards},
        _against(sheet),
    )


def _against(sheet: Sheet) -> float:
    """The expected net of a wager against one's own hand, 0 where there is no such bet."""
    from lammer.exact.finding import edge
    from lammer.exact.play import Forced

    if not sheet.rules.against.offered:
        return 0.0
    with suppress(NotAnalysed):
        return edge(sheet, Forced()).ev
    return 0.0


def _posted(sheet: Sheet, *findings: Callable[[], Iterable[SideBetFinding]]) -> Iterator[SideBetFinding]:
    """Findings of the paytables that are in force."""
    paytables = {bet_id: bet.paytable for bet_id, bet in sheet.side_bets.items() if bet_id not in sheet.jackpots}
    for some in findings:
        with suppress(NotAnalysed, NotCounted):
            yield from (one for one in some() if paytables.get(one.id) == one.paytable)
