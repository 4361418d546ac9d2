"""What the cards that decide a bet return, by their values: all that is needed for its exact expectation by count.

Let the cards t decide a bet, with the chance p(t) that they are drawn and the bet is offered, and with the return R(t),
the expected pay with the stake times the chance that they are drawn. Drawing them before the k cards D that the counter
sees changes no chance, so with P_t the chances of the running count r in the shoe without t

    E(bet | r, k) = Σ R(t)·P_t(r) / Σ p(t)·P_t(r) − 1.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lammer.cards.card import LETTER_VALUES, TEN
from lammer.cards.hand import natural_partner
from lammer.counting.count_distribution import CountDistribution, Drawn
from lammer.counting.effects import INSURANCE
from lammer.counting.tags import Tags
from lammer.exact.hands import Floats
from lammer.rules.chances import Composition
from lammer.rules.chances_by_cards import chances_by_cards
from lammer.rules.outcome_chances import NotCounted
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import outcomes_paid

NO_CARDS: Composition = (0,) * TEN


class DecidingCards(NamedTuple):
    """``offered`` and ``returns`` by the number of cards of each value, aces first: the chance that these cards are
    drawn and the bet is offered, and what it then returns, stake included."""

    offered: Mapping[Composition, float]
    returns: Mapping[Composition, float]

    @property
    def model(self) -> str:
        return "exact"

    def by_count(self, shoe: CountDistribution, tags: Tags) -> tuple[Floats, Floats]:
        """By k and running count: the chance of the count in a round in which the bet is offered, and that times the
        expectation."""
        share = sum(self.offered.values())
        offered, returns = (shoe.drawing(_by_tag(one, shoe, tags)) / share for one in self)
        return offered, returns - offered

    def as_plain(self) -> list[Any]:
        """A JSON value, to be kept."""
        return [[[list(cards), figure] for cards, figure in one.items()] for one in self]


def _by_tag(weights: Mapping[Composition, float], shoe: CountDistribution, tags: Tags) -> dict[Drawn, float]:
    """Weights of cards by value, added up by their tags."""
    found: dict[Drawn, float] = {}
    of_tag = [np.array(tags.whole) == tag for tag in shoe.numbers]
    for cards, weight in weights.items():
        drawn = tuple(int(np.array(cards)[these].sum()) for these in of_tag)
        found[drawn] = found.get(drawn, 0.0) + weight
    return found


def deciding_cards(sheet: Sheet, shoe: ShoeCards, bet_id: str, table: str) -> DecidingCards | None:
    """For a paytable of a bet. None for a bet on play, or one whose cards are not enumerated by value."""
    if bet_id == INSURANCE:
        return _insurance(sheet, shoe, LETTER_VALUES[table.removeprefix("under ")])
    if bet_id not in sheet.side_bets:
        return None
    bet = sheet.side_bets[bet_id]
    try:
        chances = chances_by_cards(bet, sheet.rules, shoe)
    except NotCounted:
        return None
    paytable = bet.paytables[table]
    # A lost bet returns nothing, so it does not matter that these chances do not add up to 1.
    paid = {cards: outcomes_paid(bet, paytable, one) for cards, one in chances.items()}
    returns = {cards: sum(row.probability * (row.pays + 1) for row in rows) for cards, rows in paid.items()}
    offered = {NO_CARDS: 1.0}
    if bet.placed_later:
        offered = {cards: float(sum(one.held.values())) for cards, one in chances.items()}
    return DecidingCards(offered, {cards: figure for cards, figure in returns.items() if figure})


def deciding_cards_from(plain: list[Any]) -> DecidingCards:
    return DecidingCards(*({tuple(cards): figure for cards, figure in one} for one in plain))


def _insurance(sheet: Sheet, shoe: ShoeCards, up: int) -> DecidingCards:
    """The up card, and the hole card if it completes a natural."""
    partner = natural_partner(up, sheet.rules.points.limit)
    assert partner is not None, "insurance is offered only under an up card that a natural may have"
    number, (pays, to) = sum(shoe.counts), sheet.rules.insurance.pays
    shown = shoe.of_value(up) / number
    both = shown * (shoe.of_value(partner) - (up == partner)) / (number - 1)
    return DecidingCards({_cards(up): shown}, {_cards(up, partner): both * (pays / to + 1)})


def _cards(*values: int) -> Composition:
    return tuple(values.count(value) for value in range(1, TEN + 1))
