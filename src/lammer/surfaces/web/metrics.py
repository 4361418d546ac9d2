"""Counts and times for Prometheus, by route and status; no name and no card is in them."""

import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._times: Counter[float] = Counter()
        self._seconds, self._count = 0.0, 0

    def request(self, scope: Mapping[str, Any], status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        with self._lock:
            self._requests[scope["method"], route, status] += 1
            self._seconds += seconds
            self._count += 1
            for bucket in BUCKETS:
                self._times[bucket] += seconds <= bucket

    def text(self, viewers: int) -> str:
        with self._lock:
            lines = ["# TYPE lammer_requests_total counter"]
            for (method, route, status), number in sorted(self._requests.items()):
                labels = f'method="{method}",route="{route}",status="{status}"'
                lines.append(f"lammer_requests_total{{{labels}}} {number}")
            lines.append("# TYPE lammer_request_seconds histogram")
            lines += [f'lammer_request_seconds_bucket{{le="{bucket}"}} {self._times[bucket]}' for bucket in BUCKETS]
            lines.append(f'lammer_request_seconds_bucket{{le="+Inf"}} {self._count}')
            lines += [f"lammer_request_seconds_sum {self._seconds:.6f}", f"lammer_request_seconds_count {self._count}"]
            lines += ["# TYPE lammer_viewers gauge", f"lammer_viewers {viewers}"]
        return "\n".join(lines) + "\n"
