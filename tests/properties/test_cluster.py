"""A real Dask cluster: the same sums as threads, also when a worker is killed in the middle."""

import os
import signal

import numpy as np
import pytest
from distributed import Client, LocalCluster

from lammer.simulate import cluster as engine
from lammer.simulate.kernel_data import Tally
from lammer.simulate.refusals import ClusterFault
from lammer.simulate.run import CHUNK, Plan, run
from tests.properties.test_simulation import same, table

PLAN = Plan(21, 6 * engine.GROUP * CHUNK // 16 + 1000, 0)


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GROUP", 1)
    dealt = table()
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        with Client(cluster) as client:
            victims = list(client.run(os.getpid).values())
        killed: list[int] = []

        def kill_one(_tally: Tally, chunks: int) -> None:
            if chunks == 1:
                os.kill(victims[0], signal.SIGKILL)
                killed.append(victims[0])

        with engine.connected(cluster.scheduler_address) as client:
            ran = engine.run_on_cluster(dealt, PLAN, client, kill_one)
    assert killed
    assert same(ran.tally, run(dealt, PLAN, 1).tally)


def test_the_comparison_would_notice_a_lost_chunk() -> None:
    """Negative control."""
    dealt = table()
    whole, less = run(dealt, PLAN, 1).tally, run(dealt, PLAN._replace(rounds=PLAN.rounds - 1), 1).tally
    assert not same(whole, less)
    assert int(np.sum(whole.nets)) == PLAN.rounds


def test_a_cluster_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "CONNECT_SECONDS", 1)
    with pytest.raises(ClusterFault, match="no Dask scheduler"), engine.connected("tcp://127.0.0.1:9"):
        pass
