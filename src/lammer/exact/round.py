"""A whole round: every up card and first two cards with their exact weights."""

import numpy as np

from lammer.exact.against import Against
from lammer.exact.grid import UNSPLIT
from lammer.exact.hands import Floats
from lammer.exact.terms import Terms
from lammer.exact.worth import Game, Worth


def round_worth(game: Game) -> float:
    """Expected net of one round for one original wager."""
    total = 0.0
    if game.terms.first_ace_player:
        total += game.terms.win * game.shoe[0] / game.shoe.sum()
    return float(total + sum(_against_one(game, worth) for worth in game.worths))


def _against_one(game: Game, worth: Worth) -> float:
    terms, up = game.terms, worth.against.up
    total = 0.0
    for first in range(1, 11):
        if terms.first_ace_player and first == 1:
            continue
        if terms.first_ace_dealer and up == 1:
            total -= deal_chance(game.shoe, (first, up))
            continue
        for second in range(1, 11):
            chance = deal_chance(game.shoe, (first, up, second))
            if chance > 0:
                total += chance * hand_worth(worth, first, second)
    return total


def deal_chance(shoe: Floats, values: tuple[int, ...]) -> float:
    """Chance that the next cards have these values, in order."""
    left, cards, chance = shoe.copy(), float(shoe.sum()), 1.0
    for value in values:
        chance *= max(left[value - 1], 0.0) / cards
        left[value - 1] -= 1
        cards -= 1
    return chance


def hand_worth(worth: Worth, first: int, second: int) -> float:
    """Worth of two first cards before the dealer's hole card is looked at."""
    against = worth.against
    terms = against.terms
    if against.grid.hands.total[against.grid.hands.of(first, second)] == terms.limit:
        return _natural_worth(terms, against, first, second)
    found = against.natural_chance(first, second) if against.peeks else 0.0
    return (1 - found) * worth.of(first, second) - found


def _natural_worth(terms: Terms, against: Against, first: int, second: int) -> float:
    if terms.natural_at_once:
        return _natural_pays(terms, against, first, second)
    tie = against.natural_chance(first, second)
    lost = 0.0 if terms.natural_ties else tie
    return (1 - tie) * terms.natural_pays * _spared(terms, against, first, second) - lost


def _spared(terms: Terms, against: Against, first: int, second: int) -> float:
    """The share of a natural's pay that a dealer 22 leaves."""
    if terms.natural_beats_22 or not terms.push_22:
        return 1.0
    family = against.grid.families[UNSPLIT]
    place = np.flatnonzero(family.hands == against.grid.hands.of(first, second))
    return 1.0 - float(against.situation(UNSPLIT, 0, place).push_22[place[0]])


def _natural_pays(terms: Terms, against: Against, first: int, second: int) -> float:
    """Two identical faces of one suit may pay more than other two-card totals of the limit."""
    if (first, second) != (10, 10):
        return terms.natural_pays
    tens = float(against.unseen[9]) + (against.up == 10)
    # Three of the four ten-ranks are faces; after the first card, one suit of its rank has tens/16 − 1 cards left.
    twin = 0.75 * max(tens / 16 - 1, 0.0) / (tens - 1) if tens > 1 else 0.0
    return twin * terms.suited_faces_pay + (1 - twin) * terms.natural_pays
