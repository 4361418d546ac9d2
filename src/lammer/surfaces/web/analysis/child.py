"""The child process: reads jobs from its standard input, one JSON object a line, and writes answers the same way.

It ends when its input does, so that it never outlives the server. A job that calls back now and then lets jobs that
arrive meanwhile go first: the server sends a second one only if it is more urgent.
"""

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import traceback
from typing import Any, TextIO

from lammer.rules.loader import load_sheet
from lammer.surfaces.web.analysis.tasks import TASKS

NICE = 5
"""Tables that are played on the same machine come first."""
MISSING = "the exact analysis is not installed on this server; it needs `pip install lammer`"


class _Stopped(Exception):
    """Nobody wants the answer any more."""


class Child:
    def __init__(self, answers: TextIO) -> None:
        self._answers = answers
        self._read: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._running: set[int] = set()
        self._stopped: set[int] = set()

    def listen(self) -> None:
        """For a thread of its own: when the input ends, so does the process, whatever it is working on."""
        for line in sys.stdin:
            self._read.put(json.loads(line))
        os._exit(0)

    def serve(self) -> None:
        while True:
            self._take(self._read.get())

    def _take(self, message: dict[str, Any]) -> None:
        if "stop" in message:
            self._stopped |= {message["stop"]} & self._running
            return
        self._running.add(message["id"])
        reply = self._worked(message)
        self._running.discard(message["id"])
        self._stopped.discard(message["id"])
        self.write({"id": message["id"]} | reply)

    def go_on(self, job: int) -> None:
        """Does more urgent work first. Raises _Stopped if the job is no longer wanted."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._take(self._read.get_nowait())
        if job in self._stopped:
            raise _Stopped

    def write(self, line: dict[str, Any]) -> None:
        self._answers.write(json.dumps(line) + "\n")
        self._answers.flush()

    def _worked(self, job: dict[str, Any]) -> dict[str, Any]:
        on_progress = _JobProgress(self, job["id"])
        try:
            on_progress()
            sheet = load_sheet(job["game"], tuple(job["overrides"]))
            return {"answer": TASKS[job["task"]].work(sheet, job["asked"], on_progress)}
        except _Stopped:
            return {"stopped": True}
        except ImportError:
            traceback.print_exc()
            return {"failed": MISSING}
        except Exception:  # the server says that it failed, and its log says why
            traceback.print_exc()
            return {"failed": "the analysis failed; the server's log says why"}


class _JobProgress:
    """What a job calls now and then, and tells about its parts."""

    def __init__(self, child: Child, job: int) -> None:
        self._child, self._job = child, job

    def __call__(self) -> None:
        self._child.go_on(self._job)

    def tell(self, done: int, of: int, part: str) -> None:
        self._child.write({"id": self._job, "progress": [done, of, part]})


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops it
    if hasattr(os, "nice"):
        os.nice(NICE)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    child = Child(answers)
    threading.Thread(target=child.listen, daemon=True).start()
    child.serve()


if __name__ == "__main__":
    main()
