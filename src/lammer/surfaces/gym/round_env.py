"""What all environments of one seat have in common."""

from abc import abstractmethod
from typing import Any

import gymnasium

from lammer.api.game import Game
from lammer.api.tables import Round
from lammer.surfaces.gym.pictures import MODES, known_mode, picture_of
from lammer.surfaces.gym.spaces import Observation, action_space, observation_space
from lammer.surfaces.gym.wagers import Wagers


class RoundEnv(gymnasium.Env[Observation, int]):
    """An episode is a round: first the wager, then the decisions. The reward of its last step is the net result in
    units of the first size. The shoe goes on from episode to episode, unless ``reset`` gets a seed.

    An illegal action changes nothing; ``info["refused"]`` says why. Decisions with one legal answer are made at once.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012 – as Gymnasium declares it

    def __init__(self, game: Game, wagers: Wagers, render_mode: str | None) -> None:
        self.game, self.wagers, self.render_mode = game, wagers, known_mode(render_mode)
        self.action_space = action_space(len(wagers.sizes))
        self.observation_space = observation_space(len(wagers.sizes), game.sheet.rules.shoe.decks)

    @property
    @abstractmethod
    def round(self) -> Round | None:
        """The round at the table; None before its wager."""

    def render(self) -> Any:
        return picture_of(self.game, self.round, self.render_mode)
