"""A command of the warm server ends when the small program that stands for it is told to end, or is killed; a process
of it is the command itself."""

import json
import os
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


def test_a_process_is_gone_when_it_was_waited_for(tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--db", str(tmp_path / "floor.db")]
    server = warm.Process(words, stdout=subprocess.PIPE, session=True)
    assert server.stdout is not None
    port = int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
    assert answers(port)
    assert os.getsid(server.pid) == server.pid
    assert server.poll() is None
    server.kill()
    assert server.wait(PATIENCE) == -signal.SIGKILL
    assert not answers(port)
    server.communicate()


def test_a_process_has_the_streams_folder_and_environment_it_is_given(tmp_path: Path) -> None:
    environment = {**os.environ, "COLUMNS": "40", "XDG_DATA_HOME": str(tmp_path)}
    pipe = subprocess.PIPE
    process = warm.Process(["replay", "-"], cwd=tmp_path, env=environment, stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdin is not None
    process.stdin.write(b"no round at all")
    process.stdin.close()
    out, error = process.communicate(PATIENCE)
    assert process.returncode == 1
    assert "no round at all" in out + error


def test_a_command_ends_if_its_caller_died_before_it_began(tmp_path: Path) -> None:
    """A command that runs on after its caller has died would hold the caller's streams open for ever."""
    message = json.dumps([warm.CLI, ["serve", "--port", "0"], str(tmp_path), dict(os.environ), False]).encode()
    ours, theirs = os.pipe()
    with socket.socket(socket.AF_UNIX) as line, open(os.devnull, "r+b") as nothing:
        line.connect(warm.command()[-2])
        streams = [nothing.fileno(), theirs, nothing.fileno()]
        socket.send_fds(line, [len(message).to_bytes(8, "big")], streams)
        line.sendall(message)
    os.close(theirs)
    with open(ours, "rb") as shown:
        os.set_blocking(ours, False)
        assert until(lambda: shown.read() == b"")  # None while somebody could still write
