"""What is unseen when a pair has been split: the chance π that a card looked at is one more of the pair, and the second
cards of hands. Of one shoe, or of several at once: the first axes of arrays are those of the shoes.
"""

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from lammer.exact.compositions import MAX_HANDS
from lammer.exact.hands import Floats

if TYPE_CHECKING:
    from lammer.exact.unseen import Draws

MOST = 12
"""More than the cards of a pair, and the second cards, that one box can show."""
MANY_CARDS, MANY_OF_A_VALUE = 250, 20
"""What a shoe must hold so that hand values are smooth in the number of removed cards of a pair, see ``values.SMOOTH``:
about what is left of six decks when a few cards are gone."""


class SplitCards:
    """``pair`` is the value of the pair, 0 the ace. Where only cards of its rank make another pair, there are
    ``of_rank`` of them, the pair included."""

    def __init__(self, draws: "Draws", pair: int, of_rank: float | None = None) -> None:
        self.draws, self.pair = draws, pair
        self._other_ranks = 0.0 if of_rank is None else float(draws.left[..., pair]) - of_rank
        """Cards of the value that make no pair, since they are of another rank."""
        self.shares: dict[Hashable, dict[tuple[str, bool, int], float]] = {}
        """Results of ``splits.split_shares``, by its other arguments."""
        self.share_tables: dict[Hashable, Floats] = {}
        """Results of ``splits.share_table``, by its other arguments."""
        too_few = (draws.cards < MANY_CARDS) | (draws.left[..., pair] < MANY_OF_A_VALUE)
        self.few = too_few if of_rank is None else np.ones_like(too_few)
        """Too few cards for values to be smooth in the number of removed cards."""

    def chance_of_pair(self, gone: int, not_pair: int) -> float:
        """π, when ``gone`` further cards of the pair are known elsewhere and ``not_pair`` cards known not to be one."""
        chance: float = self._listed[gone][not_pair]
        return chance

    @cached_property
    def _listed(self) -> list[list[float]]:
        chances: list[list[float]] = self.pair_chances.tolist()
        return chances

    @cached_property
    def pair_chances(self) -> Floats:
        """π by gone and not_pair. Entries that no split needs may be anything."""
        left, hole_is_not = self.draws.left, self.draws.hole_is_not
        gone, q = np.arange(MOST)[:, None], np.arange(MOST)
        unseen = self.draws.cards[..., None, None] - 2 - gone
        pairs = left[..., self.pair, None, None] - self._other_ranks - 2 - gone
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            if hole_is_not is None:
                chances = pairs / (unseen - q)
            elif hole_is_not - 1 == self.pair:
                chances = pairs / (unseen - q - 1)
            else:
                # The hole card is p with weight A, something else that makes no natural with weight B.
                completes = left[..., hole_is_not - 1, None, None]
                a = pairs * _falling(unseen - pairs)
                b = (unseen - pairs - completes) * _falling(unseen - pairs - 1)
                chances = (a * (pairs - 1) + b * pairs) / ((a + b) * (unseen - 1 - q))
                # Else there are not so many cards that are none of the pair, so no hand asks for this.
                chances = np.where(a + b > 0, chances, 0.0)
        found: Floats = np.where(pairs > 0, chances, 0.0)
        return found

    def second_card(self, removed: int, paired: bool) -> Floats:
        """Chances of a hand's second card when ``removed`` more of the pair are elsewhere, given whether it is one."""
        chances: Floats = self.second_cards[..., int(paired), removed - 1, :]
        return chances

    @cached_property
    def second_cards(self) -> Floats:
        """2 × removed × 10: the same for 1, 2, … removed cards, first if it is not one of the pair."""
        removed = np.arange(1, 2 * MAX_HANDS - 1)
        left = np.repeat(self.draws.left[..., None, :], len(removed), axis=-2)
        left[..., self.pair] -= 1 + removed
        draw, of_value = self.draws.next_card(np.maximum(left, 0.0)), left[..., self.pair]
        with np.errstate(divide="ignore", invalid="ignore"):
            alike = np.where(of_value > 0, np.maximum(of_value - self._other_ranks, 0.0) / of_value, 1.0)
        paired = np.zeros_like(draw)
        paired[..., self.pair] = draw[..., self.pair] * alike
        found = np.stack([draw - paired, paired], axis=-3)
        weight = found.sum(axis=-1, keepdims=True)
        # Where no card of the pair is left, what the hand would be worth carries no weight.
        found[..., 1, :, self.pair] = np.where(weight[..., 1, :, 0] > 0, found[..., 1, :, self.pair], 1.0)
        return found / np.where(weight > 0, weight, 1.0)

    def of_shoe(self, number: int) -> "SplitCards":
        """The same for one of several shoes."""
        return self.draws.of_shoe(number).split(self.pair)


def _falling(top: Floats) -> Floats:
    """(x)_q for q = 0, 1, …, along the last axis."""
    factors = top - np.arange(MOST - 1)
    return np.concatenate([np.ones_like(top), np.cumprod(factors, axis=-1)], axis=-1)
