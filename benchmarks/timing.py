"""Timing shared by the benchmarks."""

import time
from collections.abc import Callable


def best(work: Callable[[], object], tries: int) -> float:
    """Seconds of the best of a few tries, which is the least disturbed one on a shared machine."""
    times = []
    for _ in range(tries):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)
