"""The exact joint distribution of pairs of split hands with the dealer.

``splits.py`` values each hand by itself, which is enough for an expectation. Variance needs two hands and the dealer at
once. The same argument carries over, with tables of chances in the place of worths: the chance that two hands end in
(c, c') and the dealer in d is the product of their numbers of orders and one falling factorial of c + c' + d, and
knowing that m more cards are not the pair's value is worked off one card at a time,

    T(gone, m+1) = (T(gone, m) − π·T(gone+1, m)) / (1 − π).

Hands that go over the limit are never listed: what two hands leave of one hand, and one hand of the dealer, is theirs.
Patterns with the same kinds of hands are taken together, and hands of one kind are not told apart.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from lammer.exact.dealer import TINY, dealer_weights, no_natural
from lammer.exact.hands import Floats, Ints
from lammer.exact.pair_kernels import BITS, added_up, falling_chances, numbered, numbered_sums, unpacked, weighed
from lammer.exact.split_outcomes import End, Finals, finals_of
from lammer.exact.splits import Ending
from lammer.exact.up_card import Against
from lammer.exact.values import SplitHands


class SplitHand(NamedTuple):
    """A hand of a split pair: its stake, and whether its second card is also of the pair's value."""

    kind: str
    paired: bool


Seen = tuple[SplitHand, ...]
Shares = dict[Seen, dict[int, float]]
"""Hands looked at → pair cards gone beyond the first two and theirs → how much of that plain table there is."""


class Tables(NamedTuple):
    """Chances given that a split ends in hands of these kinds; the last axis are the dealer's classes."""

    chance: float
    kinds: tuple[str, ...]
    dealer: Floats
    one: dict[str, Floats]
    """Kind → ends × classes."""
    two: dict[tuple[str, str], Floats]
    """Two kinds, in order → ends × ends × classes."""


class Together:
    """Hands of one split pair against one up card."""

    def __init__(self, hands: SplitHands, kinds: Iterable[str], maximum_hands: int) -> None:
        self._against, self._pair, self._maximum = hands.against, hands.pair, maximum_hands
        self._cards = hands.cards
        self._finals = {
            SplitHand(kind, paired): finals for kind in kinds for paired, finals in finals_of(hands, kind).items()
        }

    @cached_property
    def classes(self) -> Ints:
        """The dealer's final classes, in the order of every table's last axis."""
        return np.array(self._against.cards.classes)

    def ends(self, kind: str) -> tuple[End, ...]:
        """How hands of a kind end, in the order of a table's axis."""
        return self._finals[SplitHand(kind, False)].ends

    def tables(self, endings: Iterable[Ending]) -> Iterator[Tables]:
        """One set of tables for every choice of kinds that the endings come to."""
        groups: dict[tuple[str, ...], dict[Seen, float]] = defaultdict(lambda: defaultdict(float))
        for ending in endings:
            hands = [SplitHand(kind, False) for kind in ending.plain] + [
                SplitHand(kind, True) for kind in ending.paired
            ]
            groups[tuple(sorted(ending.plain + ending.paired))][tuple(sorted(hands))] += ending.chance
        for kinds, patterns in groups.items():
            chance = sum(patterns.values())
            shares = self._shares(kinds, patterns, chance)
            dealer = self._singles.weights(shares[()])[0]
            one = {kind: self._one(kind, shares, dealer) for kind in set(kinds)}
            two = {pair: self._two(pair, shares, one) for pair in set(combinations(kinds, 2))}
            yield Tables(chance, kinds, dealer, one, two)

    def _shares(self, kinds: tuple[str, ...], patterns: dict[Seen, float], chance: float) -> Shares:
        """How much of each plain table there is in the dealer's, and in every kind's and pair of kinds' average."""
        shares: Shares = defaultdict(lambda: defaultdict(float))
        alike, pairs = Counter(kinds), Counter(combinations(kinds, 2))
        for hands, part in patterns.items():
            weight = part / chance
            self._add(shares, (), hands, weight)
            for hand, number in Counter(hands).items():
                self._add(shares, (hand,), hands, weight * number / alike[hand.kind])
            for (first, second), number in Counter(combinations(hands, 2)).items():
                self._add(shares, (first, second), hands, weight * number / pairs[first.kind, second.kind])
        return shares

    def _add(self, shares: Shares, seen: Seen, hands: Seen, weight: float) -> None:
        """Removes the condition on the second cards of the other hands."""
        paired = sum(hand.paired for hand in seen)
        others = sum(hand.paired for hand in hands) - paired
        known = len(hands) - len(seen) - others
        waiting = {len(hands) - 2 + others: weight}
        for plain in range(known - 1, -1, -1):
            less: dict[int, float] = defaultdict(float)
            for gone, amount in waiting.items():
                pi = self._cards.chance_of_pair(gone + paired, plain + len(seen) - paired)
                less[gone] += amount / (1 - pi)
                if pi > 0:
                    less[gone + 1] -= amount * pi / (1 - pi)
            waiting = less
        for gone, amount in waiting.items():
            shares[seen][gone] += amount / self._chance_of(seen, gone)

    def _chance_of(self, seen: Seen, gone: int) -> float:
        """Probability of the second cards of the selected hands."""
        chance, plain = 1.0, 0
        for hand in seen:
            pi = self._cards.chance_of_pair(gone, plain)
            chance *= pi if hand.paired else 1 - pi
            gone, plain = gone + hand.paired, plain + (not hand.paired)
        return max(chance, TINY)

    def _one(self, kind: str, shares: Shares, dealer: Floats) -> Floats:
        table = np.zeros((len(self.ends(kind)), self._singles.wide))
        for paired in (False, True):
            finals, by_gone = self._finals[SplitHand(kind, paired)], shares.get((SplitHand(kind, paired),))
            if by_gone:
                table += by_end(finals, self._singles.weights(by_gone)[self._rows(finals)])
        table[0] += dealer - table.sum(axis=0)
        return table

    def _two(self, kinds: tuple[str, str], shares: Shares, one: dict[str, Floats]) -> Floats:
        table = np.zeros((len(self.ends(kinds[0])), len(self.ends(kinds[1])), self._singles.wide))
        for seen, by_gone in shares.items():
            if tuple(hand.kind for hand in seen) == kinds:
                table += self._both(seen, by_gone)
        if kinds[0] == kinds[1]:
            table = (table + table.transpose(1, 0, 2)) / 2
        table[0] += one[kinds[1]] - table.sum(axis=0)
        table[:, 0] += one[kinds[0]] - table.sum(axis=1)
        return table

    def _both(self, seen: Seen, by_gone: dict[int, float]) -> Floats:
        mine, yours = (self._finals[hand] for hand in seen)
        numbers, sums = self._sums
        begin = np.searchsorted(yours.end, np.arange(len(yours.ends) + 1))
        rows = self._rows(mine), self._rows(yours)
        return by_end(mine, added_up(numbers, *rows, yours.orders, begin, sums.weights(by_gone)))

    @cached_property
    def _hands(self) -> Ints:
        """All sets of cards that a hand can draw, packed and in order; the empty set is first."""
        drawn = [packed(finals.drawn) for finals in self._finals.values()]
        return np.unique(np.concatenate([np.zeros(1, dtype=np.int64), *drawn]))

    def _rows(self, finals: Finals) -> Ints:
        return np.searchsorted(self._hands, packed(finals.drawn))

    @cached_property
    def _singles(self) -> "_Drawn":
        """One hand, or none, with the dealer."""
        return _Drawn(self._against, self._pair, self.classes, self._hands, 2 * self._maximum - 1)

    @cached_property
    def _sums(self) -> "tuple[Ints, _Drawn]":
        """Any two hands with the dealer: the number of each sum, and the sums."""
        numbers, sums = numbered_sums(self._hands)
        return numbers, _Drawn(self._against, self._pair, self.classes, sums, 2 * self._maximum - 3)


class _Drawn:
    """Cards that may be drawn beside the first two of a pair, while further cards of the pair are gone, and the dealer
    after that."""

    def __init__(self, against: Against, pair: int, classes: Ints, cards: Ints, levels: int) -> None:
        """``cards`` are packed; ``levels`` is one more than the most further cards of the pair."""
        rule, up = against.dealer, against.up
        left = np.repeat(against.unseen[None, :], levels, axis=0)
        left[:, pair] -= 2 + np.arange(levels)
        left = np.maximum(left, 0.0)
        self._chances = falling_chances(unpacked(cards), left) / no_natural(rule, up, left)[:, None]
        # Drawing a card of the pair removes the same as one gone: many sets are the same.
        further = np.arange(levels)[:, None] << (BITS * pair)
        numbers, sets = numbered((cards[None, :] + further).ravel())
        self._numbers = numbers.reshape(levels, -1)
        unseen = np.maximum(left[0] - unpacked(sets), 0.0)
        self.wide = -(-len(classes) // 4) * 4
        self._dealt = np.zeros((len(sets), self.wide))
        self._dealt[:, : len(classes)] = dealer_weights(rule, up, unseen, np.ones(len(unseen)))

    def weights(self, by_gone: dict[int, float]) -> Floats:
        """cards × classes: the chance to draw them in one order, and of the dealer to end in each class then, given
        what the peek has shown; so much for each number of cards gone. Columns of 0 make it a multiple of four."""
        shares = np.zeros(len(self._chances))
        for gone, share in by_gone.items():
            shares[gone] = share
        weights: Floats = weighed(shares, self._chances, self._numbers, self._dealt)
        return weights


def by_end(finals: Finals, weights: Floats) -> Floats:
    """Weights of final hands, times their orders, added up by how they end."""
    table = np.zeros((len(finals.ends), *weights.shape[1:]))
    begin = np.searchsorted(finals.end, np.arange(len(finals.ends) + 1))
    for end in range(len(finals.ends)):
        these = slice(begin[end], begin[end + 1])
        if begin[end] < begin[end + 1]:
            table[end] = np.tensordot(finals.orders[these], weights[these], axes=1)
    return table


def packed(drawn: Ints) -> Ints:
    return drawn @ (1 << BITS * np.arange(10, dtype=np.int64))
