"""Random legal play of an environment, compared with the table."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import gymnasium
import numpy as np

import lammer
from lammer.surfaces.gym import environment_id
from lammer.surfaces.gym.kernel_env import KernelEnv
from lammer.surfaces.gym.spaces import Observation


class Step(NamedTuple):
    observation: Observation
    reward: float
    over: bool


def make(game: str, **arguments: Any) -> Any:
    """The environment itself, without Gymnasium's wrappers."""
    return gymnasium.make(environment_id(game), **arguments).unwrapped


def steps(env: Any, rounds: int, seed: int) -> Iterator[Step]:
    """Random legal actions; the first step of a round is that of its wager."""
    choose = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(rounds):
        observation, _ = env.reset()
        over = False
        while not over:
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            observation, reward, over, truncated, info = env.step(choose.choice(legal))
            assert not truncated
            assert "refused" not in info
            yield Step(observation, reward, over)


def by_kernel() -> list[str]:
    """The games that the kernel plays."""
    return [game for game in lammer.games() if isinstance(make(game), KernelEnv)]
