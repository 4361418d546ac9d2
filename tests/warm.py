"""Commands of lammer as real processes that need not import it first: one process has everything loaded and forks for
each of them. Half of the test command's time would be imports otherwise.

The whole test command starts one as a server for all its processes (tools/check.py), which compiles the kernels too,
and names its address in ``LAMMER_WARM``. Otherwise ``command()`` starts one for each process of the tests; it ends with
that process.

A command is then a small program that hands the server its arguments, folder, environment and standard streams, passes
on the signals that ask it to end, and ends as the command does. If it is killed, so is the command, a moment later.
What must be a process from its first instruction (set-up, a bare install, one that a test kills and starts again) is
started the usual way.
"""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLI, RIGGED_SERVER = "lammer.surfaces.cli", "tests.surfaces.rigged_server"
"""Modules whose ``main`` takes the words of a command."""
CLIENT = """
import json, os, signal, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
told = json.dumps([sys.argv[2], sys.argv[3:], os.getcwd(), dict(os.environ)]).encode()
socket.send_fds(line, [len(told).to_bytes(8, "big")], [0, 1, 2])
line.sendall(told)
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, _: line.sendall(bytes([number])))
os._exit(int(line.makefile().readline() or 70))
"""
OVERRIDES = ("shoe.decks=8", "split.maximum_hands=2")
"""Rules that no test asks about, so that none is answered from memory."""
NOBODYS = ["sd-free-bet", *(word for one in OVERRIDES for word in ("--set", one))]
LOADED = (
    ["edge", *NOBODYS, "--fresh"],
    ["simulate", *NOBODYS, "--rounds", "1000"],
    ["sweep", *NOBODYS, "--vary", "dealer.soft_17=hit,stand", "--paired", "--rounds", "1000"],
)
"""Commands that bring in every kernel but those of the workbench's quick spread."""


def command(module: str = CLI) -> list[str]:
    """What to put before a command's arguments."""
    if not hasattr(os, "fork"):
        return [sys.executable, "-c", f"import sys; from {module} import main; main(sys.argv[1:])"]
    return [sys.executable, "-S", "-E", "-c", CLIENT, _address(), module]


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
    import select

    _load()
    if not hasattr(os, "fork"):
        print("ready", flush=True)  # the kernels are compiled, and that is all
        sys.stdin.read()
        return
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
    from lammer.rules.loader import load_sheet
    from lammer.surfaces.cli import main
    from lammer.workbench.measures import quick_deviation

    import_module(RIGGED_SERVER)
    quick_deviation(load_sheet("sd-free-bet", OVERRIDES))
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


def _answer(line: socket.socket) -> None:
    """In a process of its own: starts the command as its child, and tells how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    length, streams, _, _ = socket.recv_fds(line, 8, 3)
    told = line.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL)
    child = os.fork()
    if child == 0:
        line.close()
        _become(streams, *json.loads(told))
    threading.Thread(target=_pass_on_signals, args=(line, child), daemon=True).start()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    line.sendall(f"{code % 256}\n".encode())
    os._exit(0)


def _pass_on_signals(line: socket.socket, child: int) -> None:
    with suppress(ProcessLookupError, ConnectionError):
        while number := line.recv(1):
            os.kill(child, number[0])
        os.kill(child, signal.SIGKILL)  # whoever asked is gone


def _become(streams: list[int], module: str, arguments: list[str], folder: str, environment: dict[str, str]) -> None:
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
