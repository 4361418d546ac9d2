"""Steps of the environments: lammer's beside Gymnasium's own Blackjack, in one run on one core.

    python benchmarks/gym.py [seconds] [--short]

It prints a table and writes benchmarks/results/gym.md. Every environment is played by the first legal action, and
Gymnasium's Blackjack by standing. The yardstick is Gymnasium's Blackjack-v1 in the same run.
"""

import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import record, sizes
from lammer.surfaces.gym import environment_id, seats

SIDE_BY_SIDE = 4096
TURNS = 3


class Speed(NamedTuple):
    """A second of processor time."""

    rounds: float
    steps: float


def plain(env: Any, first: Callable[[Any, Any], int]) -> Callable[[], tuple[int, int]]:
    """Plays rounds one after the other: rounds and steps of a turn."""

    def play() -> tuple[int, int]:
        rounds = steps = 0
        while rounds < 2_000:
            observation, info = env.reset()
            over = False
            while not over:
                observation, _, over, _, info = env.step(first(observation, info))
                steps += 1
            rounds += 1
        return rounds, steps

    env.reset(seed=1)
    return play


def side_by_side(env: Any) -> Callable[[], tuple[int, int]]:
    def play() -> tuple[int, int]:
        observation, _ = env.reset()
        rounds = 0
        for _ in range(50):
            observation, _, over, _, _ = env.step(observation["action_mask"].argmax(axis=1))
            rounds += int(over.sum())
        return rounds, 50 * env.num_envs

    env.reset(seed=1)
    return play


def seated(env: Any) -> Callable[[], tuple[int, int]]:
    def play() -> tuple[int, int]:
        steps = 0
        for _ in range(100):
            env.reset()
            for _agent in env.agent_iter():
                observation, _, over, _, _ = env.last()
                env.step(None if over else int(observation["action_mask"].argmax()))
                steps += not over
        return 100 * len(env.possible_agents), steps

    env.reset(seed=1)
    return play


def measured(play: Callable[[], tuple[int, int]], seconds: float) -> Speed:
    """The best of some turns; seconds of the processor, because others use the machine too."""
    play()  # compiles
    found = []
    for _ in range(TURNS):
        rounds, steps, begun = 0, 0, time.process_time()
        while time.process_time() - begun < seconds / TURNS:
            more = play()
            rounds, steps = rounds + more[0], steps + more[1]
        spent = time.process_time() - begun
        found.append(Speed(rounds / spent, steps / spent))
    return max(found)


def masked(_observation: Any, info: Any) -> int:
    return int(info["action_mask"].argmax())


def main() -> None:
    (seconds,) = sizes([6], [0.1])
    game = environment_id("sd-free-bet")
    yardstick = "Gymnasium's Blackjack-v1"
    plays = {
        yardstick: plain(gymnasium.make("Blackjack-v1").unwrapped, lambda _observation, _info: 0),
        f"{game}, kernel": plain(gymnasium.make(game).unwrapped, masked),
        f"{game}, kernel, with Gymnasium's wrappers": plain(gymnasium.make(game), masked),
        f"{game}, table": plain(gymnasium.make(game, engine="table").unwrapped, masked),
        f"{game}, {SIDE_BY_SIDE} side by side": side_by_side(gymnasium.make_vec(game, num_envs=SIDE_BY_SIDE)),
        "PettingZoo, three seats, table": seated(seats.env("sd-free-bet", seats=3)),
    }
    speeds = {name: measured(play, seconds) for name, play in plays.items()}
    lines = [
        "# Environments for reinforcement learning",
        "",
        f"`python benchmarks/gym.py`, Python {platform.python_version()}, Gymnasium {gymnasium.__version__}, one core. "
        "A round begins with the step of its wager. Steps and rounds a second of processor time, the best of "
        f"{TURNS} turns; the ratio is that of rounds to the yardstick, {yardstick}.",
        "",
        "| environment | rounds/s | steps/s | ratio |",
        "| --- | --- | --- | --- |",
        *(
            f"| {name} | {one.rounds:,.0f} | {one.steps:,.0f} | {one.rounds / speeds[yardstick].rounds:.2f} |"
            for name, one in speeds.items()
        ),
    ]
    text = "\n".join(lines)
    print(text)
    record("gym", text)


if __name__ == "__main__":
    main()
