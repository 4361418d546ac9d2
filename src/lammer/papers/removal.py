"""How much each bet depends on the cards that are left: the effect of taking one card out of the shoe, exactly.

Each figure is the house edge of the shoe without the card less that of the full shoe: two exact analyses. Ten-value
cards and suits are taken out one by one where a bet tells them apart, and averaged.
"""

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.analysis import exact_game
from lammer.api.shoes import ShoeChoice
from lammer.cards.card import DECK_SIZE, RANKS, VALUES
from lammer.papers.wanted import LeftOut, attempt
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import SideBetFinding, fixed_side_bets

if TYPE_CHECKING:
    from lammer.exact.finding import Finding
    from lammer.exact.values import Game

MAIN = "main game"


class Removal(NamedTuple):
    """``effects`` by bet and rank. ``spread`` is the standard deviation of the effects over a deck of 52 cards: how
    countable the bet is."""

    effects: dict[str, dict[str, float]]
    refused: dict[str, str]

    def deviation(self, bet: str) -> float:
        effects = list(self.effects[bet].values())
        mean = sum(effects) / len(effects)
        return float((sum((one - mean) ** 2 for one in effects) / len(effects)) ** 0.5)


def bet_key(found: SideBetFinding) -> str:
    return f"{found.id} {found.paytable}"


def removal_of(sheet: Sheet, edge: "Finding | LeftOut", bets: list[SideBetFinding]) -> Removal:
    """For the main game with best play, and for the posted paytables of side bets and insurance."""
    effects: dict[str, dict[str, float]] = {}
    refused: dict[str, str] = {}
    posted = [one for one in bets if one.id not in sheet.side_bets or sheet.side_bets[one.id].paytable == one.paytable]
    before = {bet_key(one): one.house_edge for one in posted}
    fixed = attempt(lambda: _fixed(sheet, before))
    if isinstance(fixed, LeftOut):
        refused["side bets"] = fixed.why
    played: dict[str, dict[str, float]] | LeftOut = (
        edge if isinstance(edge, LeftOut) else attempt(lambda: _played(sheet, edge.house_edge, before))
    )
    if isinstance(played, LeftOut):
        refused[MAIN] = played.why
    else:
        effects |= played
    effects |= {} if isinstance(fixed, LeftOut) else fixed
    return Removal(effects, refused)


def _fixed(sheet: Sheet, before: dict[str, float]) -> dict[str, dict[str, float]]:
    """Bets that depend on the cards alone. Each of the four suits of a rank is taken out in turn."""
    effects: dict[str, dict[str, float]] = {}
    for rank, letter in enumerate(RANKS):
        sums: dict[str, float] = {}
        for code in range(4 * rank, 4 * rank + 4):
            for found in fixed_side_bets(sheet, shoe=_without(sheet, code)):
                if bet_key(found) in before:
                    sums[bet_key(found)] = sums.get(bet_key(found), 0.0) + found.house_edge / 4
        for bet, after in sums.items():
            effects.setdefault(bet, {})[letter] = after - before[bet]
    return effects


def _without(sheet: Sheet, code: int) -> ShoeCards:
    decks = sheet.rules.shoe.decks
    return ShoeCards(tuple(decks - (at == code) for at in range(DECK_SIZE)))


def _played(sheet: Sheet, main: float, before: dict[str, float]) -> dict[str, dict[str, float]]:
    """The main game and bets on lammers, with the best play for the shoe without the card. All ten-value cards are
    alike."""
    from lammer.exact.play import Optimal
    from lammer.exact.round import round_worth
    from lammer.exact.sidebets import lammer_bets

    by_value: dict[int, dict[str, float]] = {}
    for rank, letter in enumerate(RANKS):
        value = VALUES[4 * rank]
        if value not in by_value:
            shoe = ShoeChoice(remove=f"{letter}s").counts(sheet)[0]
            game: Game = exact_game(sheet, shoe, Optimal())
            found = {MAIN: -round_worth(game) - main}
            bets: list[SideBetFinding] | LeftOut = attempt(partial(list, lammer_bets(sheet, game)))
            for one in [] if isinstance(bets, LeftOut) else bets:
                if bet_key(one) in before:
                    found[bet_key(one)] = one.house_edge - before[bet_key(one)]
            by_value[value] = found
    effects: dict[str, dict[str, float]] = {}
    for rank, letter in enumerate(RANKS):
        for bet, effect in by_value[VALUES[4 * rank]].items():
            effects.setdefault(bet, {})[letter] = effect
    return effects
