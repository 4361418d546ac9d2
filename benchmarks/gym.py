"""Steps of the environments: lammer's beside Gymnasium's own Blackjack and those of RLCard and pgx, in one run on one
core.

    python benchmarks/gym.py [seconds] [--others=PYTHON] [--short]

It prints a table and writes benchmarks/results/gym.md. Every environment is played by the first legal action, which
stands; Gymnasium's and RLCard's blackjack stand too. The yardstick is Gymnasium's Blackjack-v1 in the same run.

RLCard and pgx are not among our packages. ``--others`` names the interpreter of an environment that has them:

    python -m venv OTHERS && OTHERS/bin/pip install rlcard pgx
    python benchmarks/gym.py --others=OTHERS/bin/python
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.gym_others import OTHERS, TURNS, Speed, measured
from benchmarks.running import record, sizes
from lammer.surfaces.gym import environment_id, seats

ROOT = Path(__file__).resolve().parent.parent
SIDE_BY_SIDE = 4096


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


def others(python: str, seconds: float) -> tuple[dict[str, Speed], list[str]]:
    """The speeds of other libraries in another interpreter, and what could not be measured."""
    if not python:
        names = " and ".join(OTHERS)
        return {}, [f"{names}: skipped; --others=PYTHON names an interpreter that has them."]
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from benchmarks.gym_others import main; main()"
    one_core = {**os.environ, "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu"}
    words = [python, "-c", code, str(seconds)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, env=one_core, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{python} cannot play the others: {getattr(error, 'stderr', None) or error}")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    missing = [f"{one['library']}: skipped; {one['missing']}." for one in found if "missing" in one]
    return {one["name"]: Speed(one["rounds"], one["steps"]) for one in found if "name" in one}, missing


def masked(_observation: Any, info: Any) -> int:
    return int(info["action_mask"].argmax())


def many(**arguments: Any) -> Callable[[], tuple[int, int]]:
    return side_by_side(gymnasium.make_vec(GAME, num_envs=SIDE_BY_SIDE, **arguments))


GAME = environment_id("sd-free-bet")


def main() -> None:
    (seconds,) = sizes([6], [0.1])
    python = next((word.partition("=")[2] for word in sys.argv[1:] if word.startswith("--others=")), "")
    load = os.getloadavg()[0]
    yardstick = f"Gymnasium {gymnasium.__version__}: Blackjack-v1"
    plays = {
        yardstick: plain(gymnasium.make("Blackjack-v1").unwrapped, lambda _observation, _info: 0),
        f"{GAME}, kernel": plain(gymnasium.make(GAME).unwrapped, masked),
        f"{GAME}, kernel, with Gymnasium's wrappers": plain(gymnasium.make(GAME), masked),
        f"{GAME}, table": plain(gymnasium.make(GAME, engine="table").unwrapped, masked),
        f"{GAME}, {SIDE_BY_SIDE} side by side": many(),
        f"{GAME}, {SIDE_BY_SIDE} side by side, insurance": many(insurance=True),
        f"{GAME}, {SIDE_BY_SIDE} side by side, SameStep": many(autoreset_mode="SameStep"),
        "PettingZoo, three seats, table": seated(seats.env("sd-free-bet", seats=3)),
    }
    speeds = {name: measured(play, seconds) for name, play in plays.items()}
    more, missing = others(python, seconds)
    text = "\n".join(
        [
            "# Environments for reinforcement learning",
            "",
            f"`python benchmarks/gym.py --others=PYTHON`, Python {platform.python_version()}, one core; the machine's "
            f"load was {load:.1f} on {os.cpu_count()} cores. A round begins with the step of its wager. Steps and "
            f"rounds a second of processor time, the best of {TURNS} turns; the ratio is that of rounds to the "
            f"yardstick, {yardstick}.",
            "",
            "| environment | rounds/s | steps/s | ratio |",
            "| --- | --- | --- | --- |",
            *(
                f"| {name} | {one.rounds:,.0f} | {one.steps:,.0f} | {one.rounds / speeds[yardstick].rounds:.2f} |"
                for name, one in {**speeds, **more}.items()
            ),
            *(["", *missing] if missing else []),
        ]
    )
    print(text)
    record("gym", text)


if __name__ == "__main__":
    main()
