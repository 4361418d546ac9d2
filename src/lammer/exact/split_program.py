"""The share table of a split as a short program, which is the same for every shoe.

Which patterns of second cards there are depends only on the rule of the split; the shoe only gives the chances π that a
card looked at is one more of the pair (``splits.py``). So the patterns are followed once, with every step written down
as ``value[to] += value[from] · factor(π)``, and a kernel carries the steps out for a shoe. This holds as long as every
π is neither 0 nor 1; else some patterns are impossible, and ``splits.py`` follows them one by one.
"""

from collections import defaultdict
from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from lammer.compiled import njit
from lammer.exact.hands import Bools, Floats, Ints

PAIRED, PLAIN, GIVEN_PLAIN, LESS_PAIRED = range(4)
"""Factors: π, 1 − π, 1/(1 − π) and −π/(1 − π)."""


class Program(NamedTuple):
    """``steps``: from, to, gone, not_pair and factor. ``results``: a value, its place in the table, how many times."""

    values: int
    steps: Ints
    results: Ints


class Recorder:
    """Writes a program down. Values are numbered by what they are; the first is 1."""

    def __init__(self, start: Hashable) -> None:
        self._numbers: dict[Hashable, int] = {start: 0}
        self._steps: list[tuple[int, int, int, int, int]] = []
        self._results: dict[tuple[int, int], int] = defaultdict(int)

    def step(self, before: Hashable, after: Hashable, gone: int, not_pair: int, factor: int) -> None:
        self._steps.append((self._numbers[before], self._number(after), gone, not_pair, factor))

    def result(self, value: Hashable, place: int) -> None:
        """Adds a value to a place of the table."""
        self._results[self._numbers[value], place] += 1

    def program(self) -> Program:
        results = [(value, place, times) for (value, place), times in self._results.items()]
        steps, ends = np.array(self._steps).reshape(-1, 5), np.array(results).reshape(-1, 3)
        return Program(len(self._numbers), steps, ends)

    def _number(self, value: Hashable) -> int:
        return self._numbers.setdefault(value, len(self._numbers))


def carried_out(program: Program, chances: Floats, places: int) -> tuple[Floats, Bools]:
    """For each shoe the table, flat, and whether it holds: not if a pattern is impossible or certain. ``chances`` is
    shoes × gone × not_pair: π."""
    tables, holds = np.zeros((len(chances), places)), np.empty(len(chances), dtype=np.bool_)
    _carry_out(program.values, program.steps, program.results, chances, tables, holds)
    return tables, holds


@njit()
def _carry_out(values: int, steps: Ints, results: Ints, chances: Floats, tables: Floats, holds: Bools) -> None:
    value = np.empty(values)
    for shoe in range(chances.shape[0]):
        value[:] = 0.0
        value[0] = 1.0
        holds[shoe] = True
        for at in range(steps.shape[0]):
            before, after, gone, not_pair, factor = steps[at]
            pi = chances[shoe, gone, not_pair]
            if pi <= 0.0 or pi >= 1.0:
                holds[shoe] = False
                break
            if factor == PAIRED:
                value[after] += value[before] * pi
            elif factor == PLAIN:
                value[after] += value[before] * (1 - pi)
            elif factor == GIVEN_PLAIN:
                value[after] += value[before] / (1 - pi)
            else:
                value[after] -= value[before] * pi / (1 - pi)
        for at in range(results.shape[0]):
            number, place, times = results[at]
            tables[shoe, place] += times * value[number]
