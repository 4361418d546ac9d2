"""Side bets that nobody's play changes: the chance of each outcome, what it pays, and the house edge, exactly."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from lammer.cards.card import LETTER_VALUES
from lammer.cards.hand import natural_partner
from lammer.rules.chances import (
    dealer_22_chances,
    first_cards_chances,
    first_cards_returned,
    second_card_chance,
    sevens_by_row,
)
from lammer.rules.outcomes import ANY_22
from lammer.rules.schema import MeterPaytable, Paytable, Rules
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
    """Every paytable, for one box and a fresh shoe; meters not named stand at the sheet's amounts."""
    rules = sheet.rules
    for bet_id, dealer_bet in rules.dealer_22_bets.items():
        by_suit = dealer_22_chances(rules)
        for name, paytable in dealer_bet.paytables.items():
            merged = {ANY_22: sum(by_suit.values(), Fraction(0))} if ANY_22 in paytable.rows else by_suit
            yield SideBetFinding(bet_id, name, _fixed(paytable, merged, "no 22"))
    for bet_id, first in rules.first_cards_bets.items():
        back = first_cards_returned(rules) if first.dealer_first_ace == "returned" else Fraction(0)
        for name, paytable in first.paytables.items():
            yield SideBetFinding(bet_id, name, _fixed(paytable, first_cards_chances(rules), "none", back))
    for bet_id, sevens in rules.sevens_bets.items():
        amounts = {level: (meters or {}).get(level, amount.start) for level, amount in sevens.levels.items()}
        levels = {level: Fraction(amount, sevens.least) for level, amount in amounts.items()}
        for name, meter_paytable in sevens.paytables.items():
            yield SideBetFinding(bet_id, name, _sevens(meter_paytable, rules.shoe.decks, levels))
    yield from _insurance(rules)


def _fixed(
    paytable: Paytable, chances: Mapping[str, Fraction], lost: str, returned: Fraction = Fraction(0)
) -> tuple[Outcome, ...]:
    rows = [Outcome(row, float(chances[row]), _net(paytable, pays)) for row, pays in paytable.rows.items()]
    if returned:
        rows.append(Outcome("returned", float(returned), 0.0))
    rest = 1 - returned - sum((chances[row] for row in paytable.rows), Fraction(0))
    return (*rows, Outcome(lost, float(rest), -1.0))


def _net(paytable: Paytable, pays: int) -> float:
    return float(pays - 1 if paytable.basis == "for 1" else pays)


def _sevens(paytable: MeterPaytable, decks: int, levels: Mapping[str, Fraction]) -> tuple[Outcome, ...]:
    chances = sevens_by_row(decks, paytable)
    shares = [
        Outcome(row, float(chances[row]), float(levels[share.level] * share.percent / 100 - 1))
        for row, share in paytable.shares.items()
    ]
    return (
        *shares,
        *_fixed(paytable, chances, "none")[:-1],
        Outcome("none", float(1 - sum(chances.values(), Fraction(0))), -1.0),
    )


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
