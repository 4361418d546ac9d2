"""A server under attack, and clients that send just the bytes they are told to."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE, until

SOON = 0.2
SHORT: dict[str, Any] = {
    "header_seconds": 1.0,
    "body_seconds": 1.0,
    "write_seconds": 1.0,
    "connections_per_address": 40,
    "new_connections_per_second": 1000,
    "pages_per_user": 5,
    "requests_per_second": 2000,
    "slowdown_seconds": 0.1,
}
"""Limits that a test need not wait for."""
ROOT = Path(__file__).resolve().parents[2]


class Attacked:
    """The real server as a process, and what it holds in memory."""

    def __init__(self, process: subprocess.Popen[str], port: int, log: Path) -> None:
        self.process, self.port, self._log = process, port, log
        self._lines: list[socket.socket] = []

    def memory(self) -> float:
        """MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def sockets(self) -> int:
        """Its open connections, and a few sockets more. Files are left out: the books open some of them later."""
        folder, found = f"/proc/{self.process.pid}/fd", 0
        for name in os.listdir(folder):
            with suppress(OSError):  # closed meanwhile
                found += os.readlink(f"{folder}/{name}").startswith("socket:")
        return found

    def said(self) -> str:
        return self._log.read_text("utf-8")

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, cookie: str = "") -> tuple[int, Any, str]:
        """An honest request on a connection of its own: status, answer and cookie. Asked again, as a page would, when a
        busy machine was too slow for our short limits, or those of an earlier test still hold."""
        last: list[tuple[int, Any, str]] = []

        def answered() -> bool:
            with suppress(ConnectionError):
                last[:] = [self._asked(method, path, body, cookie)]
            return bool(last) and last[0][0] not in (408, 429)

        until(answered, pause=0.05)
        assert last, self.said()
        return last[0]

    def _asked(self, method: str, path: str, body: dict[str, Any] | None, cookie: str) -> tuple[int, Any, str]:
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            headers = {"Content-Type": "application/json"} | ({"Cookie": f"lammer={cookie}"} if cookie else {})
            line.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = line.getresponse()
            said = answer.read()
            given = (answer.getheader("set-cookie") or "").partition("lammer=")[2].partition(";")[0]
            return answer.status, json.loads(said) if said else None, given
        finally:
            line.close()

    def answers(self) -> bool:
        """Whether an honest client is answered."""
        return self.ask("GET", "/healthz")[0] == 200

    def connect(self, receives: int = 0) -> socket.socket:
        found = socket.socket()
        if receives:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        found.settimeout(PATIENCE)
        found.connect(("127.0.0.1", self.port))
        self._lines.append(found)
        return found

    def hang_up(self) -> None:
        """Ends every connection that a test has left open."""
        for line in self._lines:
            line.close()
        self._lines.clear()


@contextmanager
def attacked(folder: Path, limits: str | dict[str, Any], db: str = "") -> Iterator[Attacked]:
    limits_text = limits if isinstance(limits, str) else json.dumps(limits)
    log = folder / "server.log"
    # A new process and not a fork of the warm one, whose free memory would hide what an attack makes the server keep.
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.attacks.limited_server", "0", str(folder), limits_text, db],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        assert port, log.read_text()
        yield Attacked(process, int(port), log)
    finally:
        process.kill()
        process.communicate()


def rest(line: socket.socket) -> bytes:
    """Everything that still comes until the server ends the connection."""
    found = b""
    try:
        while piece := line.recv(65536):
            found += piece
    except (ConnectionResetError, BrokenPipeError):
        pass
    return found


def still_open(line: socket.socket) -> bool:
    """Whether the server has neither answered nor ended a connection."""
    line.settimeout(SOON)
    try:
        return line.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionResetError:
        return False
    finally:
        line.settimeout(PATIENCE)


def status_of(answer: bytes) -> int:
    """0 for a connection that was ended without an answer."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def pour(line: socket.socket, piece: bytes, times: int) -> int:
    """Sends as long as it is taken; how many pieces were."""
    for number in range(times):
        try:
            line.sendall(piece)
        except (ConnectionResetError, BrokenPipeError, TimeoutError):
            return number
    return times
