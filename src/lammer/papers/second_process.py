"""Computes parts of a document in a second process while this one computes the others.

A process and not a thread: most of the work is Python code, which takes turns in threads. Work that the second process
does not finish, because it was killed or could not be started, is done here instead.
"""

import os
import signal
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

Found = TypeVar("Found")
Given = ParamSpec("Given")
LOST = (EOFError, OSError)
"""What a pipe raises if the process at its other end is gone."""


class SecondProcess:
    """``with SecondProcess() as second: later = second.begin(work, argument); …; later()``. Arguments and results are
    pickled. Work is done in the order in which it was begun."""

    def __init__(self) -> None:
        spawn = get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        # A daemon, so that Python ends it with this process.
        self._process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._results: list[Any] = []
        self._begun = 0

    def begin(self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Callable[[], Found]:
        """Begins some work, and returns the function that waits for its result."""
        here = partial(work, *given, **named)
        try:
            self._pipe.send(here)
        except LOST:
            return here
        self._begun += 1
        return partial(self._result, self._begun - 1, here)

    def _result(self, number: int, here: Callable[[], Found]) -> Found:
        try:
            while len(self._results) <= number:
                self._results.append(self._pipe.recv())
        except LOST:
            return here()
        found: Found = self._results[number]
        return found

    def __enter__(self) -> "SecondProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    # Ctrl-C in a terminal reaches both processes, and the first one says what there is to say.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    while True:
        try:
            work: Callable[[], Any] = pipe.recv()
            pipe.send(work())
        except LOST:
            os._exit(0)
