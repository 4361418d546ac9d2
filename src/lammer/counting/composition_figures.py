"""The exact figures of every bet of a game from one composition of the shoe."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from lammer.cards.card import LETTER_VALUES
from lammer.counting.effects import INSURANCE, MAIN
from lammer.exact.finding import played_game
from lammer.exact.play import Optimal, Play
from lammer.exact.quick_spread import quick_spread
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import round_worth
from lammer.exact.sidebets import bets_on_lammers, check_side_bet, lammer_bets
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import SideBetFinding, fixed_side_bets, insurance_bets

BEST = "main game, best play"
"""The main game with the best play of this composition, as a player who knows every card would play it."""
SEVERAL_ROUNDS = "it is decided by several rounds, which begin with different counts"


class BetFigures(NamedTuple):
    """A bet from one composition. ``placed`` is the wagers that are settled in a round, on average: less than 1 for a
    bet that is not offered in every round."""

    bet: str
    paytable: str
    mean: float
    """The player's expectation, in wagers."""
    square: float | None
    """The expected square of the net; None if it is not computed."""
    placed: float = 1.0
    nets: tuple[tuple[float, float], ...] = ()
    """The chance of each net; empty for the main game."""

    @property
    def name(self) -> str:
        return f"{self.bet} {self.paytable}".rstrip()


def comparable_bets(sheet: Sheet) -> tuple[tuple[str, ...], dict[str, str]]:
    """The side bets that have exact figures from one composition, and why others have none."""
    refused: dict[str, str] = {}
    for bet_id, bet in sheet.side_bets.items():
        try:
            if bet.streak is not None:
                raise NotAnalysed(f"{sheet.side_bet_keys[bet_id]}: {SEVERAL_ROUNDS}")
            check_side_bet(sheet, bet_id)
        except NotAnalysed as error:
            refused[bet_id] = str(error)
    return tuple(bet_id for bet_id in sheet.side_bets if bet_id not in refused), refused


def composition_figures(sheet: Sheet, cards: ShoeCards, play: Play, *, best: bool = True) -> Iterator[BetFigures]:
    """The main game by ``play`` and, with ``best``, by the best play of this composition; then bets with their posted
    paytables, and insurance."""
    by_value = np.array([cards.of_value(value) for value in range(1, 11)], dtype=np.float64)
    game = played_game(sheet, by_value, play, cards)
    ev = round_worth(game)
    yield BetFigures(MAIN, "", ev, quick_spread(game).sd ** 2 + ev**2)
    if best:
        yield BetFigures(BEST, "", round_worth(game.played_by(Optimal())), None)
    bets, _ = comparable_bets(sheet)
    on_lammers = lammer_bets(sheet, game) if set(bets_on_lammers(sheet)) <= set(bets) else ()
    for one in (*on_lammers, *fixed_side_bets(sheet, shoe=cards)):
        if one.id in bets and one.paytable == sheet.side_bets[one.id].paytable:
            yield _side(one, one.settled_per_round)
    for one in insurance_bets(sheet.rules, cards):
        up = LETTER_VALUES[one.paytable[-1]]
        yield _side(one, cards.of_value(up) / sum(cards.counts))


def _side(one: SideBetFinding, placed: float) -> BetFigures:
    nets = tuple((outcome.pays, outcome.probability) for outcome in one.outcomes if outcome.probability)
    square = sum(pays**2 * chance for pays, chance in nets)
    return BetFigures(one.id, one.paytable, -one.house_edge, square, placed, nets)


def is_simulated(bet: str) -> bool:
    """Whether the simulator makes this bet."""
    return bet not in (BEST, INSURANCE)
