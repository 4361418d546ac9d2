"""Sums by true count: they add up to those of the whole run, and a true count is what the formula says."""

from fractions import Fraction
from math import floor, trunc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.rules.loader import load_sheet
from lammer.simulate.by_count import ROUNDINGS, CountBin, count_bins, count_tags
from lammer.simulate.estimates import estimate
from lammer.simulate.kernel import true_count
from lammer.simulate.kernel_data import Tally
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart

HI_LO = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
EVERY_CARD = (1,) * 10
ROUNDS = 200_000


def table(game: str = "sd-free-bet", seats: int = 1, sides: dict[str, int] | None = None) -> KernelTable:
    sheet = load_sheet(game)
    return KernelTable(sheet, plays_of(sheet, house_chart(sheet)), seats=seats, sides=sides)


def dealt(at: KernelTable, tags: tuple[int, ...] = HI_LO) -> tuple[Tally, list[CountBin]]:
    tally = run(at, Plan(1, ROUNDS, 234, count_tags(tags))).tally
    return tally, count_bins(at, tally)


@pytest.mark.parametrize("seats", [1, 3])
def test_bins_add_up_to_the_whole_run(seats: int) -> None:
    at = table(seats=seats, sides={"pot-of-gold": 500})
    tally, bins = dealt(at)
    whole = estimate(at, tally)
    assert sum(one.rounds for one in bins) * seats == whole.rounds
    assert sum(one.share * one.net.value for one in bins) == pytest.approx(whole.main.value, abs=1e-12)
    squares = sum(one.share * (one.net.sd**2 + one.net.value**2) for one in bins)
    assert squares == pytest.approx(whole.main.sd**2 + whole.main.value**2, abs=1e-9)
    side = sum(one.share * one.sides[0].net.value for one in bins)
    assert side == pytest.approx(whole.sides[0].net.value, abs=1e-12)
    assert whole.together is not None
    assert sum(one.share * one.together.value for one in bins if one.together) == pytest.approx(
        whole.together.value, abs=1e-12
    )
    for one in bins:
        mean = sum(net * chance for net, chance in one.results.items())
        assert mean == pytest.approx(seats * one.net.value, abs=1e-12)
    if seats == 1:
        results: dict[float, float] = {}
        for one in bins:
            for net, chance in one.results.items():
                results[net] = results.get(net, 0.0) + one.share * chance
        assert results == pytest.approx(whole.results)


def test_the_count_is_that_of_the_cards_dealt_before() -> None:
    """If every card counts 1, the true count is known from the number of cards dealt, and a fresh shoe begins at 0."""
    at = table()
    _, bins = dealt(at, EVERY_CARD)
    counts = [one.true_count for one in bins]
    assert counts[0] == 0
    assert counts[-1] == 20  # counts beyond are in the outer bin: 234 · 52 / 78 = 156
    fresh = run(at, Plan(1, ROUNDS, 0, count_tags(EVERY_CARD))).tally
    assert [one.true_count for one in count_bins(at, fresh)] == [0]


def test_rounds_do_not_depend_on_the_count() -> None:
    at = table()
    tally, _ = dealt(at)
    uncounted = run(at, Plan(1, ROUNDS, 234, fast=False)).tally
    assert np.array_equal(tally.nets, uncounted.nets)
    other, _ = dealt(at, EVERY_CARD)
    assert np.array_equal(other.nets, tally.nets)
    assert not np.array_equal(other.bins, tally.bins)


@given(
    running=st.integers(-300, 300),
    left=st.integers(1, 416),
    rounding=st.sampled_from(list(ROUNDINGS)),
    scale=st.sampled_from([1, 2]),
)
def test_a_true_count_is_rounded_as_said(running: int, left: int, rounding: str, scale: int) -> None:
    exact = Fraction(running * 52, left * scale)
    wanted = {"floor": floor(exact), "truncate": trunc(exact), "round": floor(exact + Fraction(1, 2))}
    assert true_count(running, left, count_tags(HI_LO, rounding, scale=scale)) == wanted[rounding]
    plain = count_tags(HI_LO, rounding, per_deck=False, scale=scale)
    assert true_count(running, left, plain) == running // scale


def test_an_unbalanced_count_starts_where_it_is_told() -> None:
    at = table()
    tally = run(at, Plan(1, ROUNDS, 0, count_tags(HI_LO, start=-20, per_deck=False))).tally
    assert [one.true_count for one in count_bins(at, tally)] == [-20]
