"""The search for the best tags against trying all of them, and the figures of a count."""

from collections.abc import Iterator
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lammer
from lammer.counting.best_tags import NoCount, best_tags, correlation
from lammer.counting.linear_model import gain, gains, unit_loss
from lammer.counting.systems import systems
from lammer.counting.tags import parse_tags

VALUES = "A23456789T"
DECK = [4] * 9 + [16]
GRIFFIN = [-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51]


def _tried(weights: list[int], effects: list[float], level: int, deck: list[int] | None) -> float:
    """The largest correlation of all tags of a level."""
    return max(_correlations(weights, effects, level, deck))


def _correlations(
    weights: list[int], effects: list[float], level: int, deck: list[int] | None = None
) -> Iterator[float]:
    for tags in product(range(-level, level + 1), repeat=len(weights)):
        balanced = deck is None or sum(number * tag for number, tag in zip(deck, tags, strict=True)) == 0
        if balanced and len(set(tags)) > 1:
            yield _plain(weights, effects, tags)


def _plain(weights: list[int], effects: list[float], tags: tuple[int, ...]) -> float:
    """The correlation by its definition, card by card."""
    cards = [(e, t) for w, e, t in zip(weights, effects, tags, strict=True) for _ in range(w)]
    means = [sum(column) / len(cards) for column in zip(*cards, strict=True)]
    both, one, other = 0.0, 0.0, 0.0
    for e, t in cards:
        both += (e - means[0]) * (t - means[1])
        one += (e - means[0]) ** 2
        other += (t - means[1]) ** 2
    return both / sqrt(one * other)


@pytest.mark.parametrize("balanced", [True, False])
def test_trying_every_tag_of_level_one_finds_nothing_better(balanced: bool) -> None:
    found = best_tags(DECK, GRIFFIN, 1, DECK if balanced else None)
    assert found.correlation == pytest.approx(correlation(DECK, GRIFFIN, found.tags), abs=1e-12)
    assert found.tags == (-1, 1, 1, 1, 1, 1, 0 if balanced else 1, 0, 0, -1)
    # One card value at a time is tried here, the product of all by the next test.
    for place, tag in product(range(10), (-1, 0, 1)):
        other = (*found.tags[:place], tag, *found.tags[place + 1 :])
        if not balanced or not sum(w * t for w, t in zip(DECK, other, strict=True)):
            assert _plain(DECK, GRIFFIN, other) <= found.correlation + 1e-12


@settings(max_examples=12)
@given(
    st.lists(st.integers(-50, 50), min_size=4, max_size=4).filter(lambda effects: len(set(effects)) > 1),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
    st.booleans(),
)
def test_all_tags_of_a_small_deck(effects: list[int], weights: list[int], balanced: bool) -> None:
    numbers = [float(effect) for effect in effects]
    try:
        found = best_tags(weights, numbers, 2, weights if balanced else None)
    except NoCount:
        assert balanced
        assert max(_correlations(weights, numbers, 2, weights), default=0.0) < 1e-9
        return
    assert found.correlation == pytest.approx(_tried(weights, numbers, 2, weights if balanced else None), abs=1e-9)
    assert _plain(weights, numbers, found.tags) == pytest.approx(found.correlation, abs=1e-9)


def test_every_tag_of_level_one_of_a_whole_deck() -> None:
    weights, effects = [1, 1, 1, 1, 1, 1, 1, 4], GRIFFIN[:7] + GRIFFIN[9:]
    for balanced in (True, False):
        deck = weights if balanced else None
        found = best_tags(weights, effects, 1, deck)
        assert found.correlation == pytest.approx(_tried(weights, effects, 1, deck), abs=1e-12)


def test_a_balanced_count_of_a_depleted_shoe_sums_to_0_over_a_whole_deck() -> None:
    """Not over the cards that are left: the running count starts with a whole shoe."""
    left, deck, effects = [23, 20, 24, 19, 96], [4, 4, 4, 4, 16], [-0.6, 0.4, 0.7, 0.2, -0.5]
    found = best_tags(left, effects, 2, deck)
    assert sum(number * tag for number, tag in zip(deck, found.tags, strict=True)) == 0
    assert sum(number * tag for number, tag in zip(left, found.tags, strict=True)) != 0
    assert found.correlation == pytest.approx(_tried(left, effects, 2, deck), abs=1e-12)


def test_the_best_count_of_a_shoe_without_an_ace_is_no_worse_than_hi_lo() -> None:
    """Both are balanced counts of level one. With eight decks the numbers of cards have no common divisor."""
    for decks in (6, 8):
        found = lammer.load("sd-blackjack", decks=decks).counts("hi-lo", remove="Ah")
        best, hi_lo = found["best of level 1, balanced"], found["Hi-Lo"]
        assert best.tags.balanced
        assert (best.betting or 0) >= (hi_lo.betting or 1)
        assert found["best of level 3, balanced"].tags.balanced


def test_a_shoe_of_tens_has_no_best_count_but_those_of_systems() -> None:
    found = lammer.load("sd-blackjack").counts("hi-lo", cards="0,0,0,0,0,0,0,0,0,96")
    assert [row.name for row in found] == ["Hi-Lo"]
    assert found.finding.refused["best of level 1, balanced"] == "no card matters more than another"


def test_a_search_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lammer.counting.best_tags.MOST_BEGINNINGS", 2_000)
    effects = [0.01 * (at % 7) + 1e-5 * at for at in range(52)]
    with pytest.raises(NoCount, match="too many cards have different effects"):
        best_tags([6] * 51 + [5], effects, 2)


def test_effects_that_are_all_the_same_have_no_count() -> None:
    with pytest.raises(NoCount):
        best_tags(DECK, [0.5] * 10, 1, DECK)


def test_higher_levels_and_any_sum_are_never_worse() -> None:
    balanced, any_sum = (
        [best_tags(DECK, GRIFFIN, level, deck).correlation for level in (1, 2, 3)] for deck in (DECK, None)
    )
    assert balanced == sorted(balanced)
    assert any_sum == sorted(any_sum)
    assert all(one <= other < 1 for one, other in zip(balanced, any_sum, strict=True))


def test_the_unit_normal_loss() -> None:
    """Against its integral, summed in small steps."""
    steps = [at / 1000 for at in range(12_000)]
    density = [2.718281828459045 ** (-((0.7 + x) ** 2) / 2) / sqrt(2 * 3.141592653589793) for x in steps]
    assert unit_loss(0.7) == pytest.approx(sum(x * d for x, d in zip(steps, density, strict=True)) / 1000, abs=1e-6)
    assert gain(-0.3, 0.0) == 0.3
    assert gain(0.3, 0.0) == 0.0


@pytest.mark.parametrize(
    "text", ["A=1,A=2", "X=1", "A", "A=one", "A=0", "A=1000", "A=1 2=1 3=1 4=1 5=1 6=1 7=1 8=1 9=1 T=1"]
)
def test_tags_that_cannot_be_used_are_refused(text: str) -> None:
    with pytest.raises(lammer.BadArgument):
        parse_tags(text)


def test_the_systems_are_what_their_names_say() -> None:
    levels = {name: (one.tags.level, one.tags.balanced) for name, one in systems().items()}
    assert levels["hi-lo"] == (1, True)
    assert levels["ko"] == (1, False)
    assert levels["halves"] == (3, True)
    assert levels["rf-l2"] == (2, True)
    assert systems()["halves"].tags.whole == (-2, 1, 2, 2, 3, 2, 1, 0, -1, -2)
    assert parse_tags(str(systems()["halves"].tags)) == systems()["halves"].tags


@pytest.mark.parametrize("wrong", [{"level": 4}, {"side": "no-such"}, {"penetration": 1.0}, {"tags": "A"}])
def test_counts_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(lammer.BadArgument):
        lammer.load("ride-free").counts(**wrong)


def test_compiled_gains_are_those_of_single_decisions() -> None:
    hurdles = np.array([-2.0, -0.01, 0.0, 0.003, 0.5, 50.0, 0.2, -0.2])
    sigmas = np.array([0.5, 0.01, 0.02, 0.02, 0.0, 1.0, 0.004, 0.0])
    single = [gain(hurdle, sigma) for hurdle, sigma in zip(hurdles.tolist(), sigmas.tolist(), strict=True)]
    assert gains(hurdles, sigmas).tolist() == pytest.approx(single, rel=1e-13, abs=1e-300)
    assert max(single) > 1.9
