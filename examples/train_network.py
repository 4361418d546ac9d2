"""A small neural network in numpy that learns the values of actions from rounds side by side.

    python examples/train_network.py [--rounds 6e6] [--game sd-free-bet] [--short]

It plays as train_tabular.py does: each round explores in one decision, and its result is a sample of the value of that
action. Instead of a mean for every cell the network fits one function to all samples, so cells that are seldom dealt
learn from similar ones. It never sees the sheet; its input is the stake, the hand and the up card.
"""

from itertools import pairwise

import numpy as np
from showing import learn, options
from train_tabular import PLAYS, play

from lammer.surfaces.gym import ROWS

HIDDEN, RATE, DECAY, STEPS_OF_ADAM = 96, 2e-3, 1e-6, 8
MEMORY = 0.998
"""What an update of the network keeps of the samples so far: the agent plays the rest of a round better and better."""
ERROR = 0.06
"""How far a value of the network may be wrong."""


def inputs() -> np.ndarray:
    """For every row of a table: the numbers that ``row_of`` is made of, each as ones and zeros."""
    rows = np.arange(ROWS)
    up, section, stake = rows % 11, rows // 11 % 75, rows // (11 * 75)
    pair = section >= 64
    soft = (section >= 32) & ~pair
    total = np.where(pair, np.where(section == 65, 12, 2 * (section - 64)), section % 32)
    ones = [np.eye(size)[number] for number, size in ((up, 11), (section, 75), (total, 32))]
    return np.concatenate([*ones, np.stack([stake, soft, pair, total / 10], axis=1)], axis=1)


class Network:
    """Two hidden layers, fitted by Adam to the mean results of the cells, each weighed by its number of samples."""

    def __init__(self, seed: int) -> None:
        self.inputs, chance = inputs(), np.random.default_rng(seed)
        sizes = [self.inputs.shape[1], HIDDEN, HIDDEN, PLAYS]
        self.layers = [chance.normal(0, (2 / a) ** 0.5, (a, b)) for a, b in pairwise(sizes)]
        self.layers[-1] *= 0.1
        self.moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self.layers]
        self.sums, self.counts, self.steps = np.zeros((ROWS, PLAYS)), np.zeros((ROWS, PLAYS)), 0
        self._value()

    def add(self, rows: np.ndarray, actions: np.ndarray, results: np.ndarray, weight: float) -> None:
        """``weight`` is the table's; here old samples are forgotten."""
        places, size = rows * PLAYS + actions, self.sums.size
        self.sums += np.bincount(places, results, size).reshape(ROWS, PLAYS)
        self.counts += np.bincount(places, minlength=size).reshape(ROWS, PLAYS)

    def update(self) -> None:
        used = np.flatnonzero(self.counts.sum(axis=1))
        for _ in range(STEPS_OF_ADAM if len(used) else 0):
            self._fit(used)
        self.sums *= MEMORY
        self.counts *= MEMORY
        self._value()

    def _value(self) -> None:
        self.means = self._forward(self.inputs)[-1]
        self.errors = np.full_like(self.means, ERROR)

    def _forward(self, given: np.ndarray) -> list[np.ndarray]:
        """The values of every layer."""
        layers = [given]
        for at, weights in enumerate(self.layers):
            out = layers[-1] @ weights
            layers.append(np.maximum(out, 0) if at < len(self.layers) - 1 else out)
        return layers

    def _fit(self, used: np.ndarray) -> None:
        """One step of Adam on the squared error, which is that of all samples."""
        layers, counts = self._forward(self.inputs[used]), self.counts[used]
        means = self.sums[used] / np.maximum(counts, 1e-9)
        back = (layers[-1] - means) * counts / counts.sum()
        self.steps += 1
        for at in reversed(range(len(self.layers))):
            slope = layers[at].T @ back + DECAY * self.layers[at]
            back = back @ self.layers[at].T * (layers[at] > 0)
            first, second = self.moments[at]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            size = RATE * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
            self.layers[at] -= size * first / (np.sqrt(second) + 1e-9)


def main() -> None:
    chosen = options(__doc__.partition("\n")[0], "train_network", rounds=6_000_000, short=20_000)
    network = Network(chosen.seed)
    learn(chosen, play(network, chosen.game, chosen.seed), lambda: network.means)


if __name__ == "__main__":
    main()
