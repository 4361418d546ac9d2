"""The distribution of a running count against every way to deal the first cards of small shoes."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.counting.count_distribution import MOST_CARDS, CountDistribution, ShoeTooLarge, count_distribution

Shoe = dict[int, int]
SHOES = st.dictionaries(st.integers(-3, 3), st.integers(1, 3), min_size=1, max_size=4)
SIX_DECKS = {1: 120, 0: 72, -1: 120}


def enumerated(shoe: Shoe, weights: dict[int, Fraction]) -> dict[tuple[int, int], tuple[Fraction, Fraction]]:
    """(k, running count) → its chance, and that times the mean sum of weights, from every set of k cards."""
    cards = [tag for tag, number in shoe.items() for _ in range(number)]
    found: dict[tuple[int, int], tuple[Fraction, Fraction]] = defaultdict(lambda: (Fraction(0), Fraction(0)))
    for dealt in range(len(cards) + 1):
        each = Fraction(1, comb(len(cards), dealt))
        for hand in combinations(cards, dealt):
            chance, sums = found[dealt, sum(hand)]
            found[dealt, sum(hand)] = chance + each, sums + each * sum(weights[tag] for tag in hand)
    return found


def differences(found: CountDistribution, weights: dict[int, Fraction], shoe: Shoe) -> float:
    """The largest difference of a chance or a sum from the enumeration of a shoe."""
    wanted = enumerated(shoe, weights)
    sums = found.sums({tag: float(weight) for tag, weight in weights.items()})
    worst = 0.0
    for dealt in range(found.cards + 1):
        for column, count in enumerate(found.counts):
            chance, total = wanted.get((dealt, int(count)), (Fraction(0), Fraction(0)))
            worst = max(worst, abs(found.chances[dealt, column] - chance), abs(sums[dealt, column] - total))
    return worst


@given(shoe=SHOES, seed=st.integers(0, 99))
def test_chances_and_sums_are_those_of_every_set_of_cards(shoe: Shoe, seed: int) -> None:
    weights = {tag: Fraction((seed * 37 + tag * tag * 11 + tag * 5) % 23 - 11, 7) for tag in shoe}
    assert differences(count_distribution(shoe), weights, shoe) < 1e-12


def test_another_shoe_is_found_to_differ() -> None:
    """Negative control: the same tags, with one card moved."""
    weights = {1: Fraction(1), 0: Fraction(2), -1: Fraction(5)}
    found = count_distribution({1: 2, 0: 3, -1: 2})
    assert differences(found, weights, {1: 2, 0: 3, -1: 2}) < 1e-12
    assert differences(found, weights, {1: 3, 0: 2, -1: 2}) > 0.01


def test_six_decks_have_the_mean_and_variance_of_a_sample_without_replacement() -> None:
    found = count_distribution(SIX_DECKS)
    cards, squares = found.cards, 240
    dealt = np.arange(cards + 1)
    assert found.chances.sum(axis=1) == pytest.approx(np.ones(cards + 1), abs=1e-12)
    assert found.chances @ found.counts == pytest.approx(np.zeros(cards + 1), abs=1e-12)
    variance = dealt * (cards - dealt) / (cards - 1) * squares / cards
    assert found.chances @ found.counts**2 == pytest.approx(variance, abs=1e-9)


def test_a_shoe_that_is_too_large_is_refused() -> None:
    with pytest.raises(ShoeTooLarge, match="too large"):
        count_distribution({1: MOST_CARDS, -1: 1})
