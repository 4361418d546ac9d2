"""One seat at the table itself: every game, every side bet and every question."""

from typing import Any

from lammer.api.game import Game
from lammer.api.tables import Round
from lammer.surfaces.gym.dealt_table import DealtTable
from lammer.surfaces.gym.round_env import RoundEnv
from lammer.surfaces.gym.spaces import BETS, Observation
from lammer.surfaces.gym.wagers import Wagers


class TableEnv(RoundEnv):
    def __init__(
        self, game: Game, wagers: Wagers, *, fresh: bool, insurance: bool, render_mode: str | None = None
    ) -> None:
        super().__init__(game, wagers, render_mode)
        self._fresh, self._insurance = fresh, insurance
        self._table: DealtTable | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self._table is None:
            master = str(int(self.np_random.integers(1 << 62)))
            self._table = DealtTable(self.game, self.wagers, fresh=self._fresh, insurance=self._insurance, seed=master)
        self._table.open_bets(1)
        observation = self._table.observe()
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table, action = self._table, int(action)
        assert table is not None  # Gymnasium asks for a reset first
        refused = table.refusal(action)
        if not refused:
            if action >= BETS:
                table.deal([action - BETS])
            else:
                table.play(action)
        over = table.over and not refused
        reward = sum(table.nets.values()) / self.wagers.unit if over else 0.0
        observation = table.observe()
        info: dict[str, Any] = {"action_mask": observation["action_mask"]}
        if refused:
            info["refused"] = refused
        return observation, reward, over, False, info

    @property
    def round(self) -> Round | None:
        return None if self._table is None else self._table.round
