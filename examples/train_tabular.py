"""Monte Carlo control: a table of action values, learnt from rounds side by side.

    python examples/train_tabular.py [--rounds 6e7] [--game sd-free-bet] [--short]

The agent keeps the mean result of every action in every cell of a chart. In each round it explores in one decision, and
plays by its table before and after it. So a mean is the value of the action if the rest is played as well as the agent
can. It mostly explores actions that may still be the best, those whose mean is within a few standard errors; where one
action is left, the decision is made and the round explores later.
"""

from collections.abc import Iterator
from typing import Protocol

import gymnasium
import numpy as np
from showing import learn, options

import lammer
from lammer.surfaces.gym import ACTIONS, ROWS, row_of
from lammer.surfaces.gym.registration import OWN_SHEET

SIDE_BY_SIDE = 8192
BET = len(ACTIONS)
"""The number of the action that places the wager."""
PLAYS = 7
"""Plays of a hand come first among the actions."""
SPREAD, ERRORS = 1.5, 3.0
"""About the standard deviation of a round, and how many standard errors an action may lie behind the best."""
EXPLORE, ANY = 0.7, 0.05
"""The chance to explore in a decision that is not made; the chance to explore any action there, even a bad one."""
STEPS = 16
"""Steps between two updates of the means."""


class Learner(Protocol):
    """``means``: the value of every action in every row; ``errors``: how far it may be wrong."""

    means: np.ndarray
    errors: np.ndarray

    def add(self, rows: np.ndarray, actions: np.ndarray, results: np.ndarray, weight: float) -> None:
        """Takes the results of rounds that explored these actions; later rounds have a larger ``weight``."""

    def update(self) -> None:
        """Learns from what was added."""


class Table:
    """``sums`` over ``weights`` is the mean result of an action. Later rounds weigh more, because the agent plays the
    rest of them better."""

    def __init__(self) -> None:
        self.sums, self.weights, self.squares = (np.zeros((ROWS, PLAYS)) for _ in range(3))
        self.update()

    def update(self) -> None:
        known = self.weights > 0
        self.means = np.divide(self.sums, self.weights, out=np.zeros_like(self.sums), where=known)
        share = np.divide(self.squares, self.weights**2, out=np.ones_like(self.sums), where=known)
        self.errors = np.where(known, SPREAD * np.sqrt(share), 9.0)

    def add(self, rows: np.ndarray, actions: np.ndarray, results: np.ndarray, weight: float) -> None:
        places, size = rows * PLAYS + actions, self.sums.size
        seen = np.bincount(places, minlength=size).reshape(ROWS, PLAYS)
        self.sums += weight * np.bincount(places, results, size).reshape(ROWS, PLAYS)
        self.weights += weight * seen
        self.squares += weight**2 * seen


def may_be_best(means: np.ndarray, errors: np.ndarray, legal: np.ndarray, best: np.ndarray) -> np.ndarray:
    """The legal actions that are within a few standard errors of the best one."""
    at = np.arange(len(best))
    behind = means[at, best][:, None] - means
    found: np.ndarray = legal & (behind < ERRORS * np.hypot(errors, errors[at, best][:, None]))
    return found


def play(table: Learner, game: lammer.Game, seed: int) -> Iterator[int]:
    """Plays and learns without end, and yields the rounds played."""
    many = gymnasium.make_vec(OWN_SHEET, game=game, num_envs=SIDE_BY_SIDE)
    seen, _ = many.reset(seed=seed)
    chance, rounds, every = np.random.default_rng(seed), 0, np.arange(SIDE_BY_SIDE)
    row, action = np.zeros(SIDE_BY_SIDE, dtype=np.int64), np.full(SIDE_BY_SIDE, -1)  # where each round has explored
    while True:
        for _ in range(STEPS):
            here, legal = row_of(seen["observation"]), seen["action_mask"][:, :PLAYS] > 0
            chosen = np.where(legal, table.means[here], -10.0).argmax(axis=1)
            at = np.flatnonzero((action < 0) & (chance.random(SIDE_BY_SIDE) < EXPLORE))
            candidates = may_be_best(table.means[here[at]], table.errors[here[at]], legal[at], chosen[at])
            candidates |= legal[at] & (chance.random(len(at)) < ANY)[:, None]
            undecided = candidates.sum(axis=1) > 1
            at, candidates = at[undecided], candidates[undecided]
            chosen[at] = np.where(candidates, chance.random((len(at), PLAYS)), -1).argmax(axis=1)
            row[at], action[at] = here[at], chosen[at]
            seen, reward, over, _, _ = many.step(np.where(legal[every, chosen], chosen, BET))
            learnt = over & (action >= 0)
            rounds += int(over.sum())
            table.add(row[learnt], action[learnt], reward[learnt], weight=rounds / 1e6)
            action[over] = -1
        table.update()
        yield rounds


def main() -> None:
    chosen = options(__doc__.partition("\n")[0], "train_tabular", rounds=60_000_000, short=20_000)
    table = Table()
    learn(chosen, play(table, chosen.game, chosen.seed), lambda: table.means)


if __name__ == "__main__":
    main()
