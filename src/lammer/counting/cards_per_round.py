"""The cards that a round takes, and how that depends on the cards in the shoe, from simulated rounds.

If a shoe is rich in high cards, rounds are short and more of them begin, so that the number of rounds at a count is not
independent of the count. A part of the cards of one value is taken out of the shoe at a time; the change of the mean
for each card taken is its effect of removal.
"""

from typing import NamedTuple

import numpy as np

from lammer.cards.card import VALUES
from lammer.simulate.layout import CARDS_DEALT, ROUNDS
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable

EACH = 1 << 20
"""Rounds from each shoe."""
PART = 4
"""One of so many cards of a value is taken out."""
SEED = 1
CARDS_OF_A_HAND = 2.7


class CardsPerRound(NamedTuple):
    """The mean number of cards of a round, and the effect of removing a card of each value on it, ace first."""

    mean: float
    effects: tuple[float, ...] = (0.0,) * 10


def usual_cards(hands: int) -> CardsPerRound:
    """The usual estimate for a number of hands beside the dealer's, for games that are not simulated."""
    return CardsPerRound(CARDS_OF_A_HAND * (hands + 1))


def cards_per_round(table: KernelTable, rounds: int = EACH) -> CardsPerRound:
    """From full shoes. The same table gives the same figures."""
    rounds = max(rounds // table.seats, 1)
    whole, values = _mean(table, rounds), np.array(VALUES)[table.decks]
    effects = []
    for value in range(1, 11):
        places = np.flatnonzero(values == value)
        taken = places[: len(places) // PART]
        less = _mean(table.with_decks(np.delete(table.decks, taken)), rounds) if len(taken) else whole
        effects.append((less - whole) / max(len(taken), 1))
    return CardsPerRound(whole, tuple(effects))


def _mean(table: KernelTable, rounds: int) -> float:
    ran = run(table, Plan(SEED, rounds, 0))
    if ran.stopped:
        raise KeyboardInterrupt
    facts = ran.tally.facts
    return int(facts[CARDS_DEALT]) * table.seats / int(facts[ROUNDS])
