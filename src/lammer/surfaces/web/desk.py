"""The desk: one thread carries out the commands, one after the other, since the books take one at a time anyway. Those
that wait while it works are carried out together and committed once; each is answered after that commit."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from lammer.ledger.journal import Journal

T = TypeVar("T")
MOST_TOGETHER = 32
"""Commands in one commit: the first of them waits for the last."""


@dataclass
class Waiting:
    task: Callable[[], Any]
    future: asyncio.Future[Any]
    answer: Any = None
    fault: BaseException | None = None

    def carry_out(self) -> None:
        try:
            self.answer = self.task()
        except Exception as fault:
            self.fault = fault

    def tell(self) -> None:
        if self.future.done():  # whoever asked has gone
            return
        if self.fault is not None:
            self.future.set_exception(self.fault)
        else:
            self.future.set_result(self.answer)


class Desk:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._lock = threading.Lock()
        self._queue: deque[Waiting] = deque()
        self._at_work = False
        self._here = threading.local()

    async def carry_out(self, task: Callable[[], T]) -> T:
        """Returns when what the task posted is committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._lock:
            self._queue.append(Waiting(task, future))
            begin, self._at_work = not self._at_work, True
        if begin:
            self._thread.submit(self._work, loop)
        return await future

    def after_commit(self, tell: Callable[[], None]) -> None:
        """For what others may know only once it is committed. Elsewhere than in a task it is already."""
        later: list[Callable[[], None]] | None = getattr(self._here, "later", None)
        if later is None:
            tell()
        else:
            later.append(tell)

    def close(self) -> None:
        self._thread.shutdown()

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        while batch := self._next():
            later: list[Callable[[], None]] = []
            self._here.later = later
            try:
                with self._journal.together():
                    for one in batch:
                        one.carry_out()
            except Exception as fault:  # nothing was committed
                later.clear()
                for one in batch:
                    one.fault = one.fault or fault
            self._here.later = None
            for tell in later:
                tell()
            loop.call_soon_threadsafe(_answer, batch)

    def _next(self) -> list[Waiting]:
        with self._lock:
            batch = [self._queue.popleft() for _ in range(min(MOST_TOGETHER, len(self._queue)))]
            self._at_work = bool(batch)
            return batch


def _answer(batch: list[Waiting]) -> None:
    for one in batch:
        one.tell()
