"""The hostile clients of benchmarks/hostile.py. Each is a function that never returns."""

import base64
import json
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection

HERE = ("127.0.0.2", 0)
"""Their source address, which is not that of the honest players."""
LOST = (ConnectionError, TimeoutError, OSError)
GET = b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n"
POST = b"POST /api/guest HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n"


def connected(port: int) -> socket.socket:
    line = socket.socket()
    line.settimeout(5)
    line.bind(HERE)
    line.connect(("127.0.0.1", port))
    return line


def again_and_again(port: int, sends: Callable[[socket.socket], None]) -> None:
    """Opens a new connection whenever the last one is closed."""
    while True:
        with suppress(*LOST), connected(port) as line:
            sends(line)


def endless_headers(port: int) -> None:
    def sends(line: socket.socket) -> None:
        line.sendall(b"GET / HTTP/1.1\r\nx: ")
        while True:
            line.sendall(b"a" * 65536)

    again_and_again(port, sends)


def large_bodies(port: int) -> None:
    def sends(line: socket.socket) -> None:
        line.sendall(POST + b"transfer-encoding: chunked\r\n\r\n")
        while True:
            line.sendall(b"ffff\r\n" + b"a" * 0xFFFF + b"\r\n")

    again_and_again(port, sends)


def held(port: int, begin: bytes, more: bytes = b"") -> None:
    """Keeps a thousand connections open and replaces those that are closed."""
    lines: list[socket.socket] = []
    while True:
        lines = [line for line in lines if _still(line, more)]
        with suppress(*LOST):
            for _ in range(min(50, 1000 - len(lines))):
                lines.append(connected(port))
                lines[-1].sendall(begin)
        time.sleep(0.1)


def _still(line: socket.socket, more: bytes) -> bool:
    line.setblocking(False)
    try:
        if line.recv(4096) == b"":
            line.close()
            return False
    except BlockingIOError:
        with suppress(*LOST):
            line.send(more)
    except OSError:
        line.close()
        return False
    return True


def a_thousand_idle_connections(port: int) -> None:
    held(port, b"")


def slow_headers(port: int) -> None:
    held(port, b"GET / HTTP/1.1\r\nx: ", b"a")


def half_sent_bodies(port: int) -> None:
    held(port, POST + b"content-length: 1000\r\n\r\n", b" ")


def new_connections(port: int) -> None:
    again_and_again(port, lambda _line: None)


def pipelined_requests(port: int) -> None:
    def sends(line: socket.socket) -> None:
        line.sendall(GET * 2000)
        while line.recv(65536):
            pass

    again_and_again(port, sends)


def a_flood_of_requests(port: int) -> None:
    def sends(line: socket.socket) -> None:
        while True:
            line.sendall(GET)
            if not line.recv(65536):
                return

    again_and_again(port, sends)


def _guest(port: int) -> str:
    line = HTTPConnection("127.0.0.1", port, timeout=60, source_address=HERE)
    line.request("POST", "/api/guest", json.dumps({"name": "eve"}), {"Content-Type": "application/json"})
    cookie = (line.getresponse().getheader("set-cookie") or "").partition("lammer=")[2].partition(";")[0]
    line.close()
    return cookie


def _page(port: int, cookie: str) -> socket.socket:
    line, key = connected(port), base64.b64encode(os.urandom(16)).decode()
    here = f"127.0.0.1:{port}"
    hello = f"GET /api/tables/ann/live HTTP/1.1\r\nhost: {here}\r\norigin: http://{here}\r\ncookie: lammer={cookie}\r\n"
    hello += f"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n"
    line.sendall(hello.encode() + b"\r\n")
    return line


def pages_that_never_read(port: int) -> None:
    cookie = _guest(port)
    lines: list[socket.socket] = []
    while True:
        with suppress(*LOST):
            lines = [line for line in lines if _still_without_reading(line)]
            lines += [_page(port, cookie) for _ in range(5 if len(lines) < 500 else 0)]
        time.sleep(0.1)


def _still_without_reading(line: socket.socket) -> bool:
    try:
        line.sendall(b"")
        return bool(line.recv(1, socket.MSG_PEEK))
    except OSError:
        line.close()
        return False


def small_frames(port: int) -> None:
    cookie = _guest(port)
    while True:
        with suppress(*LOST), _page(port, cookie) as line:
            line.recv(1000)
            while True:
                line.sendall(b"\x89\x80\x00\x00\x00\x00" * 10_000)


def expensive_requests(port: int) -> None:
    """Repeats the requests that are most expensive to answer: records, rounds, the list of tables and the coach."""
    cookie = _guest(port)
    paths = ["/api/tables/ann/records", "/api/tables/ann/rounds", "/api/tables", "/api/tables/ann/coach", "/api/games"]
    while True:
        with suppress(*LOST):
            line = HTTPConnection("127.0.0.1", port, timeout=60, source_address=HERE)
            for path in paths * 100:
                line.request("GET", path, headers={"Cookie": f"lammer={cookie}"})
                line.getresponse().read()


ATTACKS: dict[str, Callable[[int], None]] = {
    "endless headers": endless_headers,
    "large bodies": large_bodies,
    "a thousand idle connections": a_thousand_idle_connections,
    "slow headers": slow_headers,
    "half-sent bodies": half_sent_bodies,
    "new connections": new_connections,
    "pipelined requests": pipelined_requests,
    "a flood of requests": a_flood_of_requests,
    "pages that never read": pages_that_never_read,
    "small frames": small_frames,
    "expensive requests": expensive_requests,
}


def attack(name: str, port: int) -> None:
    """Prints a line when the attack begins."""
    print("begun", flush=True)
    ATTACKS[name](port)
