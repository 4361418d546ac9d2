"""Counts and times for Prometheus, by route and status, without names or cards.

With several worker processes each writes its figures to a shared folder, and the process that answers a request adds
them up. The client library does so if the folder is in the environment when it is first imported.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

disable_created_metrics()  # type: ignore[no-untyped-call]  # creation times, which are not needed


@contextmanager
def shared_by_workers() -> Iterator[None]:
    """Worker processes started in this context share their figures."""
    with TemporaryDirectory(prefix="lammer-metrics-") as folder:
        os.environ[SHARED_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[SHARED_FOLDER]


def worker_ended(pid: int) -> None:
    """Keeps the counts of an ended worker, but not its viewers."""
    if SHARED_FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


class Metrics:
    def __init__(self) -> None:
        self._registry = own = CollectorRegistry()
        self._shared = SHARED_FOLDER in os.environ
        labels = ("method", "route", "status")
        self._requests = Counter("lammer_requests", "Requests by route and status.", labels, registry=own)
        self._seconds = Histogram("lammer_request_seconds", "Time to answer.", registry=own, buckets=BUCKETS)
        self.viewers = Gauge("lammer_viewers", "Open pages of tables.", registry=own, multiprocess_mode="livesum")
        self.event_readers = Gauge(
            "lammer_event_readers", "Open event streams.", registry=own, multiprocess_mode="livesum"
        )
        self._known: dict[tuple[str, str, int], Counter] = {}

    def request(self, scope: Mapping[str, Any], status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        key = (scope["method"], route, status)
        counter = self._known.get(key)
        if counter is None:
            counter = self._known[key] = self._requests.labels(*key)
        counter.inc()
        if not scope["state"].get("endless"):
            self._seconds.observe(seconds)

    def text(self) -> str:
        registry = self._registry
        if self._shared:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry).decode()
