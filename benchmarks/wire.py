"""Minimal HTTP and WebSocket clients that use little CPU, because the players of benchmarks/load.py share the machine
with the server. They support only what our own server answers."""

import asyncio
import base64
import json
import os
import struct
from collections.abc import Callable
from typing import Any

ENDS = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class LineLost(Exception):
    """The server closed a connection."""


class Line(asyncio.Protocol):
    """A kept-alive connection for one request at a time."""

    def __init__(self) -> None:
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    @property
    def open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def ask(self, request: bytes) -> "asyncio.Future[tuple[int, bytes, bytes]]":
        """Status, head and body of the answer."""
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return self._answer

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, body = self._buffer.partition(ENDS)
        if not found or self._answer is None:
            return
        at = head.lower().index(b"content-length:") + 15
        length = int(head[at:].split(b"\r\n", 1)[0])
        if len(body) >= length:
            self._buffer = body[length:]
            if not self._answer.done():  # the request may have been cancelled
                self._answer.set_result((int(head[9:12]), head, body[:length]))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(LineLost())

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Lines:
    """A pool of a few connections to one port."""

    def __init__(self, port: int, count: int) -> None:
        self._port = port
        self._free: asyncio.LifoQueue[Line] = asyncio.LifoQueue()
        for _ in range(count):
            self._free.put_nowait(Line())

    async def _line(self) -> Line:
        """An open connection; servers close those that were idle for long."""
        line = await self._free.get()
        if line.open:
            return line
        return (await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", self._port))[1]

    async def post(self, path: str, body: dict[str, Any], cookie: str = "") -> tuple[int, bytes, bytes]:
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\ncontent-type: application/json\r\n"
        head += f"content-length: {len(content)}\r\n" + (f"cookie: lammer={cookie}\r\n" if cookie else "") + "\r\n"
        try:
            return await self._ask(head.encode() + content)
        except LineLost:
            # The server may close an idle connection just as it is used again. Commands have keys, so a retry is safe.
            return await self._ask(head.encode() + content)

    async def _ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        line = await self._line()
        try:
            return await line.ask(request)
        finally:
            self._free.put_nowait(line)

    def close(self) -> None:
        while not self._free.empty():
            self._free.get_nowait().close()


def cookie_in(head: bytes) -> str:
    return head.partition(b"lammer=")[2].partition(b";")[0].decode()


class Page(asyncio.Protocol):
    """An open page: ``on_view`` is called with every pushed view, ``lost`` if the connection ends unexpectedly."""

    def __init__(
        self, port: int, path: str, cookie: str, on_view: Callable[[bytes], None], lost: Callable[[str], None]
    ) -> None:
        here = f"127.0.0.1:{port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self._hello = (
            f"GET {path} HTTP/1.1\r\nhost: {here}\r\norigin: http://{here}\r\ncookie: lammer={cookie}\r\n"
            f"upgrade: websocket\r\nconnection: Upgrade\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n"
        ).encode()
        self._on_view, self._lost = on_view, lost
        self._buffer, self._open, self._closing = b"", False, False
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, self._buffer = self._buffer.partition(ENDS)
            if not found:
                self._buffer = head
                return
            self._open = b" 101 " in head[:16]
            if not self._open:
                self.close()
                self._lost(head[:12].decode())
                return
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        """The first complete frame of the buffer."""
        if len(self._buffer) < 2:
            return None
        kind, length, at = self._buffer[0] & 15, self._buffer[1], 2
        if length == 126 and len(self._buffer) >= 4:
            length, at = struct.unpack_from(">H", self._buffer, 2)[0], 4
        elif length == 127 and len(self._buffer) >= 10:
            length, at = struct.unpack_from(">Q", self._buffer, 2)[0], 10
        elif length > 125:
            return None
        if len(self._buffer) < at + length:
            return None
        payload, self._buffer = self._buffer[at : at + length], self._buffer[at + length :]
        return kind, payload

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._on_view(payload)
        elif kind == PING and self._transport is not None:
            # A mask of zeros leaves the payload as it is.
            self._transport.write(bytes([128 | PONG, 128 | len(payload)]) + bytes(4) + payload)
        elif kind == CLOSE:
            self.close()
            self._lost("closed by the server")

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._closing:
            self._lost("connection lost")

    def close(self) -> None:
        self._closing = True
        if self._transport is not None:
            self._transport.close()
