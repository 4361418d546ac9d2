"""Questions that take long to answer exactly: queued, worked out by one child process, and kept by content.

Everything here runs on the event loop, which only waits; the work is the child's. Equal questions share one job. A page
that asks something newer gives up what it asked before. A child that dies or takes too long is replaced.
"""

import asyncio
import contextlib
import json
import logging
import sys
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lammer.errors import LammerError
from lammer.surfaces.web.analysis.tasks import BACKGROUND, TASKS

LOG = logging.getLogger("lammer.analysis")
COMMAND = (sys.executable, "-m", "lammer.surfaces.web.analysis.child")
LONGEST_ANSWER = 2**24
"""Bytes of one answer."""
MAX_PAGES = 2_000
"""Pages whose turn is remembered."""
MAX_TRIES = 2
"""A job whose child died is tried again, but one that kills every child is not."""


class Question(NamedTuple):
    """``ref`` and ``digest`` are the sheet's: an answer is kept by them, however its overrides were written."""

    task: str
    game: str
    overrides: tuple[str, ...]
    ref: str
    digest: str
    asked: str = "{}"
    """What the task needs beside the sheet, as JSON."""

    @property
    def content(self) -> tuple[str, ...]:
        return self.task, self.ref, self.digest, self.asked


class Asker(NamedTuple):
    """A page, and how many things it has asked: with a higher turn, what it asked before is no longer wanted."""

    page: str
    turn: int


class Superseded(LammerError):
    """The same page has asked something newer."""


class Unavailable(LammerError):
    """There is no answer now; asking again later may help."""


@dataclass(eq=False)
class _Job:
    number: int
    question: Question
    urgency: int
    waiters: dict["asyncio.Future[Any]", Asker | None] = field(default_factory=dict)
    wanted: bool = False
    """Worked out although nobody waits for it."""
    tries: int = 0
    overdue: bool = False
    timer: asyncio.TimerHandle | None = None

    def message(self) -> dict[str, Any]:
        asked = self.question
        told = {"id": self.number, "task": asked.task, "game": asked.game, "overrides": list(asked.overrides)}
        return told | {"asked": json.loads(asked.asked)}


class Analyst:
    """``queue`` jobs wait at most, ``kept`` answers are remembered, and a job may take ``seconds``."""

    def __init__(self, queue: int = 96, kept: int = 4096, seconds: float = 600.0) -> None:
        self._queue, self._kept_at_most, self._seconds = queue, kept, seconds
        self._kept: OrderedDict[tuple[str, ...], Any] = OrderedDict()
        self._jobs: dict[tuple[str, ...], _Job] = {}
        self._waiting: list[_Job] = []
        self._sent: list[_Job] = []
        self._turns: OrderedDict[str, int] = OrderedDict()
        self._number = 0
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The child's, while there is one."""
        return self._process.pid if self._process else None

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
        self._go_on()
        try:
            return await waiter
        finally:
            job.waiters.pop(waiter, None)
            self._drop_unwanted(job)

    def warm(self, question: Question) -> None:
        """Begins to work out what will soon be asked, if there is room."""
        if question.content not in self._kept and not self._closed:
            with contextlib.suppress(Unavailable):
                self._job(question, BACKGROUND).wanted = True
                self._go_on()

    async def close(self) -> None:
        self._closed = True
        self._kill()
        if self._watch is not None:
            await asyncio.wait([self._watch])
        for job in list(self._jobs.values()):
            self._fail(job, Unavailable("the server is stopping"))

    def _job(self, question: Question, urgency: int) -> _Job:
        job = self._jobs.get(question.content)
        if job is not None:
            job.urgency = min(job.urgency, urgency)
            return job
        if self._closed:
            raise Unavailable("the server is stopping")
        if len(self._waiting) >= self._queue:
            raise Unavailable("too many calculations are waiting; try again in a moment")
        self._number += 1
        job = _Job(self._number, question, urgency)
        self._jobs[question.content] = job
        self._waiting.append(job)
        return job

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

    def _drop_unwanted(self, job: _Job) -> None:
        if job.waiters or job.wanted or self._jobs.get(job.question.content) is not job:
            return
        if job in self._waiting:
            self._waiting.remove(job)
            del self._jobs[job.question.content]
        elif job in self._sent:
            self._write({"stop": job.number})

    def _go_on(self) -> None:
        if self._closed:
            return
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._supervise())
        elif self._process is not None:
            self._send()

    async def _supervise(self) -> None:
        """A child as long as there is one to listen to, and another when it is gone and jobs are left."""
        while self._waiting and not self._closed:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *COMMAND,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=LONGEST_ANSWER,
                )
            except OSError as fault:
                LOG.error("the analysis cannot be started: %s", fault)
                for job in self._waiting[:]:
                    self._fail(job, Unavailable("the analysis cannot be started on this server"))
                return
            if self._closed:  # while it was being started
                self._kill()
            await self._listen(self._process)
            self._process = None
            self._pick_up()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            self._send()
            async for line in process.stdout:
                self._heard(json.loads(line))
                self._send()
        except ValueError:
            LOG.exception("the analysis gave an answer that cannot be read")
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def _heard(self, told: Mapping[str, Any]) -> None:
        job = next((one for one in self._sent if one.number == told["id"]), None)
        if job is None:
            return
        self._take_back(job)
        if "answer" in told:
            self._keep(job.question.content, told["answer"])
            self._end(job)
            for waiter in job.waiters:
                if not waiter.done():
                    waiter.set_result(told["answer"])
        elif "failed" in told:
            self._fail(job, Unavailable(told["failed"]))
        elif job.waiters or job.wanted:  # somebody has asked for it again after it was stopped
            self._waiting.insert(0, job)
        else:
            self._end(job)

    def _keep(self, content: tuple[str, ...], answer: Any) -> None:
        self._kept[content] = answer
        if len(self._kept) > self._kept_at_most:
            self._kept.popitem(last=False)

    def _send(self) -> None:
        """The most urgent job; a second one only before work that is less urgent."""
        while self._waiting:
            best = min(self._waiting, key=lambda job: (job.urgency, job.number))
            if self._sent and (len(self._sent) > 1 or best.urgency >= self._sent[-1].urgency):
                return
            self._waiting.remove(best)
            self._sent.append(best)
            best.timer = asyncio.get_running_loop().call_later(self._seconds, self._too_long, best)
            self._write(best.message())

    def _write(self, message: Mapping[str, Any]) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(ConnectionError):
                self._process.stdin.write(json.dumps(message).encode() + b"\n")

    def _too_long(self, job: _Job) -> None:
        job.overdue = True
        LOG.warning("a calculation took more than %s seconds and was ended: %s", self._seconds, job.question)
        self._kill()

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def _pick_up(self) -> None:
        """What the child that is gone was working on."""
        late = any(job.overdue for job in self._sent)
        for job in self._sent[:]:
            self._take_back(job)
            job.tries += 0 if late else 1
            if job.overdue:
                self._fail(job, Unavailable(f"the calculation took more than {self._seconds:g} seconds and was ended"))
            elif job.tries >= MAX_TRIES:
                self._fail(job, Unavailable("the analysis ended without an answer"))
            else:
                self._waiting.insert(0, job)

    def _take_back(self, job: _Job) -> None:
        self._sent.remove(job)
        if job.timer is not None:
            job.timer.cancel()

    def _end(self, job: _Job) -> None:
        self._jobs.pop(job.question.content, None)
        if job in self._waiting:
            self._waiting.remove(job)

    def _fail(self, job: _Job, why: Unavailable) -> None:
        self._end(job)
        for waiter in job.waiters:
            if not waiter.done():
                waiter.set_exception(why)
