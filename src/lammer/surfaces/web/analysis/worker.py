"""One child process and the jobs it has been given. It is started for its first job, and again when it has died."""

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from lammer.surfaces.web.analysis.jobs import Job

LOG = logging.getLogger("lammer.analysis")
COMMAND = (sys.executable, "-m", "lammer.surfaces.web.analysis.child")
ONE_CORE = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Workers share the cores with each other and with the tables: none of them takes more than one."""
LONGEST_ANSWER = 2**24
"""Bytes of one answer."""


class Worker:
    """``on_answer`` is called with a job and what the process wrote about it, ``on_end`` when the process has ended
    (True) or cannot be started (False); its jobs are then still here."""

    def __init__(
        self,
        seconds: float,
        on_answer: Callable[[Job, Mapping[str, Any]], None],
        on_end: Callable[["Worker", bool], None],
    ) -> None:
        self._seconds, self._on_answer, self._on_end = seconds, on_answer, on_end
        self.jobs: list[Job] = []
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """While there is a process."""
        return self._process.pid if self._process else None

    def takes(self, urgency: int) -> bool:
        """It does one job at a time; a second one only before work that is less urgent."""
        return not self.jobs or (len(self.jobs) == 1 and urgency < self.jobs[0].urgency)

    def give(self, job: Job) -> None:
        self.jobs.append(job)
        if self._process is not None:
            self._send(job)
        elif self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._run())

    def stop(self, job: Job) -> None:
        """Nobody wants the answer any more. The process says when it has stopped."""
        self._write({"stop": job.number})

    def take_back(self, job: Job) -> None:
        self.jobs.remove(job)
        if job.timer is not None:
            job.timer.cancel()

    async def close(self) -> None:
        self._closed = True
        self._kill()
        if self._watch is not None:
            await asyncio.wait([self._watch])

    async def _run(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
                env={**os.environ, **ONE_CORE},
            )
        except OSError as fault:
            LOG.error("the analysis cannot be started: %s", fault)
            self._watch = None
            self._on_end(self, False)
            return
        if self._closed:  # while it was being started
            self._kill()
        await self._listen(self._process)
        self._process = self._watch = None
        self._on_end(self, True)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            for job in self.jobs:
                self._send(job)
            async for line in process.stdout:
                self._heard(json.loads(line))
        except ValueError:
            LOG.exception("the analysis gave an answer that cannot be read")
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def _heard(self, line: Mapping[str, Any]) -> None:
        job = next((one for one in self.jobs if one.number == line["id"]), None)
        if job is None:
            return
        if "progress" in line:
            done, of, part = line["progress"]
            job.progress = (done, of, part)
            return
        self.take_back(job)
        self._on_answer(job, line)

    def _send(self, job: Job) -> None:
        job.timer = asyncio.get_running_loop().call_later(self._seconds, self._too_long, job)
        self._write(job.message())

    def _write(self, message: Mapping[str, Any]) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(ConnectionError):
                self._process.stdin.write(json.dumps(message).encode() + b"\n")

    def _too_long(self, job: Job) -> None:
        job.overdue = True
        LOG.warning("a calculation took more than %s seconds and was ended: %s", self._seconds, job.question)
        self._kill()

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
