"""Runs simulations on threads or on a cluster; both deal the same rounds."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.progress import Progress

if TYPE_CHECKING:
    from distributed import Client

    from lammer.simulate.estimates import Mean
    from lammer.simulate.run import Deals, Plan, Ran, Tallied


class Engine:
    """Runs any number of plans with one progress bar for all of them."""

    def __init__(self, threads: int, client: "Client | None", progress: Progress) -> None:
        self._threads, self._client, self._progress = threads, client, progress
        self._reached = 0

    def run(
        self,
        table: "Deals[Tallied]",
        plan: "Plan",
        net: "Callable[[Tallied], Mean]",
        before: "Ran[Tallied] | None" = None,
    ) -> "Ran[Tallied]":
        """``net`` computes the figure in the progress bar from the sums so far."""
        from lammer.simulate.cluster import run_on_cluster
        from lammer.simulate.run import CHUNK, run

        def show(tally: "Tallied", chunks: int) -> None:
            dealt = min(chunks * CHUNK, plan.rounds)
            self._progress.reach(self._reached + dealt, lambda: _running(net(tally)))

        self._progress.skip(before.chunks * CHUNK if before else 0)
        if self._client is None:
            ran = run(table, plan, self._threads, show, before)
        else:
            ran = run_on_cluster(table, plan, self._client, show, before)
        self._reached += plan.rounds
        return ran


def _running(net: "Mean") -> str:
    return f"{-net.value:.4%} ± {net.margin:.4%}"


@contextmanager
def engine_for(threads: int, cluster: str, rounds: int) -> Iterator[Engine]:
    """An engine for this total number of rounds. A cluster is connected or started once."""
    if threads < 0:
        raise BadOption(f"--threads {threads}: write a number, or 0 for one per core")
    with _client(cluster) as client, Progress("rounds", rounds, prints=False) as progress:
        yield Engine(threads, client, progress)


@contextmanager
def _client(cluster: str) -> "Iterator[Client | None]":
    if not cluster:
        yield None
        return
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise BadOption(f"--cluster needs {error.name}: pip install 'lammer[cluster]'") from None
    from lammer.simulate.cluster import connected

    with connected(cluster) as client:
        yield client
