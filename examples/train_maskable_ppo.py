"""Stable-Baselines3: a policy network that learns by proximal policy optimization, with masks of the legal actions.

    pip install torch stable-baselines3 sb3-contrib
    python examples/train_maskable_ppo.py [--rounds 3e5] [--game sd-free-bet] [--short]

These packages are large and not among ours. The agent sees the stake, the hand and the up card. The wager is placed for
it, and a round that leaves no decision is dealt again, because there is nothing to learn from it.
"""

import sys
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from showing import learn, options
from train_network import inputs
from train_tabular import BET, PLAYS

import lammer
from lammer.surfaces.gym import row_of
from lammer.surfaces.gym.registration import OWN_SHEET

SIDE_BY_SIDE, STEPS, BATCH = 64, 128, 2048
INPUTS = inputs().astype(np.float32)


class Decisions(gymnasium.Wrapper[np.ndarray, int, dict[str, np.ndarray], int]):
    """An episode is the decisions of a round. ``action_masks`` is how MaskablePPO asks for the legal actions."""

    rounds = 0
    """Of all environments together."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.action_space: Any = spaces.Discrete(PLAYS)
        self.observation_space = spaces.Box(0, 3, INPUTS.shape[1:], dtype=np.float32)
        self._legal = np.zeros(PLAYS, dtype=np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        over = True
        while over:
            self.env.reset(seed=seed)
            seen, _, over, _, info = self.env.step(BET)
            seed = None
            Decisions.rounds += over
        return self._seen(seen), info

    def step(self, action: int) -> Any:
        seen, reward, over, cut_off, info = self.env.step(int(action))
        Decisions.rounds += over
        return self._seen(seen), reward, over, cut_off, info

    def _seen(self, seen: Any) -> np.ndarray:
        self._legal = seen["action_mask"][:PLAYS]
        found: np.ndarray = INPUTS[row_of(seen["observation"])]
        return found

    def action_masks(self) -> np.ndarray:
        found: np.ndarray = self._legal > 0
        return found


def agent(game: lammer.Game, seed: int) -> Any:
    try:
        from sb3_contrib import MaskablePPO
        from stable_baselines3.common.vec_env import DummyVecEnv
    except ImportError as error:
        print(f"{error}. Run: pip install torch stable-baselines3 sb3-contrib", file=sys.stderr)
        sys.exit(1)
    make = lambda: Decisions(gymnasium.make(OWN_SHEET, game=game).unwrapped)  # noqa: E731
    many = DummyVecEnv([make] * SIDE_BY_SIDE)
    return MaskablePPO(
        "MlpPolicy",
        many,
        seed=seed,
        n_steps=STEPS,
        batch_size=BATCH,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=1.0,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [96, 96]},
        device="cpu",
    )


def play(model: Any) -> Iterator[int]:
    """Plays and learns without end, and yields the rounds played."""
    while True:
        model.learn(SIDE_BY_SIDE * STEPS, reset_num_timesteps=False)
        yield Decisions.rounds


def preferences(model: Any) -> np.ndarray:
    """How much the network prefers each action, for every cell of a chart."""
    import torch

    with torch.no_grad():
        logits: np.ndarray = model.policy.get_distribution(torch.from_numpy(INPUTS)).distribution.logits.numpy()
    return logits


def main() -> None:
    chosen = options(__doc__.partition("\n")[0], "train_maskable_ppo", rounds=300_000, short=5_000)
    model = agent(chosen.game, chosen.seed)
    learn(chosen, play(model), lambda: preferences(model))


if __name__ == "__main__":
    main()
