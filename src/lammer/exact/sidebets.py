"""Every side bet of a sheet: the chance of each outcome, what it pays, and the house edge."""

from typing import Any, NamedTuple

from lammer.exact.finding import DIGITS
from lammer.exact.lammers import MOST, LammerChances, lammer_chances
from lammer.exact.worth import Game
from lammer.rules.chances import dealer_22_chances, first_cards_chances, first_cards_returned, sevens_chances
from lammer.rules.outcomes import ANY_22, lammer_outcome
from lammer.rules.schema import LammerBet, MeterPaytable, Paytable
from lammer.rules.sheet import Sheet


class Outcome(NamedTuple):
    """``pays`` is the net of a wager of 1; a share of a meter is told in wagers at the sheet's meter."""

    name: str
    probability: float
    pays: float


class SideBetFinding(NamedTuple):
    id: str
    paytable: str
    outcomes: tuple[Outcome, ...]

    @property
    def house_edge(self) -> float:
        return -sum(outcome.probability * outcome.pays for outcome in self.outcomes)

    def as_json(self) -> dict[str, Any]:
        outcomes = [
            {"name": one.name, "probability": round(one.probability, DIGITS), "pays": one.pays} for one in self.outcomes
        ]
        edge = round(self.house_edge, DIGITS)
        return {"id": self.id, "paytable": self.paytable, "house_edge": edge, "outcomes": outcomes}


def side_bets(sheet: Sheet, game: Game) -> list[SideBetFinding]:
    """Every paytable of every side bet, for one box and a fresh shoe; ``game`` is the sheet's, with its strategy."""
    rules = sheet.rules
    found = []
    if rules.lammer_bets:
        chances = lammer_chances(game)
        for bet_id, lammer_bet in rules.lammer_bets.items():
            for name, paytable in lammer_bet.paytables.items():
                found.append(SideBetFinding(bet_id, name, _lammers(lammer_bet, paytable, chances)))
    for bet_id, dealer_bet in rules.dealer_22_bets.items():
        by_suit = {row: float(chance) for row, chance in dealer_22_chances(rules).items()}
        for name, paytable in dealer_bet.paytables.items():
            merged = {ANY_22: sum(by_suit.values())} if ANY_22 in paytable.rows else by_suit
            found.append(SideBetFinding(bet_id, name, _fixed(paytable, merged, "no 22")))
    for bet_id, first in rules.first_cards_bets.items():
        back = float(first_cards_returned(rules)) if first.dealer_first_ace == "returned" else 0.0
        chances_first = {row: float(chance) for row, chance in first_cards_chances(rules).items()}
        for name, paytable in first.paytables.items():
            found.append(SideBetFinding(bet_id, name, _fixed(paytable, chances_first, "none", back)))
    for bet_id, sevens in rules.sevens_bets.items():
        levels = {level: amount.start / sevens.least for level, amount in sevens.levels.items()}
        for name, meter_paytable in sevens.paytables.items():
            found.append(SideBetFinding(bet_id, name, _sevens(meter_paytable, rules.shoe.decks, levels)))
    return found


def _lammers(bet: LammerBet, paytable: Paytable, chances: LammerChances) -> tuple[Outcome, ...]:
    rows = [
        Outcome(
            lammer_outcome(count), float(chances.counts[count]), float(paytable.rows.get(lammer_outcome(count), -1))
        )
        for count in range(MOST + 1)
    ]
    return (*rows, Outcome("dealer blackjack", float(chances.dealer_natural), -1.0))


def _fixed(paytable: Paytable, chances: dict[str, float], lost: str, returned: float = 0.0) -> tuple[Outcome, ...]:
    rows = [Outcome(row, chances[row], _net(paytable, pays)) for row, pays in paytable.rows.items()]
    if returned:
        rows.append(Outcome("returned", returned, 0.0))
    return (*rows, Outcome(lost, 1 - sum(row.probability for row in rows), -1.0))


def _net(paytable: Paytable, pays: int) -> float:
    return float(pays - 1 if paytable.basis == "for 1" else pays)


def _sevens(paytable: MeterPaytable, decks: int, levels: dict[str, float]) -> tuple[Outcome, ...]:
    chances = {row: float(chance) for row, chance in sevens_chances(decks).items()}
    if "777 diamonds" not in paytable.shares:
        chances["777 suited"] += chances.pop("777 diamonds")
    shares = [
        Outcome(row, chances[row], levels[share.level] * share.percent / 100 - 1)
        for row, share in paytable.shares.items()
    ]
    return (*shares, *_fixed(paytable, chances, "none")[:-1], Outcome("none", 1 - sum(chances.values()), -1.0))
