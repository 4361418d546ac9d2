"""Split hands together with the one dealer hand they all meet.

``splits.py`` values each hand by itself, which is enough for an expectation. Variance needs two hands and the dealer at
once. The same argument carries over word for word, with tables of chances in the place of worths: the chance that two
hands end in (c, c') and the dealer in d is the product of their numbers of orders and one falling factorial of
c + c' + d, and knowing that m more cards are not the pair's value is worked off one card at a time,

    T(gone, m+1) = (T(gone, m) − π·T(gone+1, m)) / (1 − π).

Hands that go over the limit are never listed: what two hands leave of one hand, and one hand of the dealer, is theirs.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from lammer.exact.dealer import BUST_CLASS, dealer_tree, dealer_weights, no_natural
from lammer.exact.finals import End, Finals, finals_of
from lammer.exact.hands import Floats, Ints
from lammer.exact.pair_kernels import BITS, added_up, falling_chance, numbered_sums, unpacked
from lammer.exact.splits import SplitCards
from lammer.exact.worth import SplitHands


class SplitHand(NamedTuple):
    """A hand of a split pair: whose money plays it, and whether its second card is the pair's value too."""

    kind: str
    paired: bool


class Together:
    """Hands of one split pair against one up card. ``gone`` counts cards of the pair beyond the first two that lie in
    other hands; ``plain`` counts other cards known not to be of the pair's value."""

    def __init__(self, hands: SplitHands, kinds: Iterable[str]) -> None:
        self._against, self._pair = hands.against, hands.pair
        self._cards = SplitCards(hands.against, hands.pair)
        self._finals = {kind: finals_of(hands, kind) for kind in kinds}
        self._weights_known: dict[int, Floats] = {}
        self._memory: dict[tuple[object, ...], Floats] = {}

    @cached_property
    def classes(self) -> Ints:
        """The dealer's final classes, in the order of every table's last axis."""
        tree = dealer_tree(self._against.terms.dealer(self._against.up), self._against.up)
        return np.append(np.unique(tree.ends[tree.ends >= 0]), BUST_CLASS)

    def ends(self, kind: str) -> tuple[End, ...]:
        """How hands of a kind end, in the order of a table's axis."""
        return self._finals[kind].ends

    def dealer(self, gone: int, plain: int) -> Floats:
        """Chance of each dealer class."""
        return self._known(("dealer",), (), gone, plain, self._dealer)

    def one(self, hand: SplitHand, gone: int, plain: int) -> Floats:
        """ends × classes: how a hand ends together with the dealer."""
        return self._known((hand,), (hand,), gone, plain, lambda away: self._one(hand, away))

    def two(self, first: SplitHand, second: SplitHand, gone: int, plain: int) -> Floats:
        """ends × ends × classes: how two hands end together with the dealer."""
        both = (first, second)
        return self._known(both, both, gone, plain, lambda away: self._two(first, second, away))

    def _known(
        self, what: tuple[object, ...], seen: tuple[SplitHand, ...], gone: int, plain: int,
        unconditioned: Callable[[int], Floats],
    ) -> Floats:  # fmt: skip
        """A table, worked out once; the second cards of hands ``seen`` tell of the pair's value too."""
        key = (*what, gone, plain)
        if key not in self._memory:
            known = self._looked_at(what, seen, gone, plain - 1, unconditioned) if plain else unconditioned(gone)
            self._memory[key] = known
        return self._memory[key]

    def _looked_at(
        self, what: tuple[object, ...], seen: tuple[SplitHand, ...], gone: int, plain: int,
        unconditioned: Callable[[int], Floats],
    ) -> Floats:  # fmt: skip
        """The same table when one more card is known not to be of the pair's value."""
        paired = sum(hand.paired for hand in seen)
        pi = self._cards.chance_of_pair(gone + paired, plain + len(seen) - paired)
        table = self._known(what, seen, gone, plain, unconditioned)
        if pi == 0:
            return table
        more = self._known(what, seen, gone + 1, plain, unconditioned)
        return (table - pi * more) / (1 - pi) if pi < 1 else np.zeros_like(table)

    def _left(self, gone: int) -> Floats:
        left = self._against.unseen.copy()
        left[self._pair] -= 2 + gone
        return np.maximum(left, 0.0)

    def _weights(self, drawn: Ints, gone: int) -> Floats:
        """rows × classes: the chance to draw these cards in one order, and of the dealer to end in each class then,
        given what the peek has shown."""
        left = self._left(gone)
        rule, up = self._against.terms.dealer(self._against.up), self._against.up
        chance = falling_chance(drawn, left) / no_natural(rule, up, left[None, :])
        weights: Floats = dealer_weights(rule, up, np.maximum(left - drawn, 0.0), chance)[:, self.classes]
        return weights

    def _dealer(self, gone: int) -> Floats:
        chances: Floats = self._weights(np.zeros((1, 10), dtype=np.int64), gone)[0]
        return chances

    def _chance(self, hand: SplitHand, gone: int, plain: int) -> float:
        pi = self._cards.chance_of_pair(gone, plain)
        return pi if hand.paired else 1 - pi

    def _one(self, hand: SplitHand, gone: int) -> Floats:
        finals, chance = self._finals[hand.kind].having(hand.paired), self._chance(hand, gone, 0)
        if chance <= 0:
            return np.zeros((len(finals.ends), len(self.classes)))
        table = by_end(finals, self._weights(finals.drawn, gone) / chance)
        table[0] = self.dealer(gone + hand.paired, 1 - hand.paired) - table.sum(axis=0)
        return table

    def _two(self, first: SplitHand, second: SplitHand, gone: int) -> Floats:
        chance = self._chance(first, gone, 0) * self._chance(second, gone + first.paired, 1 - first.paired)
        if chance <= 0:
            return np.zeros((len(self.ends(first.kind)), len(self.ends(second.kind)), len(self.classes)))
        mine, yours = (self._finals[hand.kind].having(hand.paired) for hand in (first, second))
        numbers, drawn = self._sums
        if gone not in self._weights_known:
            self._weights_known[gone] = self._weights(drawn, gone)
        weights = self._weights_known[gone]
        rows = self._rows(mine), self._rows(yours)
        found = added_up(numbers, *rows, yours.orders, yours.end, weights, len(yours.ends))
        table = by_end(mine, found / chance)
        table[0] = self.one(second, gone + first.paired, 1 - first.paired) - table.sum(axis=0)
        table[:, 0] = self.one(first, gone + second.paired, 1 - second.paired) - table[:, 1:].sum(axis=1)
        return table

    @cached_property
    def _hands(self) -> Ints:
        """Whatever any hand can draw, packed and in order."""
        return np.unique(np.concatenate([packed(finals.drawn) for finals in self._finals.values()]))

    def _rows(self, finals: Finals) -> Ints:
        return np.searchsorted(self._hands, packed(finals.drawn))

    @cached_property
    def _sums(self) -> tuple[Ints, Ints]:
        """What any two hands can draw together: the number of each sum, and the sums."""
        numbers, sums = numbered_sums(self._hands)
        return numbers, unpacked(sums)


def by_end(finals: Finals, weights: Floats) -> Floats:
    """Weights of final hands, times their orders, added up by how they end."""
    table = np.zeros((len(finals.ends), *weights.shape[1:]))
    for end in np.unique(finals.end):
        these = finals.end == end
        table[end] = np.tensordot(finals.orders[these], weights[these], axes=1)
    return table


def packed(drawn: Ints) -> Ints:
    return drawn @ (1 << BITS * np.arange(10, dtype=np.int64))
