"""Commands of lammer as real processes that need not import it first: one process has everything loaded and forks for
each of them. Half of the test command's time would be imports otherwise.

The whole test command starts one as a server for all its processes (tools/check.py), which compiles the kernels too,
and names its address in ``LAMMER_WARM``. Otherwise ``command()`` starts one for each process of the tests; it ends with
that process.

``command()`` names a small program that hands the server its arguments, folder, environment and standard streams,
passes on the signals that ask it to end, and ends as the command does. If it is killed, so is the command, a moment
later. ``Process`` is the command itself, for tests that kill it or look at what it holds. What must be a process from
its first instruction (set-up, a bare install) is started the usual way.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
CLI, RIGGED_SERVER = "lammer.surfaces.cli", "tests.surfaces.rigged_server"
ANALYSIS_CHILD = "tests.analysis_child"
"""Modules whose ``main`` takes the words of a command."""
CLIENT = """
import json, os, signal, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
message = json.dumps([sys.argv[2], sys.argv[3:], os.getcwd(), dict(os.environ), False]).encode()
socket.send_fds(line, [len(message).to_bytes(8, "big")], [0, 1, 2])
line.sendall(message)
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, _: line.sendall(bytes([number])))
_pid, code = [*line.makefile(), "70", "70"][:2]
os._exit(int(code) % 256)
"""
OVERRIDES = ("shoe.decks=8", "split.maximum_hands=2")
"""Rules that no test asks about, so that none is answered from memory."""
NOBODYS = ["sd-free-bet", *(word for one in OVERRIDES for word in ("--set", one))]
LOADED = (
    ["edge", *NOBODYS, "--fresh"],
    ["simulate", *NOBODYS, "--rounds", "1000"],
    ["sweep", *NOBODYS, "--vary", "dealer.soft_17=hit,stand", "--paired", "--rounds", "1000"],
    ["simulate", *NOBODYS, "--rounds", "1000", "--side", "pot-of-gold=5", "--shoe", "cut", "--count", "hi-lo"],
    ["sidebets", *NOBODYS, "--brief"],
    ["simulate", "blackjack-switch", "--set", OVERRIDES[0], "--rounds", "1000"],
)
"""Commands that bring in every kernel but those of ``_load_kernels``."""


def command(module: str = CLI) -> list[str]:
    """What to put before a command's arguments."""
    if not hasattr(os, "fork"):
        return [sys.executable, "-c", f"import sys; from {module} import main; main(sys.argv[1:])"]
    return [sys.executable, "-S", "-E", "-c", CLIENT, _address(), module]


Stream = int | IO[Any] | None


class Process:
    """A command as a process of its own, with the methods of ``subprocess.Popen`` that tests use. ``session`` makes it
    the leader of a session, whose terminal is its standard input if that is one."""

    def __init__(
        self,
        words: Sequence[str],
        module: str = CLI,
        *,
        cwd: Path | str | None = None,
        env: Mapping[str, str] | None = None,
        stdin: Stream = None,
        stdout: Stream = None,
        stderr: Stream = None,
        session: bool = False,
    ) -> None:
        self.returncode: int | None = None
        self._ours: list[int] = []  # ends of pipes and files that only the command needs
        streams = [self._given(stream, number) for number, stream in enumerate((stdin, stdout, stderr))]
        self.stdin = os.fdopen(streams[0][1], "wb", 0) if streams[0][1] is not None else None
        self.stdout, self.stderr = (
            os.fdopen(kept, "r", encoding="utf-8") if kept is not None else None for _, kept in streams[1:]
        )
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(_address())
        message = json.dumps([module, list(words), str(cwd or os.getcwd()), dict(env or os.environ), session]).encode()
        socket.send_fds(self._line, [len(message).to_bytes(8, "big")], [given for given, _ in streams])
        self._line.sendall(message)
        for end in self._ours:
            os.close(end)
        self.pid = self._number()

    def _given(self, stream: Stream, number: int) -> tuple[int, int | None]:
        """What the command gets as its stream of that number, and the end of a pipe that stays here."""
        if stream is None:
            return number, None
        if stream == subprocess.DEVNULL:
            self._ours.append(os.open(os.devnull, os.O_RDWR))
            return self._ours[-1], None
        if stream == subprocess.PIPE:
            ends = os.pipe()
            theirs, kept = ends if number == 0 else ends[::-1]
            self._ours.append(theirs)
            return theirs, kept
        return stream if isinstance(stream, int) else stream.fileno(), None

    def _number(self) -> int:
        """The next line of the server, and not a byte of the one after it."""
        text = b""
        while not text.endswith(b"\n"):
            piece = self._line.recv(1)
            assert piece, "the warm server has ended"
            text += piece
        return int(text)

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._line], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._line], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a command of the warm server", timeout or 0)
            self.returncode = self._number()
            self._line.close()
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What is left to read of its pipes, once it has ended."""
        texts = ["", ""]

        def read(at: int, pipe: IO[str]) -> None:
            with pipe:
                texts[at] = pipe.read()

        pipes = [pipe for pipe in (self.stdout, self.stderr) if pipe and not pipe.closed]
        places = [int(pipe is self.stderr) for pipe in pipes]
        readers = [threading.Thread(target=read, args=pair, daemon=True) for pair in zip(places, pipes, strict=True)]
        for reader in readers:
            reader.start()
        self.wait(timeout)
        for reader in readers:
            reader.join(timeout)
        return texts[0], texts[1]

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start_analysis_warm() -> None:
    """Servers of this process, and of those it forks, get the children of their workbench from the warm server."""
    from lammer.surfaces.web.analysis import worker

    setattr(worker, "COMMAND", tuple(command(ANALYSIS_CHILD)))  # noqa: B010 (which is final for everybody else)


@cache
def _address() -> str:
    """Of the server of all processes, or else of one that is started for this process."""
    if shared := os.environ.get("LAMMER_WARM"):
        return shared
    address = Path(tempfile.mkdtemp(prefix="lammer-warm-")) / "socket"
    # It ends when this process does, since nobody holds the other end of its standard input any more.
    server = subprocess.Popen(
        [sys.executable, str(Path(__file__)), str(address)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "NUMBA_THREADING_LAYER": "workqueue"},  # whose threads a forked process can start anew
    )
    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    atexit.register(_end, server, address.parent)
    return str(address)


def _end(server: subprocess.Popen[bytes], folder: Path) -> None:
    server.communicate()
    folder.rmdir()


def serve(address: str) -> None:
    """Forks for every command until standard input is closed."""
    _load()
    if not hasattr(os, "fork"):
        print("ready", flush=True)  # the kernels are compiled, and that is all
        sys.stdin.read()
        return
    os.environ["LAMMER_WARM"] = address
    start_analysis_warm()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(64)
    signal.signal(signal.SIGCHLD, _reap)
    print("ready", flush=True)
    while sys.stdin not in select.select([listening, sys.stdin], [], [])[0]:
        line, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            _answer(line)
        line.close()
    os.unlink(address)


def _reap(*_: object) -> None:
    """Children could be ignored instead, but then the processor time they took would be counted nowhere."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _load() -> None:
    from lammer.surfaces.cli import main
    from tests.counted_once import count_once

    count_once()
    import_module(RIGGED_SERVER)
    import_module(ANALYSIS_CHILD)
    _load_server()
    _load_kernels()
    kept = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for words in LOADED:
        try:
            main(words)
        except SystemExit as ending:
            if ending.code:
                raise
    sys.stdout.flush()
    os.dup2(kept, 1)


def _load_kernels() -> None:
    """Kernels that a server would compile in the background, of rounds with several splits, and of rounds played step
    by step. A process that needs one that is not there compiles it, for up to half a minute; every command loads it for
    itself."""
    import numpy as np

    from lammer.api.kernels import compile_kernels
    from lammer.exact.pair_kernels import convolved
    from lammer.rules.loader import load_sheet
    from lammer.stepping.rounds import DEAL, SteppedRounds
    from lammer.workbench.measures import quick_deviation

    compile_kernels()
    sheet = load_sheet("sd-free-bet", OVERRIDES)
    quick_deviation(sheet)
    convolved(np.zeros((1, 1)), np.zeros((1, 1)))
    rounds = SteppedRounds(sheet)
    rounds.seed({0: 1})
    rounds.open(np.ones(1, dtype=np.uint8))
    rounds.step(np.array([DEAL]))
    rounds.step_first(DEAL)


def _load_server() -> None:
    """Most of a server's start is spent on validators, on alembic and on reading every sheet: four fifths of 0.8 CPU
    seconds, and the tests start a hundred of them."""
    from lammer.floor.house import create_floor
    from lammer.surfaces.web.app import create_app
    from lammer.surfaces.web.people import People
    from tests.adapters_once import build_adapters_once

    build_adapters_once()
    with tempfile.TemporaryDirectory(prefix="lammer-warm-") as folder:
        os.environ["LAMMER_KEYS"] = folder  # nothing of these books goes to the user's own folder
        floor = create_floor(Path(folder) / "floor.db", Path(folder) / "floor.key")
        create_app(floor, People(b"a secret of the tests alone"))
        floor.journal.close()


def _answer(line: socket.socket) -> None:
    """In a process of its own: starts the command as its child, and tells how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    length, streams, _, _ = socket.recv_fds(line, 8, 3)
    message = line.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL)
    child = os.fork()
    if child == 0:
        line.close()
        _become(streams, *json.loads(message))
    try:
        line.sendall(f"{child}\n".encode())
    except ConnectionError:  # whoever asked is gone; the command would hold its streams open for ever
        os.kill(child, signal.SIGKILL)
    threading.Thread(target=_pass_on_signals, args=(line, child), daemon=True).start()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(ConnectionError):
        line.sendall(f"{code}\n".encode())
    os._exit(0)


def _pass_on_signals(line: socket.socket, child: int) -> None:
    with suppress(ProcessLookupError, ConnectionError):
        while number := line.recv(1):
            os.kill(child, number[0])
        os.kill(child, signal.SIGKILL)  # whoever asked is gone


def _become(
    streams: list[int], module: str, arguments: list[str], folder: str, environment: dict[str, str], session: bool
) -> None:
    if session:
        os.setsid()
        if os.isatty(streams[0]):
            import fcntl
            import termios

            fcntl.ioctl(streams[0], termios.TIOCSCTTY, 0)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell in the background would have it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    code = 0
    try:
        import_module(module).main(arguments)
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else 1 if ending.code else 0
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 1
    finally:
        for text in (sys.stdout, sys.stderr):
            with suppress(OSError):
                text.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    serve(sys.argv[1])
