"""Ruin on a lattice against rounds added up one by one and against random walks."""

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

from lammer.risk.diffusion import diffusion_ruin_within, tilted
from lammer.risk.lattice import lattice_of
from lammer.risk.ruin import ruin_ever, ruin_within

FREE_BET = {
    -4.0: 0.000000041, -3.0: 0.0000047, -2.0: 0.001976148, -1.0: 0.475011003, 0.0: 0.147930124, 1.0: 0.264506934,
    1.5: 0.045322988, 2.0: 0.060825486, 3.0: 0.003255701, 4.0: 0.00096174, 5.0: 0.000207077,
}  # fmt: skip
FIFTHS = {-2.0: 0.1, -1.0: 0.42, 0.0: 0.08, 1.0: 0.33, 1.2: 0.07}
COINS = {-1.0: 0.48, 1.0: 0.52}
GAMES = {"halves": FREE_BET, "fifths": FIFTHS, "coins": COINS}


def one_by_one(results: dict[float, float], bank: int, rounds: int, parts: int = 10) -> float:
    """The oracle: every state of the bank after every round, in tenths of a wager."""
    steps = [(round(net * parts), chance / sum(results.values())) for net, chance in results.items()]
    banks, lost = {bank * parts: 1.0}, 0.0
    for _ in range(rounds):
        after: dict[int, float] = defaultdict(float)
        for left, chance in banks.items():
            for net, part in steps:
                if left + net <= 0:
                    lost += chance * part
                elif chance > 1e-18:
                    after[left + net] += chance * part
        banks = after
    return lost


@pytest.mark.parametrize("results", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize(("bank", "rounds"), [(1, 5), (3, 99), (3, 100), (4, 150)])
def test_ruin_is_what_the_rounds_add_up_to(results: dict[float, float], bank: int, rounds: int) -> None:
    assert ruin_within(lattice_of(results), bank, rounds) == pytest.approx(one_by_one(results, bank, rounds), abs=1e-9)


def test_a_diffusion_overstates_it() -> None:
    """Negative control: the formula that was used before fails the same comparison."""
    right, mean = one_by_one(FREE_BET, 4, 150), sum(net * chance for net, chance in FREE_BET.items())
    sd = (sum(net**2 * chance for net, chance in FREE_BET.items()) - mean**2) ** 0.5
    assert diffusion_ruin_within(4, 150, mean, sd) > right + 0.005


def test_ruin_agrees_with_random_walks() -> None:
    random, paths = np.random.default_rng(1), 20_000
    nets, chances = np.array(list(FIFTHS)), np.array(list(FIFTHS.values()))
    steps = random.choice(nets, size=(paths, 200), p=chances / chances.sum())
    ruined = float((np.cumsum(steps, axis=1).min(axis=1) <= -45 + 1e-9).mean())
    error = (ruined * (1 - ruined) / paths) ** 0.5
    assert ruin_within(lattice_of(FIFTHS), 45, 200) == pytest.approx(ruined, abs=4 * error)
    assert abs(ruin_within(lattice_of(FIFTHS), 44, 200) - ruined) > 4 * error, "one wager less must show"


def test_coins_have_a_formula() -> None:
    lattice = lattice_of(COINS)
    assert ruin_ever(lattice, 10) == pytest.approx((0.48 / 0.52) ** 10, abs=1e-12)
    assert ruin_ever(lattice_of({-1.0: 0.5, 1.0: 0.5}), 10) == 1
    assert ruin_ever(lattice_of({0.0: 0.5, 1.0: 0.5}), 10) == ruin_within(lattice_of({1.0: 1.0}), 10, 500) == 0


def test_ruin_grows_with_time_towards_its_limit() -> None:
    favourable = lattice_of(tilted(FREE_BET, 0.02))
    chances = [ruin_within(favourable, 30, rounds) for rounds in (50, 99, 100, 1_000, 10_000, 10**6, 10**9)]
    assert all(later > earlier - 1e-9 for earlier, later in pairwise(chances))
    assert chances[-1] == pytest.approx(ruin_ever(favourable, 30), abs=1e-6)
    assert ruin_within(lattice_of(FREE_BET), 30, 10**9) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("by", [-0.003, 0.001])
def test_a_tilt_moves_the_mean_alone(by: float) -> None:
    moved = tilted(FREE_BET, by)
    assert sum(moved.values()) == pytest.approx(1)
    before, after = (sum(net * chance for net, chance in one.items()) for one in (FREE_BET, moved))
    assert after - before == pytest.approx(by, rel=0.01)


def test_pays_that_are_rounded_to_cents_make_little_difference() -> None:
    """832 for 555 instead of 3:2: a lattice of 555 parts would take minutes."""
    rounded = {832 / 555 if net == 1.5 else net: chance for net, chance in FREE_BET.items()}
    lattice = lattice_of(rounded)
    assert lattice.parts <= 10
    assert lattice.mean / lattice.parts == pytest.approx(
        sum(net * chance for net, chance in rounded.items()) / sum(rounded.values()), abs=1e-12
    )
    assert ruin_within(lattice, 20, 1000) == pytest.approx(ruin_within(lattice_of(FREE_BET), 20, 1000), abs=1e-3)
