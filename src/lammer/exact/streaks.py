"""Bets on rounds won in a row: a Markov chain over the chances of one round.

Let w, u and l be the chances that the net of a round is above, at and below 0. A push changes nothing, so only decided
rounds count, each won with chance q = w / (w + l). A bet that needs n wins is won with chance q**n. It stays for the
decided rounds 1 + q + … + q**(n − 1) on average, and a decided round takes 1 / (w + l) rounds.

The rounds are taken as independent, each from the shoe as stated: a fresh shoe for every round makes that exact.
"""

from collections.abc import Iterator
from typing import NamedTuple

from lammer.exact.results import Results
from lammer.rules.paytable import Paytable
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import Outcome, SideBetFinding, StreakFinding, net_of
from lammer.table.sidebets import wins_needed


class RoundChances(NamedTuple):
    """The chances of a round by its net."""

    win: float
    push: float
    loss: float


def round_chances(results: Results) -> RoundChances:
    """Exact for rounds of one or two hands; for three and four hands see ``results.py``."""
    chances = results.chances
    win, loss = (sum(chance for net, chance in chances.items() if sign * net > 0) for sign in (1, -1))
    return RoundChances(win, chances.get(0.0, 0.0), loss)


def bets_on_streaks(sheet: Sheet) -> dict[str, SideBet]:
    return {bet_id: bet for bet_id, bet in sheet.rules.side_bets.items() if bet.streak is not None}


def streak_bets(sheet: Sheet, results: Results) -> Iterator[SideBetFinding]:
    """Every paytable of the bets on rounds won in a row."""
    chances = round_chances(results)
    for bet_id, bet in bets_on_streaks(sheet).items():
        for name, paytable in bet.paytables.items():
            yield streak_finding(bet_id, bet, name, paytable, chances)


def streak_finding(bet_id: str, bet: SideBet, name: str, paytable: Paytable, chances: RoundChances) -> SideBetFinding:
    wins, decided = wins_needed(bet), chances.win + chances.loss
    each = chances.win / decided
    rounds = sum(each**won for won in range(wins)) / decided
    row = next(iter(paytable.rows))
    outcomes = (
        Outcome(row, each**wins, net_of(paytable, paytable.rows[row])),
        Outcome(bet.otherwise, 1 - each**wins, -1.0),
    )
    return SideBetFinding(bet_id, name, outcomes, streak=StreakFinding(*chances, rounds))
