"""A whole round: every up card and first two cards with their exact weights."""

from collections.abc import Iterator

import numpy as np

from lammer.exact.against import Against
from lammer.exact.grid import UNSPLIT
from lammer.exact.hands import Floats
from lammer.exact.refusals import NotAnalysed
from lammer.exact.terms import Terms
from lammer.exact.worth import Game, Worth


def round_worth(game: Game) -> float:
    """Expected net of one round for one original wager."""
    total = sum(net * chance for net, chance in first_aces(game))
    for worth in game.worths:
        for first, second, chance in openings(game, worth):
            total += chance * hand_worth(worth, first, second)
    return float(total)


def first_aces(game: Game) -> list[tuple[float, float]]:
    """Net and chance of rounds that are over with a first card."""
    found = []
    ace, terms = deal_chance(game.shoe, (1,)), game.terms
    if terms.first_ace_player:
        found.append((terms.win, ace))
    if terms.first_ace_dealer:
        before = deal_chance(game.shoe, (1, 1)) if terms.first_ace_player else 0.0
        found.append((-1.0, ace - before))
    return found


def openings(game: Game, worth: Worth) -> Iterator[tuple[int, int, float]]:
    """First two cards of the player against this up card, with the chance of all three."""
    terms, up = game.terms, worth.against.up
    if terms.first_ace_dealer and up == 1:
        return
    for first in range(2 if terms.first_ace_player else 1, 11):
        for second in range(1, 11):
            chance = deal_chance(game.shoe, (first, up, second))
            if chance > 0:
                yield first, second, chance


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
    return sum(net * chance for net, chance in natural_results(terms, against, first, second))


def natural_results(terms: Terms, against: Against, first: int, second: int) -> list[tuple[float, float]]:
    """Net and chance of what becomes of a player's natural."""
    if terms.natural_at_once:
        twins = _twin_faces(against, first, second) if terms.suited_faces_pay != terms.natural_pays else 0.0
        return [(terms.natural_pays, 1 - twins), (terms.suited_faces_pay, twins)]
    tie = against.natural_chance(first, second)
    pushed = _pushed_by_22(terms, against, first, second)
    return [
        (terms.natural_pays, (1 - tie) * (1 - pushed)),
        (0.0, (1 - tie) * pushed),
        (0.0 if terms.natural_ties else -1.0, tie),
    ]


def _pushed_by_22(terms: Terms, against: Against, first: int, second: int) -> float:
    """How often a dealer 22 takes a natural's pay, given no dealer natural."""
    if not terms.natural_pushed_by_22:
        return 0.0
    family = against.grid.families[UNSPLIT]
    place = np.flatnonzero(family.hands == against.grid.hands.of(first, second))
    chance = float(against.situation(UNSPLIT, 0, place).push_22[place[0]])
    # With a peek the dealer's chances are given no natural already.
    return chance if against.peeks else chance / (1 - against.natural_chance(first, second))


def _twin_faces(against: Against, first: int, second: int) -> float:
    """Chance that two ten-values are the same face of the same suit, which may pay more."""
    if (first, second) != (10, 10):
        return 0.0
    tens = float(against.unseen[9]) + (against.up == 10)
    if tens % 16:
        raise NotAnalysed(
            "natural.suited_faces_pay: the analysis counts card values; give whole decks of ten-values, "
            "or set it to what other naturals pay"
        )
    # Three of the four ten-ranks are faces; after the first card, one suit of its rank has tens/16 − 1 cards left.
    return 0.75 * max(tens / 16 - 1, 0.0) / (tens - 1) if tens > 1 else 0.0
