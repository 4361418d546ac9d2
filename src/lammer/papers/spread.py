"""The distribution of a round's results, one up card after another."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from lammer.api.analysis import exact_game
from lammer.api.shoes import ShoeChoice
from lammer.exact.refusals import TWO_HANDS, NotAnalysed
from lammer.papers.second_process import Workers
from lammer.papers.wanted import LeftOut, attempt
from lammer.rules.sheet import Sheet

if TYPE_CHECKING:
    from lammer.exact.finding import WholeFinding
    from lammer.exact.results import Results, Tally
    from lammer.exact.values import Game

UPS = (8, 1, 7, 9, 10, 2, 3, 4, 5, 6)
"""Up cards, those that take longest first: so the last pieces are short, and nobody waits long for them."""


def best_play(sheet: Sheet) -> "Game":
    from lammer.exact.play import Optimal

    return exact_game(sheet, ShoeChoice().counts(sheet)[0], Optimal())


def bet_against(sheet: Sheet) -> "WholeFinding":
    """The bet against one's own hand, with its results."""
    from lammer.exact.finding import whole_finding
    from lammer.exact.play import Forced

    shoe, shoe_text = ShoeChoice().counts(sheet)
    return whole_finding(sheet, exact_game(sheet, shoe, Forced()), shoe_text)


def begin_spread(sheet: Sheet, workers: Workers) -> "Callable[[], Results | LeftOut]":
    """Begins the results of a round with best play."""
    later = {up: workers.begin(attempt, partial(_tally, sheet, up)) for up in UPS}
    return lambda: attempt(lambda: _results(sheet, later))


def _tally(sheet: Sheet, up: int) -> "Tally":
    from lammer.exact.results import tally_against

    if sheet.rules.hands.per_box > 1:
        raise NotAnalysed(TWO_HANDS)
    game = best_play(sheet)
    (worth,) = (one for one in game.worths if one.against.up == up)
    return tally_against(game, worth)


def _results(sheet: Sheet, later: "dict[int, Callable[[], Tally | LeftOut]]") -> "Results":
    from lammer.exact.results import results_from

    found = {up: tally() for up, tally in later.items()}

    def in_order() -> "Iterator[Tally]":
        """So that the sums are the same to the last bit wherever an up card is analysed."""
        for up in sorted(found):
            tally = found[up]
            if isinstance(tally, LeftOut):
                raise NotAnalysed(tally.why)
            yield tally

    return results_from(best_play(sheet), in_order())
