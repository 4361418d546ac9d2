"""A run of many rounds: numbered chunks on threads, added up in whole numbers.

The result depends on the seed and the rounds alone: chunks are always the same rounds, sums do not care for order, and
a run that is stopped keeps the chunks from the first on that are done.
"""

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from lammer.simulate.arrays import Counts
from lammer.simulate.table import KernelTable, Tally

CHUNK = 1 << 20
"""Rounds of a chunk: some hundredth of a second, so that stopping is prompt and handing out is cheap."""


class Plan(NamedTuple):
    """What decides the rounds of a run, and so its result."""

    seed: int
    rounds: int
    cut: int
    """Cards to be dealt before a shoe is over; 0 for a fresh shoe every round."""
    tags: Counts | None = None
    fast: bool = True

    def chunks(self) -> int:
        return -(-self.rounds // CHUNK)

    def rounds_of(self, chunk: int) -> int:
        return min(CHUNK, self.rounds - chunk * CHUNK)


class Ran(NamedTuple):
    """Sums of the chunks from 0 up to ``chunks``."""

    tally: Tally
    chunks: int
    stopped: bool


def default_threads() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    table: KernelTable,
    plan: Plan,
    threads: int = 0,
    told: Callable[[Tally, int], None] = lambda _tally, _chunks: None,
    before: Ran | None = None,
) -> Ran:
    """Deals the plan's chunks; ``told`` hears the sums so far after each. ``before`` is a run to go on with.

    KeyboardInterrupt ends it with the chunks that are done.
    """
    threads = threads or default_threads()
    tally, done = (before.tally, before.chunks) if before else (table.new_tally(counting=plan.tags is not None), 0)
    table.automaton  # noqa: B018 (made once, before threads ask for it)
    waiting: deque[Future[Tally]] = deque()
    stopped = False
    with ThreadPoolExecutor(threads) as pool:
        following = iter(range(done, plan.chunks()))
        try:
            while True:
                while len(waiting) < 2 * threads and (chunk := next(following, None)) is not None:
                    waiting.append(pool.submit(_deal, table, plan, chunk))
                if not waiting:
                    break
                tally.add(waiting[0].result())
                waiting.popleft()
                done += 1
                told(tally, done)
        except KeyboardInterrupt:
            stopped = True
            for future in waiting:
                future.cancel()
    return Ran(tally, done, stopped)


def _deal(table: KernelTable, plan: Plan, chunk: int) -> Tally:
    return table.deal_chunk(plan.seed, chunk, plan.rounds_of(chunk), plan.cut, plan.tags, fast=plan.fast)
