"""One seat on the compiled kernels: for games and settings in which every decision is a play of a hand, or an answer
about insurance."""

from typing import Any

import numpy as np

from lammer.api.game import Game
from lammer.api.tables import Round
from lammer.stepping.insurance import insurance_of, no_insurance
from lammer.stepping.layout import AT, OVER, PHASE
from lammer.stepping.refusing import refuse_sizes
from lammer.stepping.rounds import DEAL, SteppedRounds
from lammer.surfaces.gym.replaying import replayed
from lammer.surfaces.gym.round_env import RoundEnv
from lammer.surfaces.gym.spaces import ACTIONS, BETS, Observation
from lammer.surfaces.gym.wagers import Wagers

NOT_LEGAL = "this action is not in the action mask"


class KernelEnv(RoundEnv):
    def __init__(
        self, game: Game, wagers: Wagers, *, cut: int, insurance: bool = False, render_mode: str | None = None
    ) -> None:
        super().__init__(game, wagers, render_mode)
        refuse_sizes(game.sheet, wagers.sizes)
        sizes = wagers.sizes
        self._insured, self._insurance = insurance, insurance_of(game.sheet, sizes) if insurance else no_insurance(1)
        self.stepped = SteppedRounds(
            game.sheet, 1, wager=wagers.unit, sides=wagers.sides, cut=cut, insurable=self._insurance.insurable
        )
        self._no_mask = np.zeros(BETS + len(wagers.sizes), dtype=np.int8)
        self._look()
        self._size, self._begun, self._betting, self._seeded = 0, 0, False, False
        self._plays: list[int] = []

    def _look(self) -> None:
        """Looks at the rows of the one round, which every step overwrites."""
        self._state, self._legal = self.stepped.boxes.rounds[0], self.stepped.legal[0]
        self._observed = self.stepped.observed[0]

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copied or unpickled environment looks at its own rows."""
        self.__dict__.update(state)
        self._look()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self.stepped.seed({0: int(self.np_random.integers(1 << 62))})
            self._seeded = True
        self._state[PHASE] = OVER  # a round that was left unfinished is not played on
        self.stepped.step_first(0)
        self._betting, self._begun, self._plays = True, int(self._state[AT]), []
        observation = self._observe()
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        action, over, reward = int(action), False, 0.0
        refused = not self._may(action)
        if not refused:
            self._apply(action)
            over = bool(self._state[PHASE] == OVER)
            reward = self._reward() if over else 0.0
        observation = self._observe()
        info: dict[str, Any] = {"action_mask": observation["action_mask"]}
        if refused:
            info["refused"] = NOT_LEGAL
        return observation, reward, over, False, info

    def _may(self, action: int) -> bool:
        if self._betting:
            return BETS <= action < BETS + len(self.wagers.sizes)
        return 0 <= action < len(self._legal) and bool(self._legal[action])

    def _apply(self, action: int) -> None:
        if self._betting:
            self._size, self._betting = action - BETS, False
            self.stepped.step_first(DEAL)
        else:
            self._plays.append(action)
            self.stepped.step_first(action)

    def _reward(self) -> float:
        sizes = self.wagers.sizes
        main = int(self.stepped.nets[0]) * sizes[self._size] // sizes[0]
        if self._insured:
            ended, insurance = int(self.stepped.insurance[0]), self._insurance
            main = main * (1 - int(insurance.replaces[ended])) + int(insurance.nets[ended, self._size])
        return (main + int(self.stepped.side_nets[0])) / sizes[0]

    def _observe(self) -> Observation:
        mask = self._no_mask.copy()
        if self._betting:
            mask[BETS:] = 1
        else:
            mask[: len(self._legal)] = self._legal
        return {"observation": self._observed.copy(), "action_mask": mask}

    @property
    def fresh(self) -> bool:
        """Whether every round has a new shoe."""
        return self.stepped.rules.cut == 0

    @property
    def shoe_is_over(self) -> bool:
        """Whether the next round has a new shoe."""
        return int(self._state[AT]) >= self.stepped.rules.cut

    @property
    def round(self) -> Round | None:
        if self._betting:
            return None
        dealt = self.stepped.boxes.cards[0, self._begun : int(self._state[AT])].tolist()
        plays = [ACTIONS[play] for play in self._plays]
        wagers = self.wagers.sizes[self._size], self.wagers.sides
        return replayed(self.game.sheet, *wagers, dealt, plays, insurance=self._insured)
