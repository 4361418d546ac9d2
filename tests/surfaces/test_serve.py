"""``lammer`` and ``lammer serve`` as processes: what they say, when, and how they end."""

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from lammer.surfaces.web.people import read_users
from tests import warm

COMMAND = [sys.executable, "-c", "from lammer.surfaces.cli import main; main()"]
PATIENCE = 60.0


class Started:
    """A server that was started and is surely gone afterwards; ``line`` gives what it says, line by line."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = warm.Process(
            arguments,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "DISPLAY": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            session=True,
        )
        self._out, self.process.stdout = self.process.stdout, None  # which the thread reads, and nobody else
        self._lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._out is not None
        with self._out:
            for line in self._out:
                self._lines.put(line.strip())

    def line(self) -> str:
        try:
            return self._lines.get(timeout=PATIENCE)
        except Empty:
            self.process.kill()
            raise AssertionError(self.rest()) from None

    def address(self) -> str:
        """Told in the line that comes once it answers."""
        said = self.line()
        assert said.startswith("lammer: tables at http://127.0.0.1:"), said
        return said.split()[3].rstrip("/")

    def rest(self) -> tuple[str, str]:
        """What is left of its output, and its errors, once it has ended."""
        _, error = self.process.communicate(PATIENCE)
        self._reader.join(PATIENCE)
        return "\n".join(self._lines.get() for _ in range(self._lines.qsize())), error

    def ended_by(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[Started]:
    server = Started(folder, *arguments)
    try:
        yield server
    finally:
        # With whatever it has started itself, also when it is gone.
        with suppress(ProcessLookupError):
            os.killpg(server.process.pid, signal.SIGKILL)
        server.rest()


@contextmanager
def taken(port: int = 0) -> Iterator[int]:
    """A port on which somebody else listens."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", port))
            other.listen()
        except OSError:
            yield port
        else:
            yield other.getsockname()[1]


def test_without_arguments_it_serves_and_a_taken_port_is_told(tmp_path: Path) -> None:
    with taken(8777), started(tmp_path) as server:
        assert server.line() == "lammer: port 8777 is in use, so a free one was chosen"
        address = server.address()
        assert httpx.get(f"{address}/healthz").json()["status"] == "ok"  # at once: it is told only when it answers
        assert not address.endswith(":8777")


def test_a_taken_port_that_was_asked_for_is_refused(tmp_path: Path) -> None:
    with taken() as port, started(tmp_path, "serve", "--port", str(port)) as server:
        out, error = server.rest()
        assert (server.process.returncode, out) == (2, "")
        assert error == f"lammer: port {port} is in use: choose another with --port, or --port 0 for any free one\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "a port is a number from 0 to 65535"),
        (["--host", "192.0.2.1", "--users", "users.toml"], "--host 192.0.2.1: cannot listen there"),
        (["--host", "0.0.0.0"], "add --users FILE"),
        (["--port", "0", "--db", "mysql://here"], "use an SQLite file or a postgresql:// address"),
        (["--port", "0", "--users", "no/such/folder/users.toml"], "No such file or directory"),
    ],
)
def test_what_cannot_be_served_is_refused_in_a_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    with started(tmp_path, "serve", *arguments) as server:
        out, error = server.rest()
    assert (server.process.returncode, out) == (2, "")
    assert said in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_order(number: signal.Signals, tmp_path: Path) -> None:
    with started(tmp_path, "serve", "--port", "0") as server:
        address = server.address()
        with httpx.Client(base_url=address) as ann:
            ann.post("/api/guest", json={"name": "ann"})
            body = {"key": "opening one", "table": "one", "game": "sd-free-bet"}
            assert ann.post("/api/tables", json=body).status_code == 200
            headers = {"Cookie": f"lammer={ann.cookies['lammer']}", "Origin": address}
        live = f"{address.replace('http', 'ws')}/api/tables/one/live"
        with connect(live, additional_headers=headers) as page:
            page.recv(PATIENCE)
            assert server.ended_by(number) == 0
            with pytest.raises(ConnectionClosed) as closed:
                page.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # "service restart": the page comes back by itself


def test_a_new_file_of_users_begins_with_a_token(tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    with started(tmp_path, "serve", "--port", "0", "--users", str(users)) as server:
        address = server.address()
        assert server.line().startswith(f"lammer: {users} has no users yet. Create the first at {address}/ with")
        token = server.line()
        assert token not in users.read_text("utf-8")
        assert httpx.get(f"{address}/api/me").json()["error"]["code"] == "no-users-yet"
        asked = {"token": token, "name": "ann", "password": "correct horse"}
        assert httpx.post(f"{address}/api/first-user", json=asked).json()["name"] == "ann"
        assert httpx.post(f"{address}/api/first-user", json=asked | {"name": "eve"}).status_code == 401
    assert list(read_users(users)) == ["ann"]
    assert stat.S_IMODE(users.stat().st_mode) == 0o600
    with started(tmp_path, "serve", "--port", "0", "--users", str(users)) as server:
        login = {"name": "ann", "password": "correct horse"}
        assert httpx.post(f"{server.address()}/api/login", json=login).status_code == 200
