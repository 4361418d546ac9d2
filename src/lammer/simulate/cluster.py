"""Runs a plan on a Dask cluster: workers deal groups of chunks and their sums are added. The result is the same.

If a worker dies, another one deals its groups again, with the same rounds.
"""

import logging
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lammer.simulate.refusals import ClusterFault
from lammer.simulate.run import Deals, Plan, Ran, Tallied, default_threads

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
GROUP = 16
"""Chunks per task. They take about half a second, so that the cost of sending is negligible."""
TRIES = 20
"""The number of workers that may die during one group before the run fails."""
CONNECT_SECONDS = 10


def run_on_cluster(
    table: Deals[Tallied],
    plan: Plan,
    client: "Client",
    on_progress: Callable[[Tallied, int], None] = lambda _tally, _chunks: None,
    before: Ran[Tallied] | None = None,
) -> Ran[Tallied]:
    """Like ``run``, on the workers of a cluster."""
    table.prepare(plan.cut, plan.tags)
    ran = before or Ran(plan.new_tally(table), 0, stopped=False)
    packed = pickle.dumps((table, plan))
    groups = iter(range(ran.chunks, plan.chunks(), GROUP))
    waiting: deque[tuple[int, Any]] = deque()
    try:
        while True:
            while len(waiting) < 2 * _workers(client) and (first := next(groups, None)) is not None:
                waiting.append((first, _submit(client, packed, first, plan)))
            if not waiting:
                return ran
            first, future = waiting[0]
            ran = ran.plus(_result(client, packed, first, plan, future), min(first + GROUP, plan.chunks()))
            waiting.popleft()
            on_progress(ran.tally, ran.chunks)
    except KeyboardInterrupt:
        client.cancel([future for _, future in waiting])
    return ran._replace(stopped=True)


@contextmanager
def connected(address: str) -> "Iterator[Client]":
    """A client of the cluster, for any number of runs; ``local`` starts a cluster on this machine meanwhile."""
    from distributed import Client, LocalCluster

    if address == LOCAL:
        with _ctrl_c_ignored():
            cluster = LocalCluster(
                n_workers=default_threads(),
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=logging.ERROR,
            )
        with cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterFault(f"{address}: no Dask scheduler answers there: {error}") from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise ClusterFault(f"{address}: this cluster has no workers")
        yield client


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """A terminal sends Ctrl-C to every process. Workers that start while it is ignored keep ignoring it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _workers(client: "Client") -> int:
    return max(1, sum(int(worker["nthreads"]) for worker in client.scheduler_info()["workers"].values()))


def _submit(client: "Client", packed: bytes, first: int, plan: Plan) -> Any:
    return client.submit(_deal_group, packed, first, min(GROUP, plan.chunks() - first), pure=False)


def _result(client: "Client", packed: bytes, first: int, plan: Plan, future: Any) -> Any:
    """The sums of a group, which is dealt again if its worker died."""
    from distributed import CancelledError, KilledWorker

    for _ in range(TRIES):
        try:
            return future.result()
        except (KilledWorker, CancelledError):
            future = _submit(client, packed, first, plan)
    raise ClusterFault(
        f"{TRIES} workers died during the same rounds; the cluster may lack memory, or something kills its workers"
    )


def _deal_group(packed: bytes, first: int, chunks: int) -> Any:
    table, plan = _unpacked(packed)
    tally = plan.new_tally(table)
    for chunk in range(first, first + chunks):
        tally = tally.plus(plan.deal(table, chunk))
    return tally


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Deals[Any], Plan]:
    """Cached, so that a worker unpacks a table only once."""
    unpacked: tuple[Deals[Any], Plan] = pickle.loads(packed)
    return unpacked
