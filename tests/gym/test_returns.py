"""The mean reward of a strategy is its exact value."""

from math import sqrt

import gymnasium
import numpy as np

import lammer
from lammer.rule_tables.plays import NUMBERS
from lammer.strategy.chart import FALLBACK, Chart, house_chart
from lammer.surfaces.gym import environment_id
from lammer.surfaces.gym.spaces import BETS, Array

ROUNDS = 400_000
SIDE_BY_SIDE = 4_000
GAME = "sd-free-bet"


def choice(chart: Chart, numbers: tuple[int, ...], legal: tuple[int, ...]) -> int:
    """The chart's play of a hand as observed."""
    _, total, soft, _, pair, _, lammer_, _, up = numbers
    stake = "free" if lammer_ else "own"
    wishes = chart.wishes(stake, "pair", pair, up) if pair else ()
    wishes += chart.wishes(stake, "soft" if soft else "hard", total, up)
    return next(NUMBERS[wish] for wish in (*wishes, *FALLBACK) if legal[NUMBERS[wish]])


def mean_reward(chart: Chart) -> tuple[float, float]:
    """The mean and its standard error."""
    env = gymnasium.make_vec(environment_id(GAME), num_envs=SIDE_BY_SIDE)
    seen, _ = env.reset(seed=1)
    known: dict[tuple[int, ...], int] = {}
    rewards: list[Array] = []
    while sum(map(len, rewards)) < ROUNDS:
        keys = np.concatenate([seen["observation"][:, :9], seen["action_mask"][:, :7]], axis=1)
        distinct, place = np.unique(keys, axis=0, return_inverse=True)
        answers = [known.setdefault(key, answer(chart, key)) for key in map(tuple, distinct.tolist())]
        seen, reward, over, _, _ = env.step(np.array(answers)[place.ravel()])
        rewards.append(reward[over])
    earned = np.concatenate(rewards)
    return float(earned.mean()), float(earned.std()) / sqrt(len(earned))


def answer(chart: Chart, key: tuple[int, ...]) -> int:
    numbers, legal = key[:9], key[9:]
    return choice(chart, numbers, legal) if any(legal) else BETS


def test_the_mean_reward_is_the_exact_value_of_the_chart() -> None:
    game = lammer.load(GAME)
    exact = -game.edge("house", spread=False).house_edge
    mean, error = mean_reward(house_chart(game.sheet))
    assert abs(mean - exact) < 4 * error
    assert abs(mean - exact - 0.01) > 4 * error  # a chart that is 1% worse would be noticed
