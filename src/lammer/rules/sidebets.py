"""Side bets that nobody's play changes: the chance of each outcome, what it pays, and the house edge, exactly."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from lammer.cards.card import LETTER_VALUES
from lammer.cards.hand import natural_partner
from lammer.rules.chances import (
    dealer_22_chances,
    first_cards_chances,
    first_cards_returned,
    second_card_chance,
    sevens_chances,
)
from lammer.rules.outcomes import WORSE
from lammer.rules.schema import Paytable, Rules
from lammer.rules.sheet import Sheet

DIGITS = 12
"""Digits of chances and edges in JSON."""


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


def fixed_side_bets(sheet: Sheet, meters: Mapping[str, int] | None = None) -> Iterator[SideBetFinding]:
    """Every paytable, for one box and a fresh shoe; meters not named stand at the sheet's amounts.

    A bet on dealer 22 that comes back when the dealer need not finish depends on play, and is not among them.
    """
    rules = sheet.rules
    for bet_id, dealer_bet in rules.dealer_22_bets.items():
        for name, paytable in dealer_bet.paytables.items():
            if dealer_bet.when_settled != "returned":
                yield SideBetFinding(bet_id, name, _outcomes(paytable, dealer_22_chances(rules), "no 22"))
    for bet_id, first in rules.first_cards_bets.items():
        back = first_cards_returned(rules) if first.dealer_first_ace == "returned" else Fraction(0)
        for name, paytable in first.paytables.items():
            yield SideBetFinding(bet_id, name, _outcomes(paytable, first_cards_chances(rules), "none", back))
    for bet_id, sevens in rules.sevens_bets.items():
        amounts = {level: (meters or {}).get(level, amount.start) for level, amount in sevens.levels.items()}
        levels = {level: Fraction(amount, sevens.least) for level, amount in amounts.items()}
        for name, meter_paytable in sevens.paytables.items():
            nets = {
                row: float(levels[share.level] * share.percent / 100 - 1)
                for row, share in meter_paytable.shares.items()
            }
            chances = sevens_chances(rules.shoe.decks)
            yield SideBetFinding(bet_id, name, _outcomes(meter_paytable, chances, "none", shares=nets))
    yield from _insurance(rules)


def _outcomes(
    paytable: Paytable,
    chances: Mapping[str, Fraction],
    lost: str,
    returned: Fraction = Fraction(0),
    shares: Mapping[str, float] | None = None,
) -> tuple[Outcome, ...]:
    """Rows of a paytable, best first as it lists them, then what comes back and what is lost."""
    nets = {**(shares or {}), **{row: net_of(paytable, pays) for row, pays in paytable.rows.items()}}
    by_row = chances_by_row(chances, list(nets))
    rows = [Outcome(row, float(by_row[row]), net) for row, net in nets.items()]
    if returned:
        rows.append(Outcome("returned", float(returned), 0.0))
    return (*rows, Outcome(lost, float(1 - returned - sum(by_row.values(), Fraction(0))), -1.0))


def net_of(paytable: Paytable, pays: int) -> float:
    """Net of a wager of 1 on a row."""
    return float(pays - 1 if paytable.basis == "for 1" else pays)


def chances_by_row(chances: Mapping[str, Fraction], rows: Sequence[str]) -> dict[str, Fraction]:
    """Each outcome goes to the best row that has a place for it."""
    found = dict.fromkeys(rows, Fraction(0))
    for outcome, chance in chances.items():
        row = next((name for name in (outcome, *WORSE.get(outcome, ())) if name in found), None)
        if row is not None:
            found[row] += chance
    return found


def _insurance(rules: Rules) -> Iterator[SideBetFinding]:
    """Judged by the up card alone: whoever also looks at their own cards knows a little more."""
    pays = Fraction(*rules.insurance.pays)
    for letter in rules.insurance.under:
        up = LETTER_VALUES[letter]
        partner = natural_partner(up, rules.points.limit)
        if partner is None:
            continue
        chance = second_card_chance(rules.shoe.decks, up, partner)
        rows = (Outcome("dealer natural", float(chance), float(pays)), Outcome("none", float(1 - chance), -1.0))
        yield SideBetFinding("insurance", f"under {letter}", rows)
