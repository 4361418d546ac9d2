"""The desk carries out commands in order, because the books accept one writer at a time. Commands that queue up in the
meantime share one transaction; each is answered after its commit.

With books in a file the event loop runs the commands itself and only the commit runs in a thread. In a thread every
statement would release the GIL and wait half a millisecond to get it back from the loop, while all other writers wait
too. A database server may be slow to answer, so there the thread does everything.
"""

import asyncio
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from lammer.ledger.batch import Batch
from lammer.ledger.journal import Journal
from lammer.ledger.store import Busy

T = TypeVar("T")
TRIES, TRY_SECONDS = 200, 0.001
"""How often the loop tries to begin while another process writes, before a thread waits for it."""
MAX_TOGETHER = 32
LONGEST_SECONDS = 0.01
"""After this time no further command is added to a transaction, because its first command waits for its last one and
the event loop is blocked."""


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

    def respond(self) -> None:
        if self.future.done():  # the client has gone
            return
        if self.fault is not None:
            self.future.set_exception(self.fault)
        else:
            self.future.set_result(self.answer)


class Desk:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._queue: deque[Waiting] = deque()
        self._work: asyncio.Task[None] | None = None
        self._here = threading.local()

    async def carry_out(self, task: Callable[[], T]) -> T:
        """Runs the task and returns its result after the commit."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append(Waiting(task, future))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._carry_out_all())
        return await future

    def after_commit(self, notify: Callable[[], None]) -> None:
        """Calls ``notify`` after the commit of the current task; at once outside of a task."""
        later: list[Callable[[], None]] | None = getattr(self._here, "later", None)
        if later is None:
            notify()
        else:
            later.append(notify)

    async def close(self) -> None:
        """Finishes all queued commands."""
        if self._work is not None:
            await self._work
        self._thread.shutdown()

    async def _carry_out_all(self) -> None:
        while self._queue:
            batch, later = list[Waiting](), list[Callable[[], None]]()
            try:
                if self._journal.in_file:
                    await self._on_the_loop(batch, later)
                else:
                    await asyncio.get_running_loop().run_in_executor(self._thread, self._in_the_thread, batch, later)
            except Exception as fault:  # nothing was committed
                later.clear()
                batch = batch or [self._queue.popleft()]
                for one in batch:
                    one.fault = one.fault or fault
            for notify in later:
                notify()
            for one in batch:
                one.respond()

    def _in_the_thread(self, batch: list[Waiting], later: list[Callable[[], None]]) -> None:
        with self._journal.together():
            self._fill(batch, later)

    async def _on_the_loop(self, batch: list[Waiting], later: list[Callable[[], None]]) -> None:
        loop = asyncio.get_running_loop()
        transaction, opened = await self._begin()
        try:
            with opened.used_here():
                self._fill(batch, later)
        except BaseException:
            transaction.__exit__(*sys.exc_info())
            raise
        await loop.run_in_executor(self._thread, transaction.__exit__, None, None, None)

    async def _begin(self) -> tuple[AbstractContextManager[Batch], Batch]:
        """Begins at once if no other process is writing; holds no lock while it waits."""
        for _ in range(TRIES):
            with suppress(Busy):
                transaction = self._journal.together(wait=False)
                return transaction, transaction.__enter__()
            await asyncio.sleep(TRY_SECONDS)
        transaction = self._journal.together()
        return transaction, await asyncio.get_running_loop().run_in_executor(self._thread, transaction.__enter__)

    def _fill(self, batch: list[Waiting], later: list[Callable[[], None]]) -> None:
        """Carries out queued commands, as many as fit into one transaction."""
        until = time.monotonic() + LONGEST_SECONDS
        self._here.later = later
        try:
            while self._queue and len(batch) < MAX_TOGETHER and (not batch or time.monotonic() < until):
                batch.append(self._queue.popleft())
                batch[-1].carry_out()
        finally:
            self._here.later = None
