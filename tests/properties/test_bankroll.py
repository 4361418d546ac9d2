"""Bankroll formulas against random walks, and what must hold of them."""

from math import isinf

import numpy as np
import pytest

from lammer.risk.diffusion import diffusion_ruin_ever, diffusion_ruin_within, rounds_to_overcome_chance
from lammer.risk.winnings import fan

FAVOURABLE, FAIR, COSTLY = (0.01, 1.0), (0.0, 1.0), (-0.01, 1.0)
"""Mean and standard deviation."""
COINS = {-1.0: 0.505, 1.0: 0.495}


def test_n0() -> None:
    assert rounds_to_overcome_chance(0.01, 1.0) == pytest.approx(10_000)
    assert isinf(rounds_to_overcome_chance(0.0, 1.0))


def test_ruin_grows_with_time_towards_its_limit() -> None:
    chances = [diffusion_ruin_within(50, rounds, *FAVOURABLE) for rounds in (100, 1_000, 10_000, 10_000_000)]
    assert chances == sorted(chances)
    assert chances[-1] == pytest.approx(diffusion_ruin_ever(50, *FAVOURABLE), abs=1e-6)
    assert diffusion_ruin_ever(50, *COSTLY) == diffusion_ruin_ever(50, *FAIR) == 1
    assert diffusion_ruin_within(50, 10_000_000, *COSTLY) == pytest.approx(1, abs=1e-6)


def test_ruin_agrees_with_a_random_walk() -> None:
    random = np.random.default_rng(1)
    steps = np.where(random.random((4000, 2000)) < 0.505, -1, 1).astype(np.int64)
    ruined = float((np.cumsum(steps, axis=1).min(axis=1) <= -40).mean())
    assert diffusion_ruin_within(40, 2000, *COSTLY) == pytest.approx(ruined, abs=0.04)


def test_the_fan_opens_around_the_expectation() -> None:
    points = fan(COINS, 10_000)
    last = points[-1]
    assert last.rounds == 10_000
    assert list(last.winnings.values()) == sorted(last.winnings.values())
    assert last.winnings[50] == pytest.approx(-100, abs=2)
    assert last.winnings[95] - last.winnings[5] == pytest.approx(2 * 1.645 * 100, rel=0.01)
    assert points[0].winnings[95] - points[0].winnings[5] < last.winnings[95] - last.winnings[5]
