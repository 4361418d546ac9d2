"""Exact edges of the main game for several rules and strategies.

Games of one hand per box take milliseconds each. Games of two hands take seconds, so those are analysed together, half
of the up cards in the second process if there is one.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.analysis import exact_game
from lammer.api.shoes import ShoeChoice
from lammer.papers.second_process import SecondProcess
from lammer.papers.wanted import LeftOut, attempt
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import Chart

if TYPE_CHECKING:
    from lammer.exact.finding import Finding
    from lammer.exact.values import Game


class Asked(NamedTuple):
    """Rules, and the chart that hands are played by; None for best play."""

    sheet: Sheet
    chart: Chart | None = None


def main_edges(asked: Sequence[Asked], second: SecondProcess | None = None) -> "list[Finding | LeftOut]":
    """For each of them the edge, or why it is not analysed. All have the same number of hands per box."""
    if any(one.sheet.rules.hands.per_box > 1 for one in asked):
        return _of_two_hands(asked, second)
    return [attempt(partial(_of_one_hand, one)) for one in asked]


def _of_one_hand(asked: Asked) -> "Finding":
    from lammer.exact.finding import edge_of

    return edge_of(asked.sheet, _game(asked), _decks(asked.sheet))


def _of_two_hands(asked: Sequence[Asked], second: SecondProcess | None) -> "list[Finding | LeftOut]":
    from lammer.exact.finding import finding_of, timed

    games = [attempt(partial(_two_hand_game, one)) for one in asked]
    analysed = [one for one, game in zip(asked, games, strict=True) if not isinstance(game, LeftOut)]
    worths, seconds = timed(lambda: iter(_all_worths(analysed, second)))
    return [
        game if isinstance(game, LeftOut) else finding_of(one.sheet, game, _decks(one.sheet), next(worths), seconds)
        for one, game in zip(asked, games, strict=True)
    ]


def _all_worths(asked: list[Asked], second: SecondProcess | None) -> list[float]:
    from lammer.exact.two_hands import UPS

    if second is None:
        found = _worths(asked, UPS)
    else:
        other_half = second.begin(_worths, asked, UPS[1::2])
        found = [one | other for one, other in zip(_worths(asked, UPS[::2]), other_half(), strict=True)]
    # In one order, so that both ways give the same sum.
    return [sum(by_up[up] for up in UPS) for by_up in found]


def _worths(asked: list[Asked], ups: tuple[int, ...]) -> list[dict[int, float]]:
    from lammer.exact.two_hands import worths_by_up_card

    return worths_by_up_card([_game(one) for one in asked], ups)


def _two_hand_game(asked: Asked) -> "Game":
    from lammer.exact.two_hands import refuse

    game = _game(asked)
    refuse(game.tables)
    return game


def _game(asked: Asked) -> "Game":
    from lammer.exact.play import ByChart, Optimal

    play = Optimal() if asked.chart is None else ByChart(asked.chart)
    return exact_game(asked.sheet, ShoeChoice().counts(asked.sheet)[0], play)


def _decks(sheet: Sheet) -> str:
    decks = sheet.rules.shoe.decks
    return f"{decks} deck{'s' * (decks != 1)}"
