"""Many rounds of one game side by side on the compiled kernels."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from lammer.api.game import Game
from lammer.errors import BadArgument
from lammer.stepping.insurance import insurance_of, no_insurance
from lammer.stepping.layout import BETTING, OVER, PHASE
from lammer.stepping.refusing import refuse_sizes
from lammer.stepping.rounds import DEAL, SteppedRounds
from lammer.surfaces.gym.spaces import BETS, Array, Observation, action_space, observation_space
from lammer.surfaces.gym.wagers import Wagers

RESET_MASK = "reset_mask"


class KernelVectorEnv(gymnasium.vector.VectorEnv[Observation, Array, Array]):
    """Each of ``num_envs`` rounds goes as in ``KernelEnv``; round i is seeded with ``seed + i``.

    When a round is over, the next one begins as ``autoreset_mode`` says: with the next step, which ignores its action
    (``NEXT_STEP``); in the same step (``SAME_STEP``), which returns the last observation and info of the round as
    ``info["final_obs"]`` and ``info["final_info"]``; or with ``reset(options={"reset_mask": …})`` (``DISABLED``).
    """

    def __init__(
        self,
        game: Game,
        wagers: Wagers,
        num_envs: int,
        *,
        cut: int,
        insurance: bool = False,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.game, self.wagers, self.num_envs = game, wagers, num_envs
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self._mode = autoreset_mode
        sizes = len(wagers.sizes)
        self.single_action_space = action_space(sizes)
        self.single_observation_space = observation_space(sizes, game.sheet.rules.shoe.decks)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        refuse_sizes(game.sheet, wagers.sizes)
        self._insured = insurance
        self._insurance = insurance_of(game.sheet, wagers.sizes) if insurance else no_insurance(sizes)
        self._rounds = SteppedRounds(
            game.sheet, num_envs, wager=wagers.unit, sides=wagers.sides, cut=cut, insurable=self._insurance.insurable
        )
        self._phases = self._rounds.boxes.rounds[:, PHASE]  # overwritten by every step
        self._sizes = np.array(wagers.sizes, dtype=np.int64)
        self._size = np.zeros(num_envs, dtype=np.int64)
        self._seeded = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copied or unpickled environment looks at its own rounds."""
        self.__dict__.update(state)
        self._phases = self._rounds.boxes.rounds[:, PHASE]

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """``options={"reset_mask": mask}`` begins the next round only where the mask is true."""
        which = self._which((options or {}).get(RESET_MASK))
        if seed is not None or not self._seeded:
            seeds = seed if isinstance(seed, Sequence) else [_plus(seed, at) for at in range(self.num_envs)]
            if len(seeds) != self.num_envs:
                raise BadArgument("seed", f"{len(seeds)} seeds for {self.num_envs} environments")
            numbers = {
                at: int(seeding.np_random(one)[0].integers(1 << 62)) for at, one in enumerate(seeds) if which[at]
            }
            self._rounds.seed(numbers)
            self._seeded = True
        self._rounds.open(which)
        self._rounds.played[:] = 1
        return self._observe()

    def _which(self, mask: Any) -> Array:
        if mask is None:
            return np.ones(self.num_envs, dtype=np.uint8)
        given = np.asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_ or not self._seeded:
            text = f"options['{RESET_MASK}'] needs {self.num_envs} truth values, and a reset of all rounds before"
            raise BadArgument(RESET_MASK, text)
        return given.astype(np.uint8)

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        given = self._given(actions)
        betting, was_over = self._phases == BETTING, self._phases == OVER
        if self._mode is AutoresetMode.DISABLED and was_over.any():
            text = f"{int(was_over.sum())} rounds are over; reset them with options={{'{RESET_MASK}': mask}}"
            raise BadArgument("actions", text)
        bets = betting & (given >= BETS) & (given < BETS + len(self._sizes))
        self._size = np.where(bets, given - BETS, self._size)
        self._rounds.step(np.where(bets, DEAL, np.where(betting, -1, given)))
        over = (self._phases == OVER) & ~was_over
        rewards = np.where(over, self._nets() / self._sizes[0], 0.0)
        final: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and over.any():
            final = self._final(over)
            self._rounds.open(over.view(np.uint8))
        observation, info = self._observe()
        info |= final
        return observation, rewards, over, np.zeros(self.num_envs, dtype=bool), info

    def _given(self, actions: Array) -> Array:
        given = np.asarray(actions, dtype=np.int64)
        if not self._seeded:  # nothing is shuffled yet
            raise gymnasium.error.ResetNeeded("Cannot call env.step() before calling env.reset()")
        if given.shape != (self.num_envs,):
            raise BadArgument("actions", f"a number for each of {self.num_envs} rounds, not an array of {given.shape}")
        return given

    def _nets(self) -> Array:
        """In minor units, of the rounds that are over."""
        main: Array = self._rounds.nets * self._sizes[self._size] // self._sizes[0]
        if self._insured:
            ended = self._rounds.insurance
            main = np.where(self._insurance.replaces[ended], 0, main) + self._insurance.nets[ended, self._size]
        nets: Array = main + self._rounds.side_nets
        return nets

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        mask = np.zeros((self.num_envs, BETS + len(self._sizes)), dtype=np.int8)
        mask[:, : self._rounds.legal.shape[1]] = self._rounds.legal
        mask[:, BETS:] = (self._phases == BETTING)[:, None]
        observation: Observation = {"observation": self._rounds.observed.copy(), "action_mask": mask}
        return observation, {"action_mask": mask, "refused": self._rounds.played == 0}

    def _final(self, over: Array) -> dict[str, Any]:
        """The last observations and infos of the rounds that are over, in the form that Gymnasium's own environments
        use: an array of single observations, and a dictionary of arrays, each with a mask. Nothing is legal then."""
        masks = np.zeros((self.num_envs, BETS + len(self._sizes)), dtype=np.int8)
        seen = np.full(self.num_envs, None, dtype=object)
        seen[over] = [
            {"observation": numbers, "action_mask": mask}
            for numbers, mask in zip(self._rounds.observed[over], masks[over], strict=True)
        ]
        info = {"action_mask": masks, "_action_mask": over}
        return {"final_obs": seen, "_final_obs": over, "final_info": info, "_final_info": over}


def _plus(seed: int | None, at: int) -> int | None:
    return None if seed is None else seed + at
