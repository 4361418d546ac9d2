"""Playing efficiency: how much of what varying the play can gain a count captures (Griffin).

A decision is a first hand against an up card. Let m be what the best play of the full shoe is ahead of another, and e_c
the effect of a card c on that lead, hands being played on as from the full shoe. In the linear model knowing every card
gains sd·L(m/sd) (``linear_model.py``), a count with the correlation r gains r·sd·L(m/(r·sd)). The playing efficiency is
the second sum over the first, over all decisions weighted by how often they come up and over all depths down to the cut
card. Of several other plays the one that gains most is taken.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lammer.counting.hand_plays import FIRST, times_reached, worths_of_plays
from lammer.counting.held_play import Held
from lammer.counting.linear_model import average_gain, gains, variance_per_square
from lammer.exact.hands import Floats
from lammer.exact.values import Game, Worth

SMALLEST = 1e-12
"""Decisions that gain less are left out."""


class Decisions(NamedTuple):
    """Decisions that are worth varying. ``weight``: how often each comes up; ``lead``: m; ``effects``: decisions × 10;
    ``cards``: cards of each value."""

    weight: Floats
    lead: Floats
    effects: Floats
    cards: Floats
    penetration: float
    best: Floats
    """What a player gains who knows every card."""

    def efficiency(self, tags: Sequence[float]) -> float:
        """The playing efficiency of a count by value."""
        whole = float(self.weight @ self.best)
        if whole <= 0:
            return 0.0
        centred = _squares(self.effects, self.cards)[1]
        share = self.cards / self.cards.sum()
        numbers = np.array(tags, dtype=np.float64) - share @ np.array(tags, dtype=np.float64)
        spread = float(self.cards @ (numbers * numbers))
        both = centred @ (self.cards * numbers)
        seen = average_gain(self.lead, both * both / spread, int(self.cards.sum()), self.penetration)
        return float(self.weight @ seen) / whole


class PlaysByShoe:
    """What every play of every first hand is worth, from the full shoe and from each shoe with one card less. The games
    are given one after another, so that only one of them need be in memory."""

    def __init__(self, full: Game) -> None:
        self.full, self._held = full, Held(full)
        self._plays = {worth.against.up: worths_of_plays(worth, worth, FIRST) for worth in full.worths}
        self._less: dict[int, dict[int, Floats]] = {up: {} for up in self._plays}

    def add(self, value: int, game: Game) -> None:
        """The game from the shoe without a card of this value."""
        worths = {worth.against.up: worth for worth in game.worths}
        for full in self.full.worths:
            up = full.against.up
            if up in worths:
                self._less[up][value] = worths_of_plays(full, Worth(worths[up].against, self._held), FIRST)

    def decisions(self, penetration: float) -> Decisions:
        """``penetration`` is the part of the shoe in front of the cut card."""
        shoe = self.full.shoe
        found = [self._column(worth) for worth in self.full.worths]
        weight, lead, effects = (np.concatenate([one[place] for one in found]) for place in range(3))
        best = average_gain(lead, _squares(effects, shoe)[0], int(shoe.sum()), penetration)
        kept = weight * best > SMALLEST
        return Decisions(weight[kept], lead[kept], effects[kept], shoe, penetration, best[kept])

    def _column(self, worth: Worth) -> tuple[Floats, Floats, Floats]:
        """Weight, lead and effects of the decisions against one up card."""
        weight, up = times_reached(self.full, worth, FIRST), worth.against.up
        rows = np.flatnonzero(weight > 0)
        full = self._plays[up][rows]
        # A value of which the shoe holds none, or no second one beside the up card, has no effect.
        less = np.stack([self._less[up].get(value, self._plays[up])[rows] for value in range(1, 11)])
        order, hands = np.argsort(-full, axis=1), np.arange(len(rows))
        leads, effects, sizes = [], [], []
        for other in order.T[1:]:
            best = order[:, 0]
            possible = np.isfinite(full[hands, other])
            lead = np.where(possible, full[hands, best] - full[hands, other], np.inf)
            with np.errstate(invalid="ignore"):  # plays that are not legal
                moved = np.where(possible, less[:, hands, best] - less[:, hands, other] - lead, 0.0).T
            leads.append(lead)
            effects.append(moved)
            sizes.append(_gain_at_half(lead, moved, self.full.shoe))
        which = np.stack(sizes).argmax(axis=0)
        return weight[rows], np.stack(leads)[which, hands], np.stack(effects)[which, hands]


def _squares(effects: Floats, cards: Floats) -> tuple[Floats, Floats]:
    """Σ (e − ē)² over all cards, and the centred effects."""
    centred: Floats = effects - (effects @ (cards / cards.sum()))[:, None]
    squares: Floats = (centred * centred) @ cards
    return squares, centred


def _gain_at_half(lead: Floats, effects: Floats, cards: Floats) -> Floats:
    """What a decision gains when half of the shoe is dealt."""
    number = int(cards.sum())
    return gains(lead, np.sqrt(variance_per_square(number, number / 2) * _squares(effects, cards)[0]))
