"""What is unseen behind one up card: the dealer's chances, the next card's, and those of another card of a pair.

All of it follows from the shoe and from how the dealer draws. Play, pays and what is legal do not matter, so sheets
that differ only in those share the work; the next cards do not even depend on how the dealer draws.
"""

from collections.abc import Hashable
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import MAX_HANDS, Grid, grid_for, keys_of
from lammer.exact.dealer import DealerRule, dealer_chances, dealer_tree
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.kernels import cards_left, next_cards, put_rows, unknown
from lammer.exact.shared_chances import SharedChances

KEPT = 40
"""Up cards that are remembered: the ten of a few shoes and dealers. Each takes about 5 MB."""
KEPT_DRAWS = 200
"""The same for the next cards, which take some kilobytes."""


MANY_CARDS, MANY_OF_A_VALUE = 250, 20
"""What a shoe must hold so that hand values are smooth in the number of removed cards of a pair, see ``values.SMOOTH``:
about what is left of six decks when a few cards are gone."""


class CardTables(NamedTuple):
    """What kernels read for each set of removed cards."""

    chances: Floats
    """Card sets × classes: how the dealer ends."""
    draw: Floats
    """Card sets × values: the next card."""


def card_tables(sets: int, classes: int) -> CardTables:
    return CardTables(np.zeros((sets, classes)), np.zeros((sets, 10)))


class UnseenCards:
    """One up card and the shoe it came from. Results are computed for the requested card sets and cached. ``shared`` or
    ``part`` has what is known of a shoe with a few cards more."""

    def __init__(
        self, rule: DealerRule, grid: Grid, up: int, shoe: Floats, shared: SharedChances | None = None,
        part: "PartOfShoe | None" = None,
    ) -> None:  # fmt: skip
        self.rule, self.grid, self.up = rule, grid, up
        self.left = shoe.copy()
        """Cards of each value, the hole card included, the up card not."""
        self.left[up - 1] -= 1
        self.partner = rule.drawing.partner(up)
        self.peeks = rule.peeks and self.partner is not None
        self.classes = dealer_tree(rule, up).classes
        """The dealer's final classes, in the order of the columns of ``chances``."""
        self._known: Bools = np.zeros(len(grid.sets), dtype=np.bool_)
        self.tables = part.tables if part else card_tables(len(grid.sets), len(self.classes))
        self.draws = _draws(tuple(self.left.tolist()), self.partner if self.peeks else None)
        self._attractions: dict[int, Floats] = {}
        self._shared, self._part = shared, part
        self._missing = 0 if shared is None else int(keys_of((shared.left - self.left).astype(np.int64)))
        """The key of the cards that this shoe lacks."""

    def shared(self) -> SharedChances:
        """What is known of this shoe, for shoes that lack a few of its cards."""
        shared, known = SharedChances(self.rule, self.up, self.left), np.flatnonzero(self._known)
        shared.add(self.grid.keys[known], self.tables.chances[known])
        return shared

    def learn(self, sets: Ints) -> None:
        """Computes the dealer and the next card for new card sets; many at once are faster."""
        new = unknown(self._known, sets)
        if len(new):
            if self._part is None:
                left = cards_left(self.left, self.grid.sets, new)
                put_rows(self._chances(new, left), self.tables.chances, new)
            else:
                self._part.fill(new)
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
        return max(completes - values.count(self.partner), 0.0) / (self.draws.cards - len(values))

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


class WholeShoe:
    """The dealer's chances behind one up card for many card sets, of which shoes that lack a few cards need some."""

    def __init__(self, rule: DealerRule, up: int, shoe: Floats, sets: Ints) -> None:
        self._rule, self._up, self._sets = rule, up, sets
        self._left = shoe - (np.arange(1, 11) == up)
        self._known: Bools = np.zeros(len(sets), dtype=np.bool_)
        self.classes = len(dealer_tree(rule, up).classes)
        self._chances = np.zeros((len(sets), self.classes))

    def chances(self, numbers: Ints) -> Floats:
        """sets × classes."""
        new = unknown(self._known, numbers)
        if len(new):
            left = cards_left(self._left, self._sets, new)
            put_rows(dealer_chances(self._rule, self._up, left), self._chances, new)
            self._known[new] = True
        rows: Floats = self._chances[numbers]
        return rows


class PartOfShoe(NamedTuple):
    """A shoe of which a few cards lie elsewhere. ``numbers`` are the numbers that the usual card sets have, together
    with those cards, in the whole shoe; ``tables`` are filled in for the usual sets."""

    whole: WholeShoe
    numbers: Ints
    tables: CardTables

    def fill(self, sets: Ints) -> None:
        """Copies the chances of these sets: kernels find them faster in a small table."""
        put_rows(self.whole.chances(self.numbers[sets]), self.tables.chances, sets)


class Draws:
    """The next cards of a shoe of which ``left`` is unseen, the hole card included. A peek has shown that the hole card
    is not of the value ``hole_is_not``, if any."""

    def __init__(self, left: Floats, hole_is_not: int | None) -> None:
        self.left, self.hole_is_not = left, hole_is_not
        self.cards = float(left.sum())
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

    def split(self, pair: int, of_rank: float | None = None) -> "SplitCards":
        """The same when a pair of this value, 0 the ace, has been split. Where only cards of its rank make another
        pair, there are ``of_rank`` of them, the pair included."""
        if (pair, of_rank) not in self._pairs:
            self._pairs[pair, of_rank] = SplitCards(self, pair, of_rank)
        return self._pairs[pair, of_rank]


class SplitCards:
    """What is unseen when a pair has been split: the chance that a card looked at is one more of the pair, and the
    second cards of hands."""

    def __init__(self, draws: Draws, pair: int, of_rank: float | None = None) -> None:
        self._draws, self.pair = draws, pair
        self._other_ranks = 0.0 if of_rank is None else float(draws.left[pair]) - of_rank
        """Cards of the value that make no pair, since they are of another rank."""
        self._chances: dict[tuple[int, int], float] = {}
        self.shares: dict[Hashable, dict[tuple[str, bool, int], float]] = {}
        """Results of ``splits.split_shares``, by its other arguments."""
        self.share_tables: dict[Hashable, Floats] = {}
        """Results of ``splits.share_table``, by its other arguments."""
        self.few = of_rank is not None or draws.cards < MANY_CARDS or draws.left[pair] < MANY_OF_A_VALUE
        """Too few cards for values to be smooth in the number of removed cards."""

    def chance_of_pair(self, gone: int, not_pair: int) -> float:
        """π, when ``gone`` further cards of the pair are known elsewhere and ``not_pair`` cards known not to be one."""
        key = (gone, not_pair)
        if key not in self._chances:
            self._chances[key] = self._chance_of_pair(gone, not_pair)
        return self._chances[key]

    def _chance_of_pair(self, gone: int, q: int) -> float:
        left, hole_is_not = self._draws.left, self._draws.hole_is_not
        unseen = self._draws.cards - 2 - gone
        pairs = float(left[self.pair]) - self._other_ranks - 2 - gone
        if pairs <= 0:
            return 0.0
        if hole_is_not is None:
            return pairs / (unseen - q)
        if hole_is_not - 1 == self.pair:
            return pairs / (unseen - q - 1)
        # The hole card is p with weight A, something else that makes no natural with weight B; (x)_q as products.
        completes = float(left[hole_is_not - 1])
        a = pairs * _falling(unseen - pairs, q)
        other = (unseen - pairs - completes) * _falling(unseen - pairs - 1, q)
        if a + other <= 0:
            return 0.0  # There are not so many cards that are none of the pair, so no hand asks for this.
        return (a * (pairs - 1) + other * pairs) / ((a + other) * (unseen - 1 - q))

    def second_card(self, removed: int, paired: bool) -> Floats:
        """Chances of a hand's second card when ``removed`` more of the pair are elsewhere, given whether it is one."""
        chances: Floats = self.second_cards[int(paired), removed - 1]
        return chances

    @cached_property
    def second_cards(self) -> Floats:
        """2 × removed × 10: the same for 1, 2, … removed cards, first if it is not one of the pair."""
        removed = np.arange(1, 2 * MAX_HANDS - 1)
        left = np.tile(self._draws.left, (len(removed), 1))
        left[:, self.pair] -= 1 + removed
        draw, of_value = self._draws.next_card(np.maximum(left, 0.0)), left[:, self.pair]
        with np.errstate(divide="ignore", invalid="ignore"):
            alike = np.where(of_value > 0, np.maximum(of_value - self._other_ranks, 0.0) / of_value, 1.0)
        found = np.stack([draw, np.zeros_like(draw)])
        found[1, :, self.pair] = draw[:, self.pair] * alike
        found[0, :, self.pair] -= found[1, :, self.pair]
        weight = found.sum(axis=2, keepdims=True)
        # Where no card of the pair is left, what the hand would be worth carries no weight.
        found[1, :, self.pair] = np.where(weight[1, :, 0] > 0, found[1, :, self.pair], 1.0)
        return found / np.where(weight > 0, weight, 1.0)


def _falling(top: float, count: int) -> float:
    product = 1.0
    for step in range(count):
        product *= top - step
    return product


def unseen_cards(rule: DealerRule, limit: int, up: int, shoe: Floats) -> UnseenCards:
    """Shared by all games that are dealt from such a shoe by such a dealer."""
    return _unseen_cards(rule, limit, up, tuple(shoe.tolist()))


@lru_cache(maxsize=KEPT)
def _unseen_cards(rule: DealerRule, limit: int, up: int, shoe: tuple[float, ...]) -> UnseenCards:
    return UnseenCards(rule, grid_for(limit), up, np.array(shoe))


@lru_cache(maxsize=KEPT_DRAWS)
def _draws(left: tuple[float, ...], hole_is_not: int | None) -> Draws:
    return Draws(np.array(left), hole_is_not)
