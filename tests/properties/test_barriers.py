"""Ruin with a goal and on wide lattices, winnings, growth and ramps against slow computations and random walks."""

from collections import defaultdict
from fractions import Fraction
from math import inf, log

import numpy as np
import pytest

from lammer.errors import BadArgument
from lammer.risk.barriers import ever, within
from lammer.risk.best_ramp import Limits, best_ramp, rising_means
from lammer.risk.growth import certainty_equivalent, growth, kelly_bank
from lammer.risk.lattice import Lattice, lattice_of
from lammer.risk.ramp import Ramp, Share, parse_ramp, prospect
from lammer.risk.ruin import ruin_ever, ruin_within
from lammer.risk.winnings import winnings_after

UP = {-2.0: 0.05, -1.0: 0.42, 0.0: 0.08, 1.0: 0.33, 1.5: 0.06, 2.0: 0.06}
"""A small game with an advantage."""
COINS = {-1.0: 0.48, 1.0: 0.52}
SHARES = (
    Share(-1, 0.3, {-1.0: 0.52, 1.0: 0.46, 1.5: 0.01, 0.0: 0.01}, 0.001),
    Share(0, 0.4, {-1.0: 0.5, 1.0: 0.47, 1.5: 0.01, 0.0: 0.02}, 0.001),
    Share(2, 0.2, {-1.0: 0.48, 1.0: 0.48, 1.5: 0.01, 0.0: 0.03}, 0.001),
    Share(4, 0.1, {-1.0: 0.47, 1.0: 0.48, 1.5: 0.02, 0.0: 0.03}, 0.002),
)
RAMP = Ramp(1, ((2, 4), (4, 12)))


def by_iteration(lattice: Lattice, level: int, goal: int) -> float:
    """The oracle: the equations of a bank between 0 and the goal, solved as they stand."""
    equations, known = np.eye(goal - 1), np.zeros(goal - 1)
    for bank in range(1, goal):
        for place, chance in enumerate(lattice.chances):
            after = bank + place - lattice.down
            if after <= 0:
                known[bank - 1] += chance
            elif after < goal:
                equations[bank - 1, after - 1] -= chance
    return float(np.linalg.solve(equations, known)[level - 1])


@pytest.mark.parametrize("results", [UP, COINS, {-1.0: 0.5, 1.0: 0.5}, prospect(SHARES, RAMP).results])
@pytest.mark.parametrize(("level", "goal"), [(1, 2), (5, 30), (60, 61), (100, 233)])
def test_ruin_before_a_goal_solves_the_equations(results: dict[float, float], level: int, goal: int) -> None:
    lattice = lattice_of(results)
    assert ever(lattice, level, goal) == pytest.approx(by_iteration(lattice, level, goal), abs=1e-11)


def test_a_fair_game_has_the_gamblers_formula() -> None:
    fair = lattice_of({-1.0: 0.5, 1.0: 0.5})
    assert ever(fair, 30, 100) == pytest.approx(0.7, abs=1e-12)
    ratio = Fraction(48, 52)
    exact = 1 - (1 - ratio**30) / (1 - ratio**100)
    assert ever(lattice_of(COINS), 30, 100) == pytest.approx(float(exact), abs=1e-12)


def test_without_a_goal_it_is_the_sum_over_roots() -> None:
    lattice = lattice_of(UP)
    for bank in (1, 7, 40, 200):
        assert ever(lattice, lattice.level(bank)) == pytest.approx(ruin_ever(lattice, bank), abs=1e-12)
    assert ever(lattice, lattice.level(40), lattice.level(4000)) == pytest.approx(ruin_ever(lattice, 40), abs=1e-12)


def test_a_wide_lattice_has_a_far_goal_as_its_limit() -> None:
    lattice = lattice_of(prospect(SHARES, RAMP).results)
    assert lattice.down > 20
    level = lattice.level(100)
    assert ever(lattice, level) == pytest.approx(ever(lattice, level, 60 * level), abs=1e-9)
    assert ever(lattice, level) < ever(lattice, level // 2) < 1


def test_ends_that_need_no_computation() -> None:
    lattice = lattice_of(UP)
    assert (ever(lattice, 0), ever(lattice, 5, 5), ever(lattice_of({1.0: 1.0}), 5)) == (1, 0, 0)
    assert ever(lattice_of({-1.0: 0.6, 1.0: 0.4}), 5) == 1
    assert within(lattice, 0, 10) == (1, 0)
    assert within(lattice, 9, 10, 9) == (0, 1)


def one_by_one(results: dict[float, float], bank: int, rounds: int, goal: float) -> tuple[float, float]:
    """The oracle: every state of the bank after every round, in tenths."""
    banks, lost, won = {bank * 10: 1.0}, 0.0, 0.0
    for _ in range(rounds):
        after: dict[int, float] = defaultdict(float)
        for left, chance in banks.items():
            for net, part in results.items():
                now = left + round(10 * net)
                lost += chance * part * (now <= 0)
                won += chance * part * (now >= 10 * goal)
                if 0 < now < 10 * goal:
                    after[now] += chance * part
        banks = after
    return lost, won


@pytest.mark.parametrize("goal", [60, inf])
def test_ruin_in_time_is_what_the_rounds_add_up_to(goal: float) -> None:
    results = prospect(SHARES, RAMP).results
    lattice = lattice_of(results)
    found = within(lattice, lattice.level(30), 80, None if goal == inf else lattice.level(goal))
    assert found == pytest.approx(one_by_one(results, 30, 80, goal), abs=1e-12)
    if goal == inf:
        assert ruin_within(lattice, 30, 80) == pytest.approx(found.ruined, abs=1e-9)
    assert abs(found.ruined - one_by_one(results, 29, 80, goal)[0]) > 1e-6, "one unit less must show"


def test_both_ways_to_ruin_in_time_agree() -> None:
    lattice = lattice_of(UP)
    assert within(lattice, lattice.level(20), 1000).ruined == pytest.approx(ruin_within(lattice, 20, 1000), abs=1e-9)


def test_lattice_ruin_agrees_with_random_walks() -> None:
    """An independent Monte Carlo of the ramp: counts and results are drawn, not their mixture."""
    random, paths, rounds = np.random.default_rng(5), 20_000, 300
    counts = random.choice(len(SHARES), size=(paths, rounds), p=[one.share for one in SHARES])
    steps = np.zeros((paths, rounds))
    for at, one in enumerate(SHARES):
        drawn = random.choice(list(one.results), size=(paths, rounds), p=list(one.results.values()))
        steps += (counts == at) * drawn * RAMP.bet(one.true_count)
    ruined = float((np.cumsum(steps, axis=1).min(axis=1) <= -60).mean())
    error = (ruined * (1 - ruined) / paths) ** 0.5
    lattice = lattice_of(prospect(SHARES, RAMP).results)
    assert ruin_within(lattice, 60, rounds) == pytest.approx(ruined, abs=4 * error)
    flat = lattice_of(prospect(SHARES, Ramp(3)).results)
    assert abs(ruin_within(flat, 60, rounds) - ruined) > 4 * error, "other bets must show"


@pytest.mark.parametrize("rounds", [1, 2, 9, 300])
def test_winnings_are_a_convolution(rounds: int) -> None:
    lattice = lattice_of(UP)
    chances = np.ones(1)
    for _ in range(rounds):
        chances = np.convolve(chances, lattice.chances)
    found = winnings_after(lattice, rounds)
    begin = found.lowest + lattice.down * rounds
    assert found.chances == pytest.approx(chances[begin : begin + len(found.chances)], abs=1e-13)
    assert found.chances.sum() == pytest.approx(1, abs=1e-12)
    nets = (np.arange(len(chances)) - lattice.down * rounds) / lattice.parts
    assert found.below(0) == pytest.approx(chances[nets < 0].sum(), abs=1e-12)
    middle = nets[np.searchsorted(np.cumsum(chances), 0.5)]
    assert found.quantile(0.5) == pytest.approx(middle)
    lost = -(np.minimum(nets, 0) @ chances) / chances[nets < 0].sum()
    assert found.shortfall == pytest.approx(lost, abs=1e-9)


def test_kelly_is_the_bank_with_the_largest_growth() -> None:
    """A coin with 52% is bet with a 25th of the bank."""
    assert kelly_bank(COINS) == pytest.approx(25)
    bank = kelly_bank(UP)

    def scaled(by: float) -> float:
        """Growth with bets ``by`` times as large, from a bank of one."""
        return growth({net * by: chance for net, chance in UP.items()}, 1.0)

    best = scaled(1 / bank)
    assert best > scaled(0.9 / bank)
    assert best > scaled(1.1 / bank)
    assert scaled(2.2 / bank) < 0 < best
    assert kelly_bank({-1.0: 0.5, 1.0: 0.5}) == inf
    assert kelly_bank({0.0: 0.5, 1.0: 0.5}) == 0
    assert growth({-1.0: 0.5, 1.0: 0.5}, 1.0) == -inf
    assert growth({1.0: 1.0}, 1.0) == pytest.approx(log(2))
    assert certainty_equivalent(0.02, 1.0, 25.0) == 0
    assert certainty_equivalent(0.02, 1.0, 50.0) == pytest.approx(0.01)


def test_a_ramp_is_a_mixture() -> None:
    found = prospect(SHARES, RAMP)
    assert sum(found.results.values()) == pytest.approx(1)
    mean = sum(one.share * RAMP.bet(one.true_count) * one.mean for one in SHARES)
    square = sum(one.share * RAMP.bet(one.true_count) ** 2 * (one.variance + one.mean**2) for one in SHARES)
    assert found.mean == pytest.approx(mean)
    assert found.variance == pytest.approx(square - mean**2)
    assert found.n0 == pytest.approx(found.variance / mean**2)
    assert found.score == pytest.approx(1e6 / found.n0)
    assert found.bet == pytest.approx(0.7 + 0.8 + 1.2)
    away = prospect(SHARES, Ramp(0, ((2, 4), (4, 12))))
    assert away.played == pytest.approx(0.3)
    assert away.mean > found.mean
    assert prospect(SHARES, Ramp(1)).n0 == inf


@pytest.mark.parametrize(("text", "bets"), [("1", [1, 1, 1]), ("1,1=2,3=8", [1, 2, 8]), ("0, -1=1, 2=5", [1, 1, 5])])
def test_a_ramp_is_written_as_steps(text: str, bets: list[int]) -> None:
    ramp = parse_ramp(text)
    assert [ramp.bet(count) for count in (0, 1, 4)] == bets
    assert parse_ramp(str(ramp)) == ramp


@pytest.mark.parametrize("text", ["", "x", "1,2", "1,2=3,1=4", "0", "-1", "1,1=2=3", "1,1=99999"])
def test_mistakes_in_a_ramp_are_told(text: str) -> None:
    with pytest.raises(BadArgument, match="ramp"):
        parse_ramp(text)


def test_the_best_ramp_keeps_within_the_risk() -> None:
    limits = Limits(bank=400.0, ruin=0.05, least=0, most=20)
    found = best_ramp(SHARES, limits)
    assert found is not None
    assert found.ruin <= 0.05
    assert found.ramp.bet(-1) == 0
    assert found.ramp.bet(4) > found.ramp.bet(2) > 0
    larger = Ramp(0, tuple((count, units + 1) for count, units in found.ramp.steps))
    assert ruin_ever(lattice_of(prospect(SHARES, larger).results), 400) > 0.05
    assert best_ramp(SHARES, limits._replace(bank=2.0, least=1)) is None
    rich = best_ramp(SHARES, limits._replace(bank=1e5))
    assert rich is not None
    assert rich.ramp.bet(4) == 20


def test_a_ramp_that_may_sit_out_bets_nothing_where_kelly_bets_less_than_half_a_unit() -> None:
    limits = Limits(bank=30.0, ruin=0.3, least=0, most=20)
    found = best_ramp(SHARES, limits)
    assert found is not None
    assert str(found.ramp) == "0,4=1"
    assert found.prospect.mean > 0
    assert best_ramp(SHARES, limits._replace(bank=2.0)) is None, "the bankroll is too small for one unit"


def test_the_best_ramp_makes_up_for_bets_without_an_advantage() -> None:
    """One unit in every round loses, and Kelly's bets risk too much: the ramp is in between."""
    limits = Limits(bank=800.0, ruin=0.05, least=1, most=20)
    found = best_ramp(SHARES, limits)
    assert found is not None
    assert found.ruin <= 0.05
    ramps = [Ramp(1, ((2, low), (4, high))) for low in range(1, 21) for high in range(low, 21)]
    allowed = [one for one in ramps if ruin_ever(lattice_of(prospect(SHARES, one).results), 800) <= 0.05]
    most = max(prospect(SHARES, one).mean for one in allowed)
    assert found.prospect.mean == pytest.approx(most, rel=0.05), "bets are whole units, so it need not be the very best"
    assert best_ramp(SHARES, limits._replace(ruin=0.02)) is None, "no ramp risks so little"


def test_a_rare_count_that_looks_good_is_not_bet_on() -> None:
    lucky = Share(-9, 0.001, {1.0: 1.0})
    found = best_ramp((lucky, *SHARES), Limits(bank=400.0, ruin=0.05, least=0, most=20))
    assert found is not None
    assert found.ramp.bet(-9) == found.ramp.bet(-1) == 0
    means = rising_means((lucky, *SHARES))
    assert means == sorted(means)
    assert means[-1] == pytest.approx(SHARES[-1].mean)
    pooled = (0.001 * 1 + 0.3 * SHARES[0].mean) / 0.301
    assert means[:3] == pytest.approx([pooled, pooled, SHARES[1].mean]), "put together until the order is right"
