"""Work that two processes share: each takes the next piece that nobody has begun.

A process and not a thread: most of the work is Python code, which takes turns in threads. The second process takes
pieces in the order in which they are listed. This one takes the piece whose result it needs, and others while the
second process is doing that one, so that neither waits long for the other. What the second process does not finish,
because it was killed or could not be started, is done here, too.
"""

import os
import signal
from collections import deque
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from threading import Condition, Thread
from types import TracebackType
from typing import Any, ParamSpec, Protocol, TypeVar

Found = TypeVar("Found")
Given = ParamSpec("Given")
LOST = (EOFError, OSError)
"""What a pipe raises if the process at its other end is gone."""


class Workers(Protocol):
    def begin(self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Callable[[], Found]:
        """Lists some work, and returns the function that gives its result: waits for it, or does the work."""


class Alone:
    """This process does everything itself."""

    def begin(self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Callable[[], Found]:
        return partial(work, *given, **named)


class _Piece:
    """Some work. ``results`` has one entry when it is done."""

    def __init__(self, here: Callable[[], Any]) -> None:
        self.here = here
        # Pickled at once, so that work which cannot be pickled is refused where it is listed.
        self.pickled = ForkingPickler.dumps(here)
        self.results: list[Any] = []


class SecondProcess:
    """``with SecondProcess() as second: later = second.begin(work, argument); …; later()``. Arguments and results are
    pickled."""

    def __init__(self) -> None:
        spawn = get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        # A daemon, so that Python ends it with this process.
        self._process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._listed: deque[_Piece] = deque()
        """What nobody has begun."""
        self._lost = False
        self._changed = Condition()
        self._feeder = Thread(target=self._feed, daemon=True)
        self._feeder.start()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    @property
    def listed(self) -> int:
        """How many pieces nobody has begun."""
        return len(self._listed)

    def begin(self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Callable[[], Found]:
        piece = _Piece(partial(work, *given, **named))
        with self._changed:
            self._listed.append(piece)
            self._changed.notify_all()
        return partial(self._result, piece)

    def _result(self, piece: _Piece) -> Any:
        while not piece.results:
            mine = self._next_for(piece)
            if mine is not None:
                mine.results.append(mine.here())
        return piece.results[0]

    def _next_for(self, piece: _Piece) -> _Piece | None:
        """What to do here to get a piece: that piece, or another one while the second process does it. None if nothing
        is left but to wait, which is over then."""
        with self._changed:
            if piece in self._listed:
                self._listed.remove(piece)
                return piece
            if self._lost:
                return piece
            if self._listed:
                return self._listed.popleft()
            self._changed.wait_for(lambda: piece.results or self._lost)
            return None

    def _feed(self) -> None:
        """Hands the listed pieces to the second process, one at a time."""
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._listed or self._lost)
                    if self._lost:
                        return
                    piece = self._listed.popleft()
                self._pipe.send_bytes(piece.pickled)
                found = self._pipe.recv()
                with self._changed:
                    piece.results.append(found)
                    self._changed.notify_all()
        except LOST:
            self._lose()

    def _lose(self) -> None:
        with self._changed:
            self._lost = True
            self._changed.notify_all()

    def __enter__(self) -> "SecondProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lose()
        self._process.terminate()
        self._process.join()
        self._feeder.join()
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
