"""The standard deviation of a round to a few millionths, in a fraction of the time of the exact one.

Everything but the covariance of two hands of a split pair is exact. Given the dealer's final class d, two hands are
almost independent; they meet through the cards they take from one another. To first order, with c and c' the numbers
of cards of each value that they draw,

    P(c, c' | d) = P(c | d) · P(c' | d) · (1 + (c − E c)ᵀ A_d (c' − E c')),

where A_d[r, s] is exact for one card each: P(r, s | d) / (P(r | d) · P(s | d)) − 1. So the covariance of the nets x and
x' is Cov(x, c)ᵀ A_d Cov(x', c'). The error is of second order in 1 / cards.
"""

from collections import Counter, defaultdict
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import Floats, Ints
from lammer.exact.kernels import reached
from lammer.exact.moment_kernels import CHANCE, MOMENTS, NET, PAID, SQUARE, card_moments, split_moments
from lammer.exact.play_kernels import HandTable, Nets
from lammer.exact.refusals import TWO_HANDS, NotAnalysed
from lammer.exact.results import Tally, tally_up_card
from lammer.exact.round import first_aces, round_worth
from lammer.exact.splits import LEVELS, Ending, SplitRule, endings, without_conditions
from lammer.exact.stakes import FREE
from lammer.exact.unseen import CardTables
from lammer.exact.up_card import options_for
from lammer.exact.values import SMOOTH, Game, SplitHands, Worth

TOLERANCE = 1e-5
"""The standard deviation is closer than this to the exact one for shoes of one deck and more."""


class QuickSpread(NamedTuple):
    """Standard deviation of a round's net in original wagers, within TOLERANCE, and the own money put at risk."""

    sd: float
    at_risk: float


def quick_spread(game: Game) -> QuickSpread:
    if game.tables.hands_per_box > 1:
        raise NotAnalysed(TWO_HANDS)
    squares = 0.0
    tally = Tally()
    for net, chance in first_aces(game):
        tally.add(net, chance)

    def split(worth: Worth, value: int, rule: SplitRule, chance: float, tally: Tally) -> None:
        nonlocal squares
        moments = worth.remembered(("moments", value, rule), lambda: _of_split(worth, value, rule))
        squares += chance * float(moments[0])
        tally.at_risk += chance * float(moments[1])

    for worth in game.worths:
        tally_up_card(game, worth, tally, split)
    squares += sum(net * net * chance for net, chance in tally.chances.items())
    return QuickSpread(sqrt(squares - round_worth(game) ** 2), 1 + tally.at_risk)


def _of_split(worth: Worth, value: int, rule: SplitRule) -> Floats:
    """(expected square of the net of all hands, own money put at risk beyond the first wager)."""
    hands = _Moments(worth.split_hands(value))
    groups: dict[tuple[str, ...], list[Ending]] = defaultdict(list)
    for ending in endings(hands.cards, rule):
        groups[tuple(sorted(ending.plain + ending.paired))].append(ending)
    total: Floats = np.sum([hands.together(kinds, members) for kinds, members in groups.items()], axis=0)
    return total


KernelArguments = tuple[Ints, Ints, HandTable, CardTables, Nets, Ints, Ints, Floats]


class _Moments:
    """Hands of one split pair against one up card."""

    def __init__(self, hands: SplitHands) -> None:
        self._hands, self.cards = hands, hands.cards
        self._against, self._family = hands.against, hands.against.grid.families[hands.pair]
        self._by_kind: dict[str, Floats] = {}
        self._tilts: dict[str, Floats] = {}

    def together(self, kinds: tuple[str, ...], members: list[Ending]) -> Floats:
        """The part of endings with these kinds of hands, weighted by their chance."""
        chance = sum(ending.chance for ending in members)
        mean = {kind: self._mean(kind, kinds.count(kind), members) / chance for kind in set(kinds)}
        dealer = np.where(mean[kinds[0]][CHANCE] > 0, mean[kinds[0]][CHANCE], 1.0)
        squares = sum(float(mean[kind][SQUARE].sum()) for kind in kinds)
        attraction = self._against.cards.attraction(self.cards.pair)
        for (first, second), number in Counter(combinations(kinds, 2)).items():
            alike = mean[first][NET] * mean[second][NET] / dealer
            apart = dealer * np.einsum("dr,drs,ds->d", self._tilt(first), attraction, self._tilt(second))
            squares += 2 * number * float((alike + apart).sum())
        money = sum((kind != FREE) + float(mean[kind][PAID].sum()) for kind in kinds) - 1
        return chance * np.array([squares, money])

    def _mean(self, kind: str, number: int, members: list[Ending]) -> Floats:
        """MOMENTS × classes: the average hand of a kind in these endings, times their chance."""
        shares = np.zeros((2, LEVELS))
        for ending in members:
            for paired, same in ((False, ending.plain), (True, ending.paired)):
                if kind in same:
                    weight = ending.chance * same.count(kind) / number
                    for removed, share in without_conditions(self.cards, ending, paired, weight):
                        shares[int(paired), removed - 1] += share
        mean: Floats = np.einsum("pr,prmd->md", shares, self._moments(kind))
        return mean

    def _moments(self, kind: str) -> Floats:
        """2 × removed × MOMENTS × classes, by whether the second card is another one of the pair."""
        if kind not in self._by_kind:
            levels = LEVELS if self.cards.few else SMOOTH.shape[1]
            found = np.zeros((2, levels, MOMENTS, len(self._against.cards.classes)))
            for paired in (0, 1):
                for level in range(levels):
                    found[paired, level] = split_moments(*self._for_kernel(kind, level + 1, bool(paired)))
            more = [] if levels == LEVELS else [np.einsum("nr,prmd->pnmd", SMOOTH, found)]
            self._by_kind[kind] = np.concatenate([found, *more], axis=1)
        return self._by_kind[kind]

    def _tilt(self, kind: str) -> Floats:
        """classes × 10: covariance of the net with the cards drawn."""
        if kind not in self._tilts:
            held = self._against.grid.hands.cards[self._family.hands]
            self._tilts[kind] = card_moments(held, *self._for_kernel(kind, 1, False))
        return self._tilts[kind]

    def _for_kernel(self, kind: str, removed: int, paired: bool) -> KernelArguments:
        against, family = self._against, self._family
        return (
            self._places, family.sets[removed], options_for(against.tables, family).hands, against.cards.tables,
            against.nets((kind,)), self._hands.policy(kind), family.begun,
            self.cards.second_card(removed, paired),
        )  # fmt: skip

    @cached_property
    def _places(self) -> Ints:
        hands = self._hands
        policies = np.stack([hands.policy(kind) for kind in hands.kinds])
        places: Ints = reached(self._family.after, policies, self._family.begun)
        return places
