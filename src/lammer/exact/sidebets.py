"""Every side bet of a sheet, with the play of the main game where the bet depends on it."""

from collections.abc import Iterator

from lammer.exact.lammers import MOST, LammerChances, lammer_chances
from lammer.exact.worth import Game
from lammer.rules.outcomes import lammer_outcome
from lammer.rules.schema import Paytable
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import Outcome, SideBetFinding, fixed_side_bets


def side_bets(sheet: Sheet, game: Game) -> list[SideBetFinding]:
    """Every paytable of every side bet, for one box and a fresh shoe; ``game`` is the sheet's, with its strategy."""
    return [*lammer_bets(sheet, game), *fixed_side_bets(sheet)]


def lammer_bets(sheet: Sheet, game: Game) -> Iterator[SideBetFinding]:
    """Bets on the number of lammers under the game's strategy."""
    if not sheet.rules.lammer_bets:
        return
    chances = lammer_chances(game)
    for bet_id, bet in sheet.rules.lammer_bets.items():
        for name, paytable in bet.paytables.items():
            yield SideBetFinding(bet_id, name, lammer_outcomes(paytable, chances))


def lammer_outcomes(paytable: Paytable, chances: LammerChances) -> tuple[Outcome, ...]:
    rows = [
        Outcome(
            lammer_outcome(count), float(chances.counts[count]), float(paytable.rows.get(lammer_outcome(count), -1))
        )
        for count in range(MOST + 1)
    ]
    return (*rows, Outcome("dealer blackjack", float(chances.dealer_natural), -1.0))
