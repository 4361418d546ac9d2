"""A table with several seats for PettingZoo: agents take turns, in the order of the boxes.

from lammer.surfaces.gym import seats
env = seats.env("sd-free-bet", seats=3)
env = seats.parallel_env("sd-free-bet", seats=3)
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from lammer.api.arguments import Amount, count_of
from lammer.api.game import Game, load
from lammer.errors import BadArgument
from lammer.surfaces.gym.dealt_table import DealtTable, is_fresh
from lammer.surfaces.gym.pictures import MODES, known_mode, picture_of
from lammer.surfaces.gym.spaces import BETS, Observation, action_space, observation_space
from lammer.surfaces.gym.wagers import Wagers, wagers_for


class SeatsEnv(AECEnv[str, Observation, int | None]):
    """An episode is a round: every seat bets in turn, then plays its hands when its turn comes. Rewards are given when
    the round is settled, in units of the first size. An illegal action changes nothing, and the agent acts again."""

    def __init__(
        self, game: Game, wagers: Wagers, seats: int, *, fresh: bool, insurance: bool, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.metadata = {"render_modes": list(MODES), "name": f"lammer_{game.sheet.id}_v1", "is_parallelizable": False}
        self.game, self.wagers, self.render_mode = game, wagers, known_mode(render_mode)
        self.possible_agents = [f"box_{box}" for box in range(1, seats + 1)]
        self._action_space = action_space(len(wagers.sizes))
        self._observation_space = observation_space(len(wagers.sizes), game.sheet.rules.shoe.decks)
        self._fresh, self._insurance = fresh, insurance
        self.table: DealtTable | None = None
        self._sizes: list[int] = []
        self._spaces = dict.fromkeys(self.possible_agents, (self._observation_space, self._action_space))

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self.table is None:
            master = str(int(seeding.np_random(seed)[0].integers(1 << 62)))
            self.table = DealtTable(self.game, self.wagers, fresh=self._fresh, insurance=self._insurance, seed=master)
        self.table.open_bets(len(self.possible_agents))
        self._sizes = []
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._tell_masks()

    def observe(self, agent: str) -> Observation:
        assert self.table is not None  # PettingZoo asks for a reset first
        acting = agent == self.agent_selection and not self.table.over
        return self.table.observe(acting=acting)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        assert self.table is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if not self.table.refusal(int(action)):
            self._apply(self.table, int(action))
        self._accumulate_rewards()
        self._tell_masks()

    def _apply(self, table: DealtTable, action: int) -> None:
        if action >= BETS:
            self._sizes.append(action - BETS)
            if len(self._sizes) < len(self.possible_agents):
                self.agent_selection = self.possible_agents[len(self._sizes)]
                return
            table.deal(self._sizes)
        else:
            table.play(action)
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {
                agent: table.nets.get(box, 0) / self.wagers.unit for box, agent in enumerate(self.agents, start=1)
            }
        else:
            self.agent_selection = self.possible_agents[table.box - 1]

    def _tell_masks(self) -> None:
        self.infos = {agent: {"action_mask": self.observe(agent)["action_mask"]} for agent in self.agents}

    def render(self) -> Any:
        return picture_of(self.game, None if self.table is None else self.table.round, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def env(
    game: "str | PathLike[str] | Game",
    *,
    seats: int = 3,
    bets: Sequence[Amount] = (10,),
    side_bets: Mapping[str, Amount] | None = None,
    shoe: str = "fresh",
    insurance: bool = False,
    render_mode: str | None = None,
) -> SeatsEnv:
    """A table with ``seats`` agents, ``box_1`` and so on. Other arguments as for the environments of one seat."""
    found = game if isinstance(game, Game) else load(game)
    boxes, most = count_of("seats", seats), found.sheet.rules.limits.boxes
    if boxes > most:
        raise BadArgument("seats", f"{boxes} is too many; this table has {most} boxes")
    wagers = wagers_for(found.sheet, bets, side_bets)
    return SeatsEnv(found, wagers, boxes, fresh=is_fresh(shoe), insurance=insurance, render_mode=render_mode)


def parallel_env(game: "str | PathLike[str] | Game", **arguments: Any) -> ParallelEnv[str, Observation, int | None]:
    """The same table, where every agent gives an action at every step; that of the agent to act counts
    (``info["active_agent"]``)."""
    return turn_based_aec_to_parallel(env(game, **arguments))
