"""Every side bet of a sheet, with the play of the main game where the bet depends on it."""

from collections.abc import Iterator

from lammer.exact.lammers import LammerChances, lammer_chances
from lammer.exact.parlays import with_parlays
from lammer.exact.refusals import NotAnalysed
from lammer.exact.results import Results, round_results
from lammer.exact.streaks import bets_on_streaks, streak_bets
from lammer.exact.values import Game
from lammer.rule_tables.tables import rule_tables
from lammer.rules.conditions.reading import seen
from lammer.rules.outcome_chances import why_not_counted
from lammer.rules.paytable import Paytable
from lammer.rules.schema import MAX_LAMMERS, SideBet
from lammer.rules.sheet import Sheet, value_text
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import Outcome, SideBetFinding, fixed_side_bets, net_of
from lammer.table.sidebets import LOST_TO_NATURAL, Decided, decide_by

BLACKJACK = 21
"""A bet on lammers reads no total."""


def side_bets(
    sheet: Sheet, game: Game, shoe: ShoeCards | None = None, results: Results | None = None
) -> list[SideBetFinding]:
    """Every paytable of every side bet, for one box. ``game`` is the sheet's, with its strategy and the same shoe; None
    is a fresh one of the sheet's decks. ``results`` are those of a round, if they are known."""
    check_side_bets(sheet)
    return [*bets_on_play(sheet, game, results), *with_parlays(sheet, game, shoe, fixed_side_bets(sheet, shoe=shoe))]


def depend_on_play(sheet: Sheet) -> bool:
    """Whether a side bet of the sheet is valued with the play of the main game."""
    return any(bet.lammers is not None or bet.streak is not None for bet in sheet.rules.side_bets.values())


def bets_on_play(sheet: Sheet, game: Game, results: Results | None = None) -> Iterator[SideBetFinding]:
    """Bets on lammers and on rounds won in a row, under the game's strategy. ``results`` are those of a round, if they
    are known."""
    yield from lammer_bets(sheet, game)
    if bets_on_streaks(sheet):
        yield from streak_bets(sheet, results or round_results(game))


def check_side_bets(sheet: Sheet) -> None:
    """Raises NotAnalysed for readings of a side bet that depend on more of the play than is followed here."""
    for bet_id in sheet.rules.side_bets:
        check_side_bet(sheet, bet_id)


def check_side_bet(sheet: Sheet, bet_id: str) -> None:
    """Raises NotAnalysed for readings of this side bet that depend on more of the play than is followed here."""
    bet, key = sheet.rules.side_bets[bet_id], sheet.side_bet_keys[bet_id]
    if bet.streak is not None:
        return
    if bet.lammers is None:
        reason = why_not_counted(bet)
        if reason is not None:
            raise NotAnalysed(f"{key}.{reason[0]}={value_text(getattr(bet, reason[0]))}: {reason[1]}")
        return
    if bet.lammers.count == "winning lammers":
        text = "which hands win is not followed together with lammers"
        raise NotAnalysed(f"{key}.lammers.count=winning lammers: {text}")
    if bet.lammers.unit == "hand":
        raise NotAnalysed(f"{key}.lammers.unit=hand: lammers are counted for the whole round")
    if bet.lammers.dealer_natural == "counts" and not rule_tables(sheet).dealing.hole_card:
        text = "without a hole card lammers are counted without naturals"
        raise NotAnalysed(f"{key}.lammers.dealer_natural=counts: {text}")


def bets_on_lammers(sheet: Sheet) -> dict[str, SideBet]:
    return {bet_id: bet for bet_id, bet in sheet.rules.side_bets.items() if bet.lammers is not None}


def lammer_bets(sheet: Sheet, game: Game) -> Iterator[SideBetFinding]:
    """Bets on the number of lammers under the game's strategy."""
    bets = bets_on_lammers(sheet)
    if not bets:
        return
    for bet_id in bets:
        check_side_bet(sheet, bet_id)
    chances = lammer_chances(game)
    for bet_id, bet in bets.items():
        for name, paytable in bet.paytables.items():
            yield SideBetFinding(bet_id, name, lammer_outcomes(bet, paytable, chances))


def lammer_net(bet: SideBet, paytable: Paytable, count: int) -> float:
    """Net of a wager of 1 for this number of lammers."""
    row = _decided(bet, paytable, count).row
    return -1.0 if row is None else net_of(paytable, paytable.rows[row])


def _decided(bet: SideBet, paytable: Paytable, count: int) -> Decided:
    return decide_by(bet, paytable, seen(bet.reads, BLACKJACK, lammers=count))


def lammer_outcomes(bet: SideBet, paytable: Paytable, chances: LammerChances) -> tuple[Outcome, ...]:
    rows = [
        Outcome(_decided(bet, paytable, count).outcome, float(chances.counts[count]), lammer_net(bet, paytable, count))
        for count in range(MAX_LAMMERS + 1)
    ]
    return (*rows, Outcome(LOST_TO_NATURAL, float(chances.dealer_natural), -1.0))
