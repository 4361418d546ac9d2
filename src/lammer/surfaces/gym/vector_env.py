"""Many rounds of one game side by side on the compiled kernels."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from lammer.api.game import Game
from lammer.stepping.layout import BETTING, OVER, PHASE
from lammer.stepping.refusing import refuse_sizes
from lammer.stepping.rounds import DEAL, SteppedRounds
from lammer.surfaces.gym.spaces import BETS, Array, Observation, action_space, observation_space
from lammer.surfaces.gym.wagers import Wagers


class KernelVectorEnv(gymnasium.vector.VectorEnv[Observation, Array, Array]):
    """Each of ``num_envs`` rounds goes as in ``KernelEnv``; round i is seeded with ``seed + i``. The step after the end
    of a round begins the next one and ignores its action (``AutoresetMode.NEXT_STEP``)."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012 – as Gymnasium does

    def __init__(self, game: Game, wagers: Wagers, num_envs: int, *, cut: int) -> None:
        self.game, self.wagers, self.num_envs = game, wagers, num_envs
        sizes = len(wagers.sizes)
        self.single_action_space = action_space(sizes)
        self.single_observation_space = observation_space(sizes, game.sheet.rules.shoe.decks)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        refuse_sizes(game.sheet, wagers.sizes)
        self._rounds = SteppedRounds(game.sheet, num_envs, wager=wagers.unit, sides=wagers.sides, cut=cut)
        self._phases = self._rounds.boxes.rounds[:, PHASE]
        self._sizes = np.array(wagers.sizes, dtype=np.int64)
        self._size = np.zeros(num_envs, dtype=np.int64)
        self._seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if seed is not None or not self._seeded:
            seeds = seed if isinstance(seed, Sequence) else [_plus(seed, at) for at in range(self.num_envs)]
            self._rounds.seed(int(seeding.np_random(one)[0].integers(1 << 62)) for one in seeds)
            self._seeded = True
        self._phases[:] = OVER
        self._rounds.step(self._size)
        return self._observe()

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        given = np.asarray(actions, dtype=np.int64)
        betting, was_over = self._phases == BETTING, self._phases == OVER
        bets = betting & (given >= BETS)
        self._size = np.where(bets, given - BETS, self._size)
        self._rounds.step(np.where(bets, DEAL, np.where(betting, -1, given)))
        over = (self._phases == OVER) & ~was_over
        main = self._rounds.nets * self._sizes[self._size] // self._sizes[0]
        rewards = np.where(over, (main + self._rounds.side_nets) / self._sizes[0], 0.0)
        observation, info = self._observe()
        return observation, rewards, over, np.zeros(self.num_envs, dtype=bool), info

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        mask = np.zeros((self.num_envs, BETS + len(self._sizes)), dtype=np.int8)
        mask[:, : self._rounds.legal.shape[1]] = self._rounds.legal
        mask[:, BETS:] = (self._phases == BETTING)[:, None]
        observation: Observation = {"observation": self._rounds.observed.copy(), "action_mask": mask}
        return observation, {"action_mask": mask, "refused": self._rounds.played == 0}


def _plus(seed: int | None, at: int) -> int | None:
    return None if seed is None else seed + at
