"""Curves of ruin against computations that follow one bankroll."""

from itertools import pairwise

import pytest

from lammer.report.risk import Stakes, risk_of
from lammer.report.risk_curves import OUTSIDE, POINTS, curves_of
from lammer.risk.barriers import ever, ever_at, within
from lammer.risk.lattice import lattice_of
from lammer.risk.ramp import prospect
from lammer.risk.ruin import ruin_ever
from lammer.risk.ruin_curves import ruin_by_level, ruin_ever_from
from lammer.risk.winnings import winnings_after
from tests.properties.test_barriers import COINS, RAMP, SHARES, UP

WIDE = prospect(SHARES, RAMP).results
LOSING = {-1.0: 0.55, 1.0: 0.45}


@pytest.mark.parametrize("results", [UP, COINS, LOSING, WIDE])
def test_one_pass_gives_what_each_bankroll_gives_alone(results: dict[float, float]) -> None:
    lattice = lattice_of(results)
    levels, stops = [0, 1, 7, 40, 90], [1, 10, 120]
    found = ruin_by_level(lattice, levels, stops)
    for row, rounds in enumerate(stops):
        alone = [within(lattice, level, rounds).ruined for level in levels]
        assert found[row] == pytest.approx(alone, abs=1e-13)
    assert found[-1] != pytest.approx([within(lattice, level, 119).ruined for level in levels], abs=1e-13)


@pytest.mark.parametrize("results", [UP, LOSING, WIDE])
def test_ruin_at_any_time_of_several_bankrolls(results: dict[float, float]) -> None:
    lattice, banks = lattice_of(results), [0.5, 10.0, 55.0]
    assert ruin_ever_from(lattice, banks) == pytest.approx([ruin_ever(lattice, bank) for bank in banks], abs=1e-12)
    levels = [-1, 3, 20, 50]
    assert ever_at(lattice, levels, 50) == [ever(lattice, level, 50) for level in levels]


def test_curves_go_through_the_figures() -> None:
    found = risk_of(SHARES, RAMP, Stakes(60, 200))
    seen: list[int] = []
    curves = curves_of(found, seen.append)
    assert seen == list(range(1, 201))
    middle = curves.by_bank[POINTS // 2 - 1]
    assert middle == pytest.approx((60, found.ruin_within, found.ruin_ever), abs=1e-9)
    assert curves.by_rounds[-1].ruined == pytest.approx(found.ruin_within, abs=1e-9)
    assert curves.by_rounds[-1].mean == pytest.approx(60 + 200 * found.prospect.mean)
    assert curves.by_rounds[-1].sd == pytest.approx(found.prospect.sd * 200**0.5)
    assert [one.within for one in curves.by_bank] == sorted((one.within for one in curves.by_bank), reverse=True)


def test_bars_are_the_distribution_of_the_winnings() -> None:
    found = risk_of(SHARES, RAMP, Stakes(60, 200))
    bars = curves_of(found).winnings
    after = winnings_after(lattice_of(found.prospect.results), 200)
    part = 1 / after.parts
    for one in bars:
        assert one.chance == pytest.approx(after.below(one.high + part) - after.below(one.low), abs=1e-12)
    assert 1 - 2 * OUTSIDE <= sum(one.chance for one in bars) <= 1 + 1e-12
    assert all(after.low == pytest.approx(before.high + part) for before, after in pairwise(bars))
