"""Environments for reinforcement learning: one of Gymnasium for each game, and tables with several seats for
PettingZoo.

>>> import gymnasium, lammer.surfaces.gym
>>> env = gymnasium.make("lammer/FreeBet-v1")
>>> observation, info = env.reset(seed=1)
>>> info["action_mask"].nonzero()[0].tolist()
[14]

docs/gym.md is the guide.
"""

from lammer.surfaces.gym.registration import environment_id, register_environments
from lammer.surfaces.gym.spaces import ACTIONS, FIELDS, QUESTIONS, ROWS, row_of

__all__ = ["ACTIONS", "FIELDS", "QUESTIONS", "ROWS", "environment_id", "register_environments", "row_of"]

register_environments()
