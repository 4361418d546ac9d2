"""Questions that take long to answer exactly: queued, worked out by a few child processes, and kept by content.

Everything here runs on the event loop, which only waits; the work is done by child processes. Equal questions share one
job. A page that asks something newer gives up what it asked before. A process that dies or takes too long is replaced.
"""

import asyncio
import contextlib
import os
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any

from lammer.surfaces.web.analysis.jobs import Asker, Job, Question, Superseded, Unavailable
from lammer.surfaces.web.analysis.tasks import BACKGROUND, TASKS
from lammer.surfaces.web.analysis.worker import Worker

MAX_PAGES = 2_000
"""Pages whose turn is remembered."""
MAX_TRIES = 2
"""A job whose process died is tried again, but one that kills every process is not."""
WORKERS = min(2, os.cpu_count() or 1)
"""Two people at once do not wait for each other; each process takes some hundred megabytes."""


class Analyst:
    """``queue`` jobs wait at most, ``kept`` answers are remembered, and a job may take ``seconds``. ``workers`` child
    processes do the work; they are started when something is first asked."""

    def __init__(self, queue: int = 96, kept: int = 4096, seconds: float = 600.0, workers: int = WORKERS) -> None:
        self._queue, self._kept_at_most, self._seconds = queue, kept, seconds
        self._kept: OrderedDict[tuple[str, ...], Any] = OrderedDict()
        self._jobs: dict[tuple[str, ...], Job] = {}
        self._waiting: list[Job] = []
        self._workers = [Worker(seconds, self._answered, self._ended) for _ in range(workers)]
        self._turns: OrderedDict[str, int] = OrderedDict()
        self._number = 0
        self._warm = self._closed = False

    @property
    def pids(self) -> list[int]:
        """Of the child processes that there are."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def ask(self, question: Question, asker: Asker | None = None, *, background: bool = False) -> Any:
        """The answer, as JSON reads it. Raises Superseded or Unavailable."""
        self._turn(asker)
        known = question.content
        if known in self._kept:
            self._kept.move_to_end(known)
            return self._kept[known]
        job = self._job(question, BACKGROUND if background else TASKS[question.task].urgency)
        waiter: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        job.waiters[waiter] = asker
        self._hand_out()
        try:
            return await waiter
        finally:
            job.waiters.pop(waiter, None)
            self._drop_unwanted(job)

    def progress(self, question: Question) -> tuple[int, int, str]:
        """Parts done, of how many, and the part that is being done; nothing if nobody asks the question now."""
        job = self._jobs.get(question.content)
        return (0, 0, "") if job is None else job.progress

    def warm(self, question: Question) -> None:
        """Begins to work out what will soon be asked, if there is room."""
        if question.content not in self._kept and not self._closed:
            with contextlib.suppress(Unavailable):
                self._job(question, BACKGROUND).needed = True
                self._hand_out()

    async def close(self) -> None:
        self._closed = True
        await asyncio.gather(*(worker.close() for worker in self._workers))
        for job in list(self._jobs.values()):
            self._fail(job, Unavailable("the server is stopping"))

    def _job(self, question: Question, urgency: int) -> Job:
        job = self._jobs.get(question.content)
        if job is not None:
            job.urgency = min(job.urgency, urgency)
            return job
        if self._closed:
            raise Unavailable("the server is stopping")
        if len(self._waiting) >= self._queue:
            raise Unavailable("too many calculations are waiting; try again in a moment")
        job = self._jobs[question.content] = self._numbered(question, urgency)
        self._waiting.append(job)
        return job

    def _numbered(self, question: Question, urgency: int) -> Job:
        self._number += 1
        return Job(self._number, question, urgency)

    def _turn(self, asker: Asker | None) -> None:
        """Gives up what the page asked in earlier turns."""
        if asker is None:
            return
        newest = self._turns.get(asker.page, asker.turn)
        if asker.turn < newest:
            raise Superseded("this page has asked something newer")
        self._turns[asker.page] = asker.turn
        self._turns.move_to_end(asker.page)
        if len(self._turns) > MAX_PAGES:
            self._turns.popitem(last=False)
        if asker.turn > newest:
            for waiter in list(self._older(asker)):
                waiter.set_exception(Superseded("this page has asked something newer"))

    def _older(self, asker: Asker) -> Iterator["asyncio.Future[Any]"]:
        for job in self._jobs.values():
            for waiter, who in job.waiters.items():
                if who is not None and who.page == asker.page and who.turn < asker.turn and not waiter.done():
                    yield waiter

    def _drop_unwanted(self, job: Job) -> None:
        if job.wanted or self._jobs.get(job.question.content) is not job:
            return
        if job in self._waiting:
            self._end(job)
        for worker in self._workers:
            if job in worker.jobs:
                worker.stop(job)

    def _hand_out(self) -> None:
        """The most urgent jobs first, as long as there is a worker for them."""
        while self._waiting and not self._closed:
            best = min(self._waiting, key=lambda job: (job.urgency, job.number))
            free = [worker for worker in self._workers if worker.takes(best.urgency)]
            if not free:
                return
            self._waiting.remove(best)
            min(free, key=lambda worker: (len(worker.jobs), worker.pid is None)).give(best)
            if TASKS[best.question.task].urgency < BACKGROUND:
                self._warm_up(best.question)

    def _warm_up(self, question: Question) -> None:
        """Gives the first question of all to every worker, so that nobody waits for a process to start later."""
        if not self._warm:
            self._warm = True
            for worker in self._workers:
                if not worker.jobs:
                    worker.give(self._numbered(question, BACKGROUND))

    def _answered(self, job: Job, line: Mapping[str, Any]) -> None:
        if "answer" in line:
            if TASKS[job.question.task].kept:
                self._keep(job.question.content, line["answer"])
            self._end(job)
            job.answer(line["answer"])
        elif "failed" in line:
            self._fail(job, Unavailable(line["failed"]))
        elif job.wanted:  # somebody has asked for it again after it was stopped
            self._waiting.insert(0, job)
        else:
            self._end(job)
        self._hand_out()

    def _ended(self, worker: Worker, started: bool) -> None:
        """What a process that is gone was working on."""
        late = any(job.overdue for job in worker.jobs)
        for job in worker.jobs[:]:
            worker.take_back(job)
            if not job.wanted:
                self._end(job)
                continue
            job.tries += 0 if late else 1
            if not started:
                self._fail(job, Unavailable("the analysis cannot be started on this server"))
            elif job.overdue:
                self._fail(job, Unavailable(f"the calculation took more than {self._seconds:g} seconds and was ended"))
            elif job.tries >= MAX_TRIES:
                self._fail(job, Unavailable("the analysis ended without an answer"))
            else:
                self._waiting.insert(0, job)
        self._hand_out()

    def _keep(self, content: tuple[str, ...], answer: Any) -> None:
        self._kept[content] = answer
        if len(self._kept) > self._kept_at_most:
            self._kept.popitem(last=False)

    def _end(self, job: Job) -> None:
        if self._jobs.get(job.question.content) is job:
            del self._jobs[job.question.content]
        if job in self._waiting:
            self._waiting.remove(job)

    def _fail(self, job: Job, why: Unavailable) -> None:
        self._end(job)
        job.fail(why)
