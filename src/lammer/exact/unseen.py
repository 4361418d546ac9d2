"""What is unseen behind one up card: the dealer's chances, the next card's, and those of another card of a pair.

All of it follows from the shoe and from how the dealer draws. Play, pays and what is legal do not matter, so sheets
that differ only in those share the work; the next cards do not even depend on how the dealer draws.
"""

from collections.abc import Hashable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from lammer.exact.compositions import Grid, grid_for, keys_of
from lammer.exact.dealer import DealerRule, dealer_chances, dealer_tree
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.kernels import cards_left, next_cards, put_rows, unknown
from lammer.exact.shared_chances import SharedChances
from lammer.exact.split_cards import SplitCards

KEPT = 40
"""Up cards that are remembered: the ten of a few shoes and dealers. Each takes about 5 MB."""
KEPT_DRAWS = 200
"""The same for the next cards, which take some kilobytes."""


class CardTables(NamedTuple):
    """What kernels read for each set of removed cards."""

    chances: Floats
    """Card sets × classes: how the dealer ends."""
    draw: Floats
    """Card sets × values: the next card."""


class UnseenCards:
    """One up card and the shoe it came from. Results are computed for the requested card sets and cached. ``shared``
    has what is known of a shoe with a few cards more."""

    def __init__(
        self, rule: DealerRule, grid: Grid, up: int, shoe: Floats, shared: SharedChances | None = None
    ) -> None:
        self.rule, self.grid, self.up = rule, grid, up
        self.left = shoe.copy()
        """Cards of each value, the hole card included, the up card not."""
        self.left[up - 1] -= 1
        self.partner = rule.drawing.partner(up)
        self.peeks = rule.peeks and self.partner is not None
        self.classes = dealer_tree(rule, up).classes
        """The dealer's final classes, in the order of the columns of ``chances``."""
        self.draws = _draws(tuple(self.left.tolist()), self.partner if self.peeks else None)
        self.worths: dict[Hashable, Any] = {}
        """What hands are worth by best play, by all that it depends on beside the cards; see ``values.Worth``."""
        self._attractions: dict[int, Floats] = {}
        self._shared = shared
        self._missing = 0 if shared is None else int(keys_of((shared.left - self.left).astype(np.int64)))
        """The key of the cards that this shoe lacks."""

    @cached_property
    def tables(self) -> CardTables:
        sets = len(self.grid.sets)
        return CardTables(np.zeros((sets, len(self.classes))), np.zeros((sets, 10)))

    @cached_property
    def _known(self) -> Bools:
        """Card sets that the tables have."""
        return np.zeros(len(self.grid.sets), dtype=np.bool_)

    def shared(self) -> SharedChances:
        """What is known of this shoe, for shoes that lack a few of its cards."""
        shared, known = SharedChances(self.rule, self.up, self.left), np.flatnonzero(self._known)
        shared.add(self.grid.keys[known], self.tables.chances[known])
        return shared

    def learn(self, sets: Ints) -> None:
        """Computes the dealer and the next card for new card sets; many at once are faster."""
        new = unknown(self._known, sets)
        if len(new):
            left = cards_left(self.left, self.grid.sets, new)
            put_rows(self._chances(new, left), self.tables.chances, new)
            hole_is_not = -1 if self.draws.hole_is_not is None else self.draws.hole_is_not - 1
            next_cards(self.left, self.grid.sets, new, hole_is_not, self.tables.draw)
            self._known[new] = True

    def _chances(self, sets: Ints, left: Floats) -> Floats:
        if self._shared is None:
            return dealer_chances(self.rule, self.up, left)
        return self._shared.chances(self.grid.keys[sets] + self._missing, left)

    def natural_chance(self, *values: int) -> float:
        """That the dealer's second card completes a natural, when these further cards are gone."""
        if self.partner is None:
            return 0.0
        completes = float(self.left[self.partner - 1])
        return max(completes - values.count(self.partner), 0.0) / (float(self.draws.cards) - len(values))

    def attraction(self, pair: int) -> Floats:
        """classes × 10 × 10: P(r, s | d) / (P(r | d) · P(s | d)) − 1 for two further cards r and s, given the dealer's
        final class d, after a pair of this value, 0 the ace, has been split."""
        if pair not in self._attractions:
            self._attractions[pair] = self._attraction(pair)
        return self._attractions[pair]

    def _attraction(self, pair: int) -> Floats:
        one, left = np.eye(10), self.left.copy()
        left[pair] -= 2
        rows = np.maximum(
            left - np.concatenate([np.zeros((1, 10)), one, (one[:, None] + one[None]).reshape(100, 10)]), 0
        )
        dealt = dealer_chances(self.rule, self.up, rows).T
        drawn = self.draws.next_card(rows[:11])
        none, first = dealt[:, 0], dealt[:, 1:11] * drawn[0]
        both = dealt[:, 11:].reshape(-1, 10, 10) * (drawn[0][:, None] * drawn[1:])
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = both * none[:, None, None] / (first[:, :, None] * first[:, None, :]) - 1
        attraction: Floats = np.nan_to_num(ratio, nan=0.0, posinf=0.0, neginf=0.0)
        return attraction


class Draws:
    """The next cards of a shoe of which ``left`` is unseen, the hole card included, or of several shoes at once. A peek
    has shown that the hole card is not of the value ``hole_is_not``, if any."""

    def __init__(self, left: Floats, hole_is_not: int | None) -> None:
        self.left, self.hole_is_not = left, hole_is_not
        self.cards: Floats = np.asarray(left.sum(axis=-1))
        self._pairs: dict[tuple[int, float | None], SplitCards] = {}

    def next_card(self, left: Floats) -> Floats:
        """P(next = j): n_j / M, or given that the hole card is not b
        n_j (M − 1 − n_b + [j = b]) / ((M − n_b)(M − 1))."""
        cards = np.maximum(left.sum(axis=-1, keepdims=True), 2.0)
        share: Floats = left / cards
        if self.hole_is_not is not None:
            b = self.hole_is_not - 1
            others = cards - 1 - left[..., b : b + 1] + (np.arange(10) == b)
            share = left * others / (np.maximum(cards - left[..., b : b + 1], 1.0) * (cards - 1))
        return share

    def split(self, pair: int, of_rank: float | None = None) -> SplitCards:
        """The same when a pair of this value, 0 the ace, has been split. Where only cards of its rank make another
        pair, there are ``of_rank`` of them, the pair included."""
        if (pair, of_rank) not in self._pairs:
            self._pairs[pair, of_rank] = SplitCards(self, pair, of_rank)
        return self._pairs[pair, of_rank]

    def of_shoe(self, number: int) -> "Draws":
        """Those of one of several shoes."""
        return Draws(self.left[number], self.hole_is_not)


def unseen_cards(rule: DealerRule, limit: int, up: int, shoe: Floats) -> UnseenCards:
    """Shared by all games that are dealt from such a shoe by such a dealer."""
    return _unseen_cards(rule, limit, up, tuple(shoe.tolist()))


@lru_cache(maxsize=KEPT)
def _unseen_cards(rule: DealerRule, limit: int, up: int, shoe: tuple[float, ...]) -> UnseenCards:
    return UnseenCards(rule, grid_for(limit), up, np.array(shoe))


@lru_cache(maxsize=KEPT_DRAWS)
def _draws(left: tuple[float, ...], hole_is_not: int | None) -> Draws:
    return Draws(np.array(left), hole_is_not)
