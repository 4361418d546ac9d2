"""Checks passwords in a separate thread with a short queue, so that a flood of log-ins does not delay other requests.

Argon2 takes some 50 ms and 64 MB on purpose, on four threads of its own, and releases the GIL. One check at a time is
enough. If the queue is full, a log-in is refused at once.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from lammer.errors import LammerError

T = TypeVar("T")
QUEUE = 8
"""The maximum number of log-ins running or waiting."""
FROM_ONE_ADDRESS = 2
"""The maximum from one address, so that a flood leaves room for others."""
RETRY_SECONDS = 1


class Busy(LammerError):
    """The queue is full; nothing was done."""


class Hashing:
    def __init__(self, queue: int = QUEUE, from_one_address: int = FROM_ONE_ADDRESS) -> None:
        self._queue, self._each = queue, from_one_address
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._lock, self._waiting = threading.Lock(), Counter[str]()

    async def run(self, address: str, task: Callable[[], T]) -> T:
        """Raises Busy at once if the queue is full."""
        return await asyncio.wrap_future(self._submit(address, task))

    def run_here(self, address: str, task: Callable[[], T]) -> T:
        """The same, called from a thread that may wait."""
        return self._submit(address, task).result()

    def _submit(self, address: str, task: Callable[[], T]) -> "Future[T]":
        with self._lock:
            if self._waiting.total() >= self._queue or self._waiting[address] >= self._each:
                raise Busy
            self._waiting[address] += 1
        future = self._pool.submit(task)
        future.add_done_callback(lambda _: self._leave(address))
        return future

    def _leave(self, address: str) -> None:
        with self._lock:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
