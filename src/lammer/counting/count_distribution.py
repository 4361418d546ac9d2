"""The exact distribution of a running count: how often the first k cards of a shoe have each sum of tags.

A shoe of N cards holds m_t cards with the tag t. The first k cards are a random k of the N, so with n_t of each tag

    P(running count = r) = Σ Π_t C(m_t, n_t) / C(N, k)   over all n with Σ n_t = k and Σ t·n_t = r.

The sum is a convolution over the tags, one after another, for all k at once. The expected number of cards of a tag
among the k, together with the count r, follows from the shoe with one such card less: any of the m_t cards is among the
k with the chance k / N, and the other k − 1 cards then have the count r − t.

Cards that are drawn after the k, like those that decide a bet, are as likely as cards drawn before them. So the chance
of drawing the cards t and of the count r among the k is that of drawing t from the whole shoe, times the chance of r in
the shoe without t. As polynomials in z and x, with the power of z the number k and that of x the count, the ways of
that shoe are Π (1 + z·x^a)^(m_a − t_a) over all tags a, with t_a the cards of the tag among t. All these shoes share
the factor with the largest t_a.
"""

from collections.abc import Mapping
from math import comb
from typing import NamedTuple

import numpy as np

from lammer.errors import LammerError
from lammer.exact.hands import Floats

MOST_CARDS = 1000
"""The number of hands of k cards of more would be too large for a float."""

Drawn = tuple[int, ...]
"""The number of cards drawn of each tag, in the order of the tags of the shoe."""


class ShoeTooLarge(LammerError, ValueError):
    """The shoe has too many cards for an exact distribution of a count."""


class CountDistribution(NamedTuple):
    """``chances[k, i]`` is the chance that the first k cards have the running count ``lowest + i``."""

    numbers: Mapping[int, int]
    """Cards by tag."""
    lowest: int
    chances: Floats

    @property
    def cards(self) -> int:
        return sum(self.numbers.values())

    @property
    def counts(self) -> Floats:
        """The running count of each column."""
        return np.arange(self.lowest, self.lowest + self.chances.shape[1], dtype=np.float64)

    def sums(self, weights: Mapping[int, float]) -> Floats:
        """By k and running count: the chance of the count times the expected sum of the weights of the k cards, each of
        which weighs what its tag does."""
        low, high = min(weights), max(weights)
        # The numbers of two tags follow from k and the running count, so only the other tags need a distribution.
        slope = (weights[high] - weights[low]) / (high - low) if high > low else 0.0
        start = weights[low] - slope * low
        dealt = np.arange(self.cards + 1)[:, None]
        found: Floats = self.chances * (start * dealt + slope * self.counts[None, :])
        for tag in set(weights) - {low, high}:
            found += (weights[tag] - start - slope * tag) * self.expected(tag)
        return found

    def expected(self, tag: int) -> Floats:
        """By k and running count: the chance of the count times the expected number of cards of a tag."""
        found = np.zeros_like(self.chances)
        if self.numbers[tag]:
            less = count_distribution({**self.numbers, tag: self.numbers[tag] - 1}).chances
            first = max(tag, 0)
            share = self.numbers[tag] / self.cards * np.arange(1, self.cards + 1)[:, None]
            found[1:, first : first + less.shape[1]] = share * less
        return found

    def drawing(self, weights: Mapping[Drawn, float]) -> Floats:
        """By k and running count: Σ weight · chance of the count among k cards of the shoe without the cards drawn.
        0 if k cards are more than that shoe has."""
        found = np.zeros_like(self.chances)
        for size in {sum(drawn) for drawn in weights}:
            some = {drawn: weight for drawn, weight in weights.items() if sum(drawn) == size}
            ways = self._ways_without(some)[: self.cards - size + 1]
            found[: len(ways)] += ways / _hands(self.cards - size)
        return found

    def _ways_without(self, weights: Mapping[Drawn, float]) -> Floats:
        """Σ weight · ways of the shoe without the cards drawn: the ways that all of these shoes share, times the rest
        of each."""
        most = [max(drawn[place] for drawn in weights) for place in range(len(self.numbers))]
        shared = _ways({tag: number - gone for (tag, number), gone in zip(self.numbers.items(), most, strict=True)})
        rest = np.zeros((sum(most) + 1, sum(abs(tag) * gone for tag, gone in zip(self.numbers, most, strict=True)) + 1))
        for drawn, weight in weights.items():
            left = {tag: gone - one for tag, gone, one in zip(self.numbers, most, drawn, strict=True)}
            ways = _ways(left)
            first = sum(-min(tag, 0) * one for tag, one in zip(self.numbers, drawn, strict=True))
            rest[: ways.shape[0], first : first + ways.shape[1]] += weight * ways
        found = np.zeros_like(self.chances)
        rows, columns = shared.shape
        for dealt, column in zip(*np.nonzero(rest), strict=True):
            found[dealt : dealt + rows, column : column + columns] += rest[dealt, column] * shared
        return found


def count_distribution(numbers: Mapping[int, int]) -> CountDistribution:
    """The distribution for a shoe with so many cards of each tag."""
    cards = sum(numbers.values())
    if cards > MOST_CARDS:
        raise ShoeTooLarge(f"a shoe of {cards:,} cards is too large for an exact count; {MOST_CARDS:,} are possible")
    lowest = sum(min(tag, 0) * number for tag, number in numbers.items())
    return CountDistribution(dict(numbers), lowest, _ways(numbers) / _hands(cards))


def _hands(cards: int) -> Floats:
    """The number of hands of k cards, for every k, as a column."""
    return np.array([[float(comb(cards, dealt))] for dealt in range(cards + 1)])


def _ways(numbers: Mapping[int, int]) -> Floats:
    """By k and running count, from the lowest count of all: the number of hands of a shoe."""
    ways = np.ones((1, 1))
    for tag, number in sorted(numbers.items(), key=lambda one: -one[1]):  # many cards first, while the table is small
        ways = _with_tag(ways, tag, number)
    return ways


def _with_tag(ways: Floats, tag: int, number: int) -> Floats:
    """The ways with any part of ``number`` more cards of a tag."""
    rows, columns = ways.shape
    after = np.zeros((rows + number, columns + abs(tag) * number))
    for taken in range(number + 1):
        first = tag * taken if tag > 0 else -tag * (number - taken)
        after[taken : taken + rows, first : first + columns] += float(comb(number, taken)) * ways
    return after
