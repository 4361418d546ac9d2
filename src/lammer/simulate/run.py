"""Runs many rounds: numbered chunks are dealt on threads and added as integers.

The result depends only on the seed and the number of rounds: a chunk always has the same rounds, the order of sums does
not matter, and a stopped run keeps the consecutive chunks from the first on that are done.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from lammer.simulate.arrays import Counts

CHUNK = 1 << 20
"""Rounds per chunk. They take about a hundredth of a second, so that a run stops promptly and scheduling is cheap."""


class Sums(Protocol):
    """Arrays of integers, so that runs can be added in any order."""

    def __iter__(self) -> Iterator[Counts]: ...

    def plus(self, other: Self, /) -> Self:
        """The sum as a new tally, because Ctrl-C at any moment must not leave a half-added one."""


Tallied = TypeVar("Tallied", bound=Sums)
Tallied_co = TypeVar("Tallied_co", bound=Sums, covariant=True)


class Deals(Protocol[Tallied_co]):
    """An object that deals numbered chunks: a table, or two tables with the same cards."""

    def belongs(self) -> dict[str, Any]:
        """Everything except the plan that determines the rounds."""

    def prepare(self, cut: int, tags: Counts | None) -> None:
        """Called on one thread before the first chunk: refuses what cannot be dealt and prepares shared data."""

    def new_tally(self, *, counting: bool) -> Tallied_co: ...

    def deal_chunk(
        self, seed: int, chunk: int, rounds: int, cut: int, tags: Counts | None, *, fast: bool
    ) -> Tallied_co: ...


class Plan(NamedTuple):
    """Everything that determines the rounds of a run at a given table."""

    seed: int
    rounds: int
    cut: int
    """Cards dealt before a shoe is over; 0 for a fresh shoe every round."""
    tags: Counts | None = None
    fast: bool = True

    def chunks(self) -> int:
        return -(-self.rounds // CHUNK)

    def rounds_of(self, chunk: int) -> int:
        return min(CHUNK, self.rounds - chunk * CHUNK)

    def new_tally(self, table: Deals[Tallied]) -> Tallied:
        return table.new_tally(counting=self.tags is not None)

    def deal(self, table: Deals[Tallied], chunk: int) -> Tallied:
        return table.deal_chunk(self.seed, chunk, self.rounds_of(chunk), self.cut, self.tags, fast=self.fast)


class Ran(NamedTuple, Generic[Tallied]):
    """The sums of the first ``chunks`` chunks."""

    tally: Tallied
    chunks: int
    stopped: bool

    def plus(self, tally: Tallied, chunks: int) -> "Ran[Tallied]":
        return Ran(self.tally.plus(tally), chunks, stopped=False)


def default_threads() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    table: Deals[Tallied],
    plan: Plan,
    threads: int = 0,
    on_progress: Callable[[Tallied, int], None] = lambda _tally, _chunks: None,
    before: Ran[Tallied] | None = None,
) -> Ran[Tallied]:
    """Deals the chunks of the plan. ``on_progress`` is called with the sums so far after each chunk. ``before`` is a
    run to continue.

    KeyboardInterrupt stops the run and keeps the chunks that are done.
    """
    threads = threads or default_threads()
    table.prepare(plan.cut, plan.tags)
    ran = before or Ran(plan.new_tally(table), 0, stopped=False)
    waiting: deque[Future[Tallied]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        following = iter(range(ran.chunks, plan.chunks()))
        try:
            while True:
                while len(waiting) < 2 * threads and (chunk := next(following, None)) is not None:
                    waiting.append(pool.submit(plan.deal, table, chunk))
                if not waiting:
                    return ran
                ran = ran.plus(waiting[0].result(), ran.chunks + 1)
                waiting.popleft()
                on_progress(ran.tally, ran.chunks)
        except KeyboardInterrupt:
            for future in waiting:
                future.cancel()
    return ran._replace(stopped=True)
