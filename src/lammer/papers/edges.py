"""Exact edges of the main game for several rules and strategies.

Games of one hand per box take milliseconds each, and a few together are a piece of work. Games of two hands take
seconds, so all of them are analysed together, one up card after another.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.analysis import exact_game
from lammer.api.shoes import ShoeChoice
from lammer.papers.second_process import Workers
from lammer.papers.wanted import LeftOut, attempt
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import Chart

if TYPE_CHECKING:
    from lammer.exact.finding import Finding
    from lammer.exact.values import Game

TOGETHER = 6
"""Games of one hand per box in a piece of work."""


class Asked(NamedTuple):
    """Rules, and the chart that hands are played by; None for best play."""

    sheet: Sheet
    chart: Chart | None = None


def main_edges(asked: Sequence[Asked], workers: Workers) -> "list[Finding | LeftOut]":
    """For each of them the edge, or why it is not analysed. All have the same number of hands per box."""
    if any(one.sheet.rules.hands.per_box > 1 for one in asked):
        return _of_two_hands(asked, workers)
    parts = [asked[at : at + TOGETHER] for at in range(0, len(asked), TOGETHER)]
    later = [workers.begin(_of_one_hand, part) for part in parts]
    return [edge for part in later for edge in part()]


def _of_one_hand(asked: Sequence[Asked]) -> "list[Finding | LeftOut]":
    return [attempt(partial(_edge, one)) for one in asked]


def _edge(asked: Asked) -> "Finding":
    from lammer.exact.finding import edge_of

    return edge_of(asked.sheet, _game(asked), _decks(asked.sheet))


def _of_two_hands(asked: Sequence[Asked], workers: Workers) -> "list[Finding | LeftOut]":
    from lammer.exact.finding import finding_of, timed

    games = [attempt(partial(_two_hand_game, one)) for one in asked]
    analysed = [one for one, game in zip(asked, games, strict=True) if not isinstance(game, LeftOut)]
    worths, seconds = timed(lambda: iter(_all_worths(analysed, workers)))
    return [
        game if isinstance(game, LeftOut) else finding_of(one.sheet, game, _decks(one.sheet), next(worths), seconds)
        for one, game in zip(asked, games, strict=True)
    ]


def _all_worths(asked: list[Asked], workers: Workers) -> list[float]:
    from lammer.exact.two_hands import UPS

    by_up_card = [workers.begin(_worths, asked, up) for up in UPS]
    # In one order, so that the sum is the same to the last bit wherever an up card is analysed.
    return [sum(worths) for worths in zip(*(later() for later in by_up_card), strict=True)]


def _worths(asked: list[Asked], up: int) -> list[float]:
    from lammer.exact.two_hands import worths_against

    return worths_against(up, [_game(one) for one in asked])


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
