"""The best whole-number tags for a bet, found exactly.

Let class g hold w_g of the W cards with the effect e_g, the average being 0. Tags t_g have the correlation

    r(t) = Σ w e t / √( Σ w e² · (Σ w t² − (Σ w t)² / W) ).

It depends on the tags only through A = Σ w e t, S = Σ w t and Q = Σ w t². Among all tags with the same S and Q the ones
with the largest A are the best. A dynamic programme over the classes keeps that largest A for every pair (S, Q), so
every tag vector is covered, and the best of the final pairs is the best of all. A balanced count is one with S = 0.
"""

from collections.abc import Sequence
from math import gcd, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lammer.errors import LammerError
from lammer.exact.hands import Floats

Choices = npt.NDArray[np.int8]
SAME = 1e-12
"""Correlations that differ by less are the same; smaller tags are then preferred."""
MOST_STATES = 60_000_000
"""Entries of the table of choices, one byte each."""


class BestTags(NamedTuple):
    tags: tuple[int, ...]
    correlation: float


class NoCount(LammerError, ValueError):
    """The effects are all the same, or there are too many different cards for an exact search."""


def best_tags(weights: Sequence[int], effects: Sequence[float], level: int, *, balanced: bool) -> BestTags:
    """The tags of −level … level with the largest correlation with the effects of classes of so many cards. With
    ``balanced`` their sum over the cards is 0."""
    common = gcd(*weights)
    shares = [weight // common for weight in weights]
    cards = sum(shares)
    mean = sum(share * effect for share, effect in zip(shares, effects, strict=True)) / cards
    centred = [effect - mean for effect in effects]
    squares = sum(share * effect * effect for share, effect in zip(shares, centred, strict=True))
    if squares <= 0:
        raise NoCount("no card matters more than another")
    largest, choices = _largest(shares, centred, level)
    sums = np.arange(largest.shape[0])[:, None] - level * cards
    spread = np.arange(largest.shape[1])[None, :] - sums**2 / cards
    usable = np.isfinite(largest) & (spread > SAME) & ((sums == 0) if balanced else True)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(usable, largest / np.sqrt(squares * spread), -np.inf)
    best = found.max()
    places = np.argwhere(found >= best - SAME)
    place = min(places.tolist(), key=lambda one: (one[1], abs(one[0] - level * cards)))
    return BestTags(_tags(shares, level, choices, *place), float(found[tuple(place)]))


def correlation(weights: Sequence[int], effects: Sequence[float], tags: Sequence[float]) -> float:
    """r between tags and effects over all cards; 0 if one of them is the same for all cards."""
    share = np.array(weights, dtype=np.float64) / sum(weights)
    one, other = (np.array(numbers, dtype=np.float64) for numbers in (effects, tags))
    one, other = one - share @ one, other - share @ other
    both = float(share @ (one * one)) * float(share @ (other * other))
    return float(share @ (one * other)) / sqrt(both) if both > 0 else 0.0


def _largest(shares: list[int], centred: list[float], level: int) -> tuple[Floats, list[Choices]]:
    """(S, Q) → the largest A, S counted from its least value; and for every class the tag that leads there."""
    cards = sum(shares)
    shape = 2 * level * cards + 1, level * level * cards + 1
    if len(shares) * shape[0] * shape[1] > MOST_STATES:
        raise NoCount("the numbers of cards have no common divisor, so that there are too many sums of tags to search")
    largest: Floats = np.full(shape, -np.inf)
    largest[level * cards, 0] = 0.0
    choices: list[Choices] = []
    for share, effect in zip(shares, centred, strict=True):
        after, chosen = np.full(shape, -np.inf), np.zeros(shape, dtype=np.int8)
        for tag in range(-level, level + 1):
            down, right = share * tag, share * tag * tag
            into = slice(max(down, 0), shape[0] + min(down, 0)), slice(right, shape[1])
            out = slice(max(-down, 0), shape[0] + min(-down, 0)), slice(0, shape[1] - right)
            value = largest[out] + share * effect * tag
            better = value > after[into]
            after[into][better] = value[better]
            chosen[into][better] = tag
        largest = after
        choices.append(chosen)
    return largest, choices


def _tags(shares: list[int], level: int, choices: list[Choices], row: int, column: int) -> tuple[int, ...]:
    """The tags that lead to a pair (S, Q), from the last class back."""
    found: list[int] = []
    for share, chosen in zip(reversed(shares), reversed(choices), strict=True):
        tag = int(chosen[row, column])
        found.append(tag)
        row, column = row - share * tag, column - share * tag * tag
    return tuple(reversed(found))
