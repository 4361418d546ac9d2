"""A command of the warm server ends when the small program that stands for it is told to end, or is killed."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import warm
from tests.waiting import PATIENCE, until


@contextmanager
def served(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A server that answers, and its port."""
    words = ["serve", "--port", "0", "--db", str(folder / "floor.db")]
    with subprocess.Popen([*warm.command(), *words], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server, int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
        finally:
            server.kill()


def answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_passed_on(number: signal.Signals, tmp_path: Path) -> None:
    with served(tmp_path) as (server, port):
        assert answers(port)
        server.send_signal(number)
        assert server.wait(PATIENCE) == 0
        assert not answers(port)


def test_a_command_does_not_outlive_who_asked_for_it(tmp_path: Path) -> None:
    with served(tmp_path) as (server, port):
        assert answers(port)
        server.kill()
        assert until(lambda: not answers(port))
