"""The best whole-number tags for a bet, found exactly.

Let class g hold w_g of the W cards with the effect e_g. The square of the correlation of tags t_g with the effects is

    r² = 1 − min Σ w (e − a·t − b)² / Σ w (e − ē)²,   over all a ≥ 0 and b,

so r is large if the effects are nearly on a line over the tags. The search gives one class after another each of its
tags, −level … level. The part of the sum over the classes that have tags can only grow with each further class. So it
bounds r for all tags that begin in this way, and a beginning that cannot reach the best r found so far is left out.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from lammer.errors import LammerError

SAME = 1e-12
"""Correlations that differ by less are the same; smaller tags are then preferred."""
MOST_BEGINNINGS = 200_000
"""Beginnings that are continued, for about ten seconds. Ten card values need some hundred, fifty cards of which nearly
all differ may need more than anybody waits for."""


class BestTags(NamedTuple):
    tags: tuple[int, ...]
    correlation: float


class NoCount(LammerError, ValueError):
    """The effects are all the same, or there are too many different cards for an exact search."""


def best_tags(
    weights: Sequence[int], effects: Sequence[float], level: int, deck: Sequence[int] | None = None
) -> BestTags:
    """The tags of −level … level with the largest correlation with the effects of classes of so many cards. With
    ``deck``, the cards of each class in a whole deck, their sum over a deck is 0: the count is balanced."""
    mean = sum(weight * effect for weight, effect in zip(weights, effects, strict=True)) / sum(weights)
    classes = [
        _Class(weight, effect - mean, place, 0 if deck is None else deck[place])
        for place, (weight, effect) in enumerate(zip(weights, effects, strict=True))
    ]
    if not any(one.square for one in classes):
        raise NoCount("no card matters more than another")
    return _Search(classes, level).best()


def correlation(weights: Sequence[int], effects: Sequence[float], tags: Sequence[float]) -> float:
    """r between tags and effects over all cards; 0 if one of them is the same for all cards."""
    share = np.array(weights, dtype=np.float64) / sum(weights)
    one, other = (np.array(numbers, dtype=np.float64) for numbers in (effects, tags))
    one, other = one - share @ one, other - share @ other
    both = float(share @ (one * one)) * float(share @ (other * other))
    return float(share @ (one * other)) / sqrt(both) if both > 0 else 0.0


class _Class(NamedTuple):
    """Cards with one effect, less the mean. ``place`` is that among all classes, ``in_deck`` their number in a deck if
    the count shall be balanced."""

    weight: int
    effect: float
    place: int
    in_deck: int

    @property
    def square(self) -> float:
        return self.weight * self.effect**2


class _Sums(NamedTuple):
    """Over the cards of some classes: their number, and the sums of effects e and tags t, of their squares and their
    products."""

    cards: int = 0
    e: float = 0.0
    t: int = 0
    ee: float = 0.0
    et: float = 0.0
    tt: int = 0

    def and_cards(self, weight: int, effect: float, tag: int) -> "_Sums":
        return _Sums(
            self.cards + weight,
            self.e + weight * effect,
            self.t + weight * tag,
            self.ee + weight * effect * effect,
            self.et + weight * effect * tag,
            self.tt + weight * tag * tag,
        )

    @property
    def _centred(self) -> tuple[float, float, float]:
        """ee, et and tt around the means."""
        cards = self.cards
        return self.ee - self.e * self.e / cards, self.et - self.e * self.t / cards, self.tt - self.t * self.t / cards

    @property
    def residual(self) -> float:
        """The smallest Σ w (e − a·t − b)² over all a ≥ 0 and b."""
        ee, et, tt = self._centred
        return ee - et * et / tt if et > 0 and tt > SAME else ee

    @property
    def correlation(self) -> float:
        ee, et, tt = self._centred
        return et / sqrt(ee * tt) if ee > 0 and tt > SAME else 0.0


NO_CARDS = _Sums()


class _Search:
    def __init__(self, classes: Sequence[_Class], level: int) -> None:
        # Classes that matter most come first: they rule out most.
        self._classes = sorted(classes, key=lambda one: -one.square)
        self._tags = range(-level, level + 1)
        self._total = sum(one.square for one in classes)
        self._still = [level * sum(one.in_deck for one in self._classes[at:]) for at in range(len(classes) + 1)]
        """By place of the search: how far the classes from there on can move the sum over a deck."""
        self._chosen = [0] * len(classes)
        self._best = 0.0
        self._found: list[tuple[float, int, int, tuple[int, ...]]] = []
        """Correlation, Σ w t², |Σ w t| and the tags."""
        self._beginnings = 0

    def best(self) -> BestTags:
        self._follow(0, NO_CARDS, 0)
        if not self._found:
            raise NoCount(f"no tags up to {self._tags[-1]} sum to 0 over a deck and follow the effects of the cards")
        best = [one for one in self._found if one[0] >= self._best - SAME]
        found, _, _, tags = min(best, key=lambda one: one[1:3])
        return BestTags(tags, found)

    def _follow(self, at: int, sums: _Sums, over_deck: int) -> None:
        """Tries the tags of the next class. ``at`` classes have tags, with these sums."""
        if at == len(self._classes):
            self._keep(sums)
            return
        one = self._classes[at]
        # Tags with the sign of the effect come first among equals, so that good ones are found early.
        promising = sorted(self._next(at, sums, over_deck), key=lambda tag: (-round(tag[0], 9), -tag[1] * one.effect))
        for bound, tag, after in promising:
            if bound >= self._best - SAME:
                self._chosen[one.place] = tag
                self._follow(at + 1, after, over_deck + one.in_deck * tag)

    def _next(self, at: int, sums: _Sums, over_deck: int) -> Iterator[tuple[float, int, _Sums]]:
        """For each tag of a class: a bound of the correlation, the tag, and the sums with it."""
        self._beginnings += 1
        if self._beginnings > MOST_BEGINNINGS:
            raise NoCount("too many cards have different effects for an exact search of their tags")
        weight, effect, _, in_deck = self._classes[at]
        for tag in self._tags:
            if abs(over_deck + in_deck * tag) <= self._still[at + 1]:
                after = sums.and_cards(weight, effect, tag)
                yield sqrt(max(0.0, 1 - after.residual / self._total)), tag, after

    def _keep(self, sums: _Sums) -> None:
        found = sums.correlation
        if found > 0 and found >= self._best - SAME:
            self._best = max(self._best, found)
            self._found.append((found, sums.tt, abs(sums.t), tuple(self._chosen)))
