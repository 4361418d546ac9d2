"""The number of lammers of a box where hands of any number of cards double free.

Whether a hand doubles free depends on its own cards alone. Let it do so after the cards c, which it draws in o(c)
orders. Cards that nobody has seen are exchangeable, so with n_r of value r and M in all

    P(the hands of a set S double, after c_1 … c_k) = ∏ o(c_i) · ∏ (n_r)_{s_r} / (M)_{|s|},   s = c_1 + … + c_k.

Only s matters: sums of equal composition are merged, and a few hundred are left of all orders of all hands. Of the
other hands of a split only the second card is looked at. If it is the pair's value p, it belongs to s; with t hands
whose second card is another, the chance is multiplied by (M' − n'_p)_t / (M')_t, counted after s. Hands that never
double are then not listed at all, since with D_i = 1 if hand i doubles and 0 if not

    E x^(D_1 + … + D_k) = Σ_S (x − 1)^|S| · P(all hands of S double).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import UNSPLIT, Family
from lammer.exact.hands import Floats, Hands, Ints
from lammer.exact.pair_kernels import BITS, orders_of, unpacked
from lammer.exact.split_pairs import packed
from lammer.exact.splits import SplitRule
from lammer.exact.stakes import FREE
from lammer.exact.unseen import Draws
from lammer.exact.up_card import Against, HandValues
from lammer.exact.values import SplitHands
from lammer.rule_tables.plays import FREE_DOUBLE, HIT
from lammer.rules.schema import MAX_LAMMERS

SUMS = 512
"""Sums of compositions that are remembered. Most up cards share them, since hands double free alike."""


class Drawn(NamedTuple):
    """Cards that hands draw before they double free: packed compositions in ascending order, and the number of orders
    of each. They are the bytes of two arrays, so that equal ones are found."""

    cards: bytes
    orders: bytes

    @classmethod
    def of(cls, cards: Ints, orders: Floats) -> "Drawn":
        """Equal compositions are merged."""
        merged, place = np.unique(cards, return_inverse=True)
        return cls(merged.tobytes(), np.bincount(place, orders, len(merged)).tobytes())

    def arrays(self) -> tuple[Ints, Floats]:
        return np.frombuffer(self.cards, dtype=np.int64), np.frombuffer(self.orders)


NO_CARDS = Drawn.of(np.zeros(1, dtype=np.int64), np.ones(1))


@lru_cache(maxsize=SUMS)
def added(one: Drawn, other: Drawn) -> Drawn:
    """The cards of two hands together."""
    (cards, orders), (further, ways) = one.arrays(), other.arrays()
    return Drawn.of((cards[:, None] + further).ravel(), (orders[:, None] * ways).ravel())


def doubled_in_the_end(against: Against, policy: Ints) -> Floats:
    """First hands: the chance that each is doubled free in the end, given no dealer natural."""
    family = against.grid.families[UNSPLIT]
    chance: Floats = (policy == FREE_DOUBLE).astype(np.float64)
    for hard in range(int(family.hard.max()), 0, -1):
        hit = np.flatnonzero((family.hard == hard) & (policy == HIT))
        chance[hit] = doubled_after_a_hit(against, chance, hit)
    return chance


def doubled_after_a_hit(against: Against, chance: Floats, places: Ints) -> Floats:
    """The same for first hands that take a card, from the chances of the hands that this leads to."""
    family = against.grid.families[UNSPLIT]
    left = np.maximum(against.unseen - against.grid.hands.cards[family.hands[places]], 0.0)
    draw, after = Draws(against.unseen, against.partner).next_card(left), family.after[places]
    doubled: Floats = (draw * np.where(after >= 0, chance[after], 0.0)).sum(axis=1)
    return doubled


def drawn_by_a_hit(here: HandValues, policy: Ints, place: int) -> Drawn:
    """What the hand at a place draws if it is hit and then follows the policy, until it doubles free."""
    family, orders = here.family, np.zeros(len(here.family.hands))
    for hand in range(place, -1, -1):  # a further card leads to a lower place
        if hand == place or (orders[hand] and policy[hand] == HIT):
            further = family.after[hand][family.after[hand] >= 0]
            orders[further] += 1.0 if hand == place else orders[hand]
    return _until_doubled(here.hands, family, policy, orders, int(family.hands[place]))


def _until_doubled(hands: Hands, family: Family, policy: Ints, orders: Floats, held: int) -> Drawn:
    """The cards of hands that double free beyond those that are ``held``, a row of all hands."""
    these = np.flatnonzero((policy == FREE_DOUBLE) & (orders > 0))
    return Drawn.of(packed(hands.cards[family.hands[these]] - hands.cards[held]), orders[these])


class Alike(NamedTuple):
    """Hands that draw alike, and what is known of one that is not looked at: whether it has drawn a card of the pair's
    value, or one of another value."""

    drawn: Drawn
    pair: bool = False
    other: bool = False


class _Pattern(NamedTuple):
    """Hands of a split: the stakes of those that wait for their second card, the number of hands on the box, the
    lammers of further splits, and the hands whose second card is known."""

    pending: tuple[str, ...]
    hands: int
    lammers: int
    known: tuple[Alike, ...]


class SplitLammers:
    """Lammers of the hands of one split pair against one up card, given no dealer natural; ``left`` counts the cards
    that nobody has seen, the hole card included."""

    def __init__(self, hands: SplitHands, left: Floats) -> None:
        self._hands, self._pair, self._left = hands, hands.pair, left
        self._partner = hands.against.partner
        self._no_natural = 1.0 if self._partner is None else 1 - left[self._partner - 1] / left.sum()
        steps = np.maximum(np.append(left, left.sum())[:, None] - np.arange(1 << BITS), 0.0)
        self._falling = np.cumprod(np.hstack([np.ones((11, 1)), steps]), axis=1)
        """(n_r)_q for each value, and (M)_q in the last row."""
        self._falling[-1] = np.maximum(self._falling[-1], 1.0)  # what cannot be drawn has a chance of 0 over this
        self._hand: dict[tuple[str, bool], Alike] = {}
        self._chances: dict[tuple[Drawn, int, int], float] = {}

    def to_come(
        self, rule: SplitRule | None, pending: tuple[str, ...], number: int, acting: Drawn | None = None
    ) -> Floats:
        """Chances of the number of lammers of hands that wait for their second card, given by their stakes, and of the
        hand that draws next, if any. ``number`` is how many hands the box has; without ``rule`` none is split again."""
        before = () if acting is None else (Alike(acting),)
        counts = np.zeros(MAX_LAMMERS + 1)
        for pattern, ways in _patterns(_Pattern(pending, number, 0, before), rule, self._alike):
            splits = pattern.hands - number
            for doubled, chance in self._all_double(Counter(pattern.known), splits):
                for count in range(doubled + 1):  # the binomial of (x − 1)^doubled
                    sign = (-1) ** (doubled - count)
                    counts[pattern.lammers + count] += sign * comb(doubled, count) * ways * chance
        return np.maximum(counts, 0.0)

    def _all_double(self, known: Counter[Alike], splits: int) -> Iterator[tuple[int, float]]:
        """(number of hands in S, Σ P(all hands of S double)) for sets S of so many hands of each kind."""
        kinds = list(known)
        for chosen in product(*(range((known[kind] if kind.drawn.cards else 0) + 1) for kind in kinds)):
            ways = prod(comb(known[kind], number) for kind, number in zip(kinds, chosen, strict=True))
            looked_at = [kind.drawn for kind, number in zip(kinds, chosen, strict=True) for _ in range(number)]
            rest = known - Counter(dict(zip(kinds, chosen, strict=True)))
            pairs = splits + sum(number for kind, number in rest.items() if kind.pair)
            others = sum(number for kind, number in rest.items() if kind.other)
            yield sum(chosen), ways * self._chance(reduce(added, looked_at, NO_CARDS), pairs, others)

    def _alike(self, kind: str, paired: bool) -> Alike:
        """A hand of this stake whose second card is the pair's value, or is not."""
        if (kind, paired) not in self._hand:
            against, policy = self._hands.against, self._hands.policy(kind)
            family = against.grid.families[self._pair]
            orders = orders_of(family.after, family.begun, self._pair, policy)[:, int(paired)]
            hands = against.grid.hands
            drawn = _until_doubled(hands, family, policy, orders, hands.of(self._pair + 1))
            self._hand[kind, paired] = Alike(drawn, paired, not paired)
        return self._hand[kind, paired]

    def _chance(self, drawn: Drawn, pairs: int, others: int) -> float:
        key = (drawn, pairs, others)
        if key not in self._chances:
            cards, orders = drawn.arrays()
            looked_at = unpacked(cards + (pairs << (BITS * self._pair)))
            self._chances[key] = float(orders @ self._in_one_order(looked_at, others))
        return self._chances[key]

    def _in_one_order(self, drawn: Ints, others: int) -> Floats:
        """rows: chance that the next cards are these, in one order, and so many more are not of the pair's value."""
        chance: Floats = np.prod(self._falling[np.arange(10), drawn], axis=1) / self._falling[-1, drawn.sum(axis=1)]
        after = np.maximum(self._left - drawn, 0.0)
        cards, pairs = after.sum(axis=1), after[:, self._pair]
        if self._partner is None:
            return chance * _falling(cards - pairs, others) / np.maximum(_falling(cards, others), 1.0)
        # The hole card is of the pair's value, or another that makes no natural; then come the others.
        natural, is_pair = after[:, self._partner - 1], self._partner - 1 == self._pair
        pair = 0.0 if is_pair else pairs * _falling(cards - pairs, others)
        neither = (cards - natural - (0.0 if is_pair else pairs)) * _falling(cards - pairs - 1, others)
        in_all = np.maximum(cards * _falling(cards - 1, others), 1.0)
        given: Floats = chance * (pair + neither) / in_all / self._no_natural
        return given


def _falling(top: Floats, count: int) -> Floats:
    """(top)_count."""
    found: Floats = np.maximum(top[:, None] - np.arange(count), 0.0).prod(axis=1)
    return found


def _patterns(
    start: _Pattern, rule: SplitRule | None, alike: Callable[[str, bool], Alike]
) -> Iterator[tuple[_Pattern, int]]:
    """Second cards, hand after hand: every pattern in which splitting ends, and in how many ways."""
    waiting = Counter({start: 1})
    while waiting:
        longer: Counter[_Pattern] = Counter()
        for pattern, ways in waiting.items():
            if not pattern.pending:
                yield pattern, ways
                continue
            (kind, *rest), hands, lammers, known = pattern
            adds = rule.adds(kind) if rule and hands < rule.maximum_hands else None
            plain = tuple(sorted((*known, alike(kind, False))))
            longer[_Pattern(tuple(rest), hands, lammers, plain)] += ways
            if adds is None:
                paired = tuple(sorted((*known, alike(kind, True))))
                longer[_Pattern(tuple(rest), hands, lammers, paired)] += ways
            else:
                split = (kind, adds, *rest)
                longer[_Pattern(split, hands + 1, lammers + (adds == FREE), known)] += ways
        waiting = longer
