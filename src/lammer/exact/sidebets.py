"""Every side bet of a sheet, with the play of the main game where the bet depends on it."""

from collections.abc import Iterator

from lammer.exact.lammers import LammerChances, lammer_chances
from lammer.exact.refusals import NotAnalysed
from lammer.exact.worth import Game
from lammer.rule_tables.tables import rule_tables
from lammer.rules.outcomes import MOST_LAMMERS, lammer_outcome
from lammer.rules.schema import Paytable
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import Outcome, SideBetFinding, fixed_side_bets, net_of


def side_bets(sheet: Sheet, game: Game) -> list[SideBetFinding]:
    """Every paytable of every side bet, for one box and a fresh shoe; ``game`` is the sheet's, with its strategy."""
    check_side_bets(sheet)
    return [*lammer_bets(sheet, game), *fixed_side_bets(sheet)]


def check_side_bets(sheet: Sheet) -> None:
    """Raises NotAnalysed for readings of a side bet that depend on more of the play than is followed here."""
    for bet_id, bet in sheet.rules.lammer_bets.items():
        key = sheet.side_bet_keys[bet_id]
        if bet.count == "winning lammers":
            raise NotAnalysed(f"{key}.count=winning lammers: which hands win is not followed together with lammers")
        if bet.unit == "hand":
            raise NotAnalysed(f"{key}.unit=hand: lammers are counted for the whole round")
        if bet.dealer_natural == "counts" and not rule_tables(sheet).dealing.hole_card:
            raise NotAnalysed(f"{key}.dealer_natural=counts: without a hole card lammers are counted without naturals")
    for bet_id, dealer_bet in sheet.rules.dealer_22_bets.items():
        if dealer_bet.when_settled == "returned":
            key = sheet.side_bet_keys[bet_id]
            raise NotAnalysed(f"{key}.when_settled=returned: whether the dealer finishes depends on every hand's end")


def lammer_bets(sheet: Sheet, game: Game) -> Iterator[SideBetFinding]:
    """Bets on the number of lammers under the game's strategy."""
    if not sheet.rules.lammer_bets:
        return
    check_side_bets(sheet)
    chances = lammer_chances(game)
    for bet_id, bet in sheet.rules.lammer_bets.items():
        for name, paytable in bet.paytables.items():
            yield SideBetFinding(bet_id, name, lammer_outcomes(paytable, chances))


def lammer_net(paytable: Paytable, count: int) -> float:
    """Net of a wager of 1 when so many lammers come."""
    pays = paytable.rows.get(lammer_outcome(count))
    return -1.0 if pays is None else net_of(paytable, pays)


def lammer_outcomes(paytable: Paytable, chances: LammerChances) -> tuple[Outcome, ...]:
    rows = [
        Outcome(lammer_outcome(count), float(chances.counts[count]), lammer_net(paytable, count))
        for count in range(MOST_LAMMERS + 1)
    ]
    return (*rows, Outcome("dealer blackjack", float(chances.dealer_natural), -1.0))
