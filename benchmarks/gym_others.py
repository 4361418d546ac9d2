"""Environments of other libraries, played for ``benchmarks/gym.py``: RLCard's blackjack, and pgx.

They are not among our locked packages, so they run in an interpreter of their own, which needs nothing of ours.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple

Turn = Callable[[], tuple[int, int]]
"""Plays for a while; gives rounds and steps."""
TURNS = 3


class Speed(NamedTuple):
    """A second of processor time."""

    rounds: float
    steps: float


def measured(play: Turn, seconds: float) -> Speed:
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


def rlcard_blackjack() -> tuple[str, Turn]:
    import rlcard

    env = rlcard.make("blackjack", config={"seed": 1})

    def play() -> tuple[int, int]:
        rounds = steps = 0
        while rounds < 500:
            env.reset()
            while not env.is_over():
                env.step(1)  # stand
                steps += 1
            rounds += 1
        return rounds, steps

    return "blackjack", play


def pgx_cards(count: int = 4096) -> tuple[str, Turn]:
    """pgx's blackjack if it has one, else its smallest game of cards, many side by side."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    name = next(one for one in ("blackjack", "kuhn_poker") if one in pgx.available_envs())
    env = pgx.make(name)
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    states: Any = [begin(jax.random.split(jax.random.PRNGKey(1), count)), jax.random.PRNGKey(2)]

    def play() -> tuple[int, int]:
        rounds = 0
        for _ in range(20):
            states[1], key = jax.random.split(states[1])
            actions = states[0].legal_action_mask.argmax(axis=1)
            states[0] = step(states[0], actions, jax.random.split(key, count))
            rounds += int(jnp.sum(states[0].terminated))
        return rounds, 20 * count

    remark = "" if name == "blackjack" else " (pgx has no blackjack)"
    return f"{name}{remark}, {count} side by side", play


OTHERS: dict[str, Callable[[], tuple[str, Turn]]] = {"rlcard": rlcard_blackjack, "pgx": pgx_cards}


def main() -> None:
    """Prints a line of JSON for each library: its speed, or why there is none."""
    for library, make in OTHERS.items():
        try:
            name, play = make()
        except ImportError as error:
            print(json.dumps({"library": library, "missing": str(error)}))
            continue
        speed = measured(play, float(sys.argv[1]))
        about = {"library": library, "name": f"{library} {version(library)}: {name}"}
        print(json.dumps({**about, **speed._asdict()}), flush=True)
