"""Averages over all compositions of a true count, from exact figures of a few of them.

Let y be a figure of a composition and x = (1, 1/n, shares of the card values) with n the cards left. x is known for
every round start of the dealt shoes, y only for a random sample of them. With coefficients b the average of y over all
round starts of a true count is

    mean of x·b over all of them + mean of (y − x·b) over the sample,

which is unbiased for any b that does not depend on the sample. Figures of bets are nearly linear in x, so the second
mean has a small error. To keep b independent, the sample is cut into halves, and b is fitted to one half by least
squares for use with the other. With a sample too small for that b is 0 and the average is that of the sample.
"""

from typing import NamedTuple

import numpy as np

from lammer.exact.hands import Floats, Ints

FEATURES = 11
FEWEST = 3 * FEATURES
"""The smallest half of a sample to which coefficients are fitted."""


class Averages(NamedTuple):
    """The averages of some figures, with the covariances of their errors."""

    means: Floats
    covariances: Floats


def features(by_value: Ints) -> Floats:
    """Compositions × FEATURES. The share of the tens follows from the others."""
    left = by_value.sum(axis=1, keepdims=True).astype(np.float64)
    return np.hstack([np.ones_like(left), 1 / left, by_value[:, :9] / left])


class Sampled(NamedTuple):
    """A sample of round starts: rows of ``places`` in all round starts, their bins, and their figures."""

    places: Ints
    bins: Ints
    figures: Floats


class AllStarts(NamedTuple):
    """Every round start: features, bin and shoe. Rounds of one shoe are not independent."""

    features: Floats
    bins: Ints
    shoes: Ints


def averages_by_bin(everything: AllStarts, sample: Sampled) -> dict[int, Averages]:
    """The averages of each bin with two compositions or more."""
    halves = np.zeros(len(sample.bins), dtype=np.int64)
    for bin_ in np.unique(sample.bins):
        here = np.flatnonzero(sample.bins == bin_)
        halves[here] = np.arange(len(here)) % 2
    inside = everything.features[sample.places]
    fitted = _coefficients(inside, sample.figures, halves)
    left = sample.figures - np.einsum("np,npk->nk", inside, fitted[halves])
    found: dict[int, Averages] = {}
    for bin_ in np.unique(sample.bins).tolist():
        here = sample.bins == bin_
        if here.sum() > 1:
            share = float(halves[here].mean())
            predicted = _predicted(everything, bin_, (1 - share) * fitted[0] + share * fitted[1])
            errors = np.atleast_2d(np.cov(left[here], rowvar=False)) / here.sum()
            found[bin_] = Averages(predicted.means + left[here].mean(axis=0), predicted.covariances + errors)
    return found


def _coefficients(inside: Floats, figures: Floats, halves: Ints) -> Floats:
    """2 × FEATURES × figures: by half, the coefficients that are fitted to the other one."""
    found = np.zeros((2, FEATURES, figures.shape[1]))
    if min((halves == 0).sum(), (halves == 1).sum()) >= FEWEST:
        for half in (0, 1):
            other = halves != half
            found[half] = np.linalg.lstsq(inside[other], figures[other], rcond=None)[0]
    return found


def _predicted(everything: AllStarts, bin_: int, coefficients: Floats) -> Averages:
    """The mean of x·b over all round starts of a bin. Its error comes from the sums of whole shoes."""
    here = everything.bins == bin_
    values = everything.features[here] @ coefficients
    means = values.mean(axis=0)
    sums = np.zeros((int(everything.shoes.max()) + 1, values.shape[1]))
    np.add.at(sums, everything.shoes[here], values - means)
    return Averages(means, sums.T @ sums / len(values) ** 2)
