"""Attack: an open page that sends tens of thousands of the smallest frames at once, or pings without reading the
answers. A parser in Python needs half a second for a quarter of a megabyte of them."""

import base64
import os
import socket

from tests.attacks.hostile import Attacked, pour, rest
from tests.attacks.test_many_pages import open_table
from tests.waiting import until

PING = b"\x89\x80\x00\x00\x00\x00"
EMPTY_PIECE = b"\x00\x80\x00\x00\x00\x00"
BEGINNING = b"\x01\x80\x00\x00\x00\x00"


def raw_page(server: Attacked, table: str, cookie: str) -> socket.socket:
    """A WebSocket that is spoken by hand, and reads little."""
    line = server.connect(receives=4096)
    key = base64.b64encode(os.urandom(16)).decode()
    here = f"127.0.0.1:{server.port}"
    line.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: {here}\r\norigin: http://{here}\r\ncookie: lammer={cookie}\r\n"
        f"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n"
        "".encode()
    )
    assert b" 101 " in line.recv(100)
    return line


def test_a_page_that_floods_is_ended(limited: Attacked) -> None:
    cookie = open_table(limited, "floods", "eve")
    before = limited.memory()
    for frame, first in ((PING, b""), (EMPTY_PIECE, BEGINNING)):
        line = raw_page(limited, "floods", cookie)
        line.sendall(first)
        assert pour(line, frame * 5000, 200) < 200, "the server reads a million frames"
        rest(line)
        assert until(limited.answers)
    assert limited.memory() < before + 20
    assert "the page sends too much" in limited.said()


def test_control_without_limits_the_flood_is_read(unlimited: Attacked) -> None:
    cookie = open_table(unlimited, "floods", "eve")
    line = raw_page(unlimited, "floods", cookie)
    line.sendall(BEGINNING)
    assert pour(line, EMPTY_PIECE * 5000, 10) == 10
