"""uvicorn's protocols with limits on bytes and time.

A refusal is written here as plain bytes, so that a refused client costs as little as possible.
"""

import asyncio
import json
import socket
import time
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from lammer.surfaces.web.event_feed import SMALL_BUFFER
from lammer.surfaces.web.limits import Bucket, Door
from lammer.surfaces.web.live import PUSH

MAX_DISCARDED = 256 * 1024
"""Bytes read and discarded after a refusal, so that the client can read the answer before the connection is reset."""
DISCARD_SECONDS = 2.0
PAGE_BUFFER = 32 * 1024
CODES = {
    400: "bad-request",
    408: "too-slow",
    413: "too-large",
    429: "too-fast",
    431: "headers-too-large",
    503: "too-busy",
}


def _small_buffer(transport: asyncio.Transport) -> None:
    """A view or an event has a few kilobytes. By default the system would buffer up to four megabytes for a client that
    reads none."""
    connection = transport.get_extra_info("socket")
    if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PAGE_BUFFER)
    transport.set_write_buffer_limits(high=PAGE_BUFFER)


class _Refused(Exception):
    """Stops the parser; the connection has the reason."""


def refusal(status: int, text: str) -> bytes:
    """A complete response, after which the connection is closed."""
    body = json.dumps({"error": {"code": CODES[status], "text": text, "clause": ""}}).encode()
    retry = b"retry-after: 1\r\n" if status in (429, 503) else b""
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n".encode()
    return head + retry + b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body) + body


class LimitedHttp(HttpToolsProtocol):
    """A request is read in stages: idle, head, body, answer. Head and body have limits on size and time."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._door: Door = self.app_state["door"]
        self._limits = self._door.limits
        self._app, self._peer = self.app, ""
        self._stage, self._head, self._body, self._discarded = "idle", 0, 0, 0
        self._refusal: tuple[int, str] | None = None
        self.until = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else ""
        if (refused := self._door.enter(self, self._peer)) is not None:
            self._door.log(refused[1], self._peer)
            self._stage = "over"
            self._turn_away(transport, refusal(*refused))
            return
        # A client that sends nothing gets as much time as one that sends its header slowly.
        self._allow(self._limits.header_seconds)

    def _turn_away(self, transport: asyncio.Transport, answer: bytes) -> None:
        """Delays the answer and reads nothing meanwhile, so that a client that waits for it returns later. If too many
        connections wait already, the connection is aborted without an answer."""
        if not self._door.may_wait(self._peer):
            transport.abort()
            return
        transport.pause_reading()

        def end() -> None:
            self._door.waited(self._peer)
            if not transport.is_closing():
                transport.write(answer)
                transport.close()

        self.loop.call_later(self._limits.slowdown_seconds, end)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.leave(self)
        super().connection_lost(exc)

    def _allow(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds if seconds else 0.0

    def data_received(self, data: bytes) -> None:
        if self._stage == "over":
            self._discard(data)
            return
        self._unset_keepalive_if_required()
        if self._stage == "idle":
            self._stage, self._head = "head", 0
            self._allow(self._limits.header_seconds)
        if self._stage == "head":
            self._head += len(data)
        try:
            self._feed(data)
        except _Refused:
            self._refuse(*(self._refusal or (400, "this is not HTTP")))

    def _feed(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            raise _Refused from None
        # The parser does not report an unfinished header, and copies all of it again for every new piece.
        if self._stage == "head" and self._head > self._limits.header_bytes:
            self._refusal = 431, f"a request's headers have at most {self._limits.header_bytes} bytes"
            raise _Refused

    def _stop(self, status: int, text: str) -> None:
        """Refuses from within a callback; the parser processes a whole chunk unless a callback raises."""
        self._refusal = status, text
        raise _Refused

    def on_message_begin(self) -> None:
        if self._stage != "head":  # the next of several requests in one chunk
            self._stage, self._head = "head", 0
            self._allow(self._limits.header_seconds)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > self._limits.headers:
            self._stop(431, f"a request has at most {self._limits.headers} headers")

    def on_headers_complete(self) -> None:
        self._check_head()
        waiting = self._unanswered() is not None
        if waiting and len(self.pipeline) >= self._limits.pipelined:
            self._stop(429, f"at most {self._limits.pipelined} requests may wait for an answer on one connection")
        self._stage, self._body = "body", 0
        self._allow(self._limits.body_seconds)
        if self._door.may_ask(self._peer):
            self.app = self._app
        else:
            self._door.log("too many requests from one address", self._peer)
            self.app = self._slowed_down
        self.scope["extensions"] = {SMALL_BUFFER: {"set": self._keep_little}}
        super().on_headers_complete()

    def _check_head(self) -> None:
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > self._limits.header_bytes:
            self._stop(431, f"a request's headers have at most {self._limits.header_bytes} bytes")
        for name, value in self.headers:
            if name == b"content-length" and int(value) > self._limits.body_bytes:
                self._stop(413, f"a body has at most {self._limits.body_bytes} bytes")

    def _unanswered(self) -> RequestResponseCycle | None:
        """The last request, if its answer is not complete."""
        last: RequestResponseCycle | None = self.cycle
        return last if last is not None and not last.response_complete else None

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        if self._body > self._limits.body_bytes:
            self._stop(413, f"a body has at most {self._limits.body_bytes} bytes")
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stage, self.until = "answer" if self._unanswered() else "idle", 0.0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self._stage == "answer" and not self.pipeline:
            self._stage = "idle"
        super().on_response_complete()

    def _keep_little(self) -> None:
        _small_buffer(self.transport)

    async def _slowed_down(self, scope: Any, receive: Any, send: Any) -> None:
        """Delays the refusal, so that the client's next request waits for it."""
        await asyncio.sleep(self._limits.slowdown_seconds)
        _, _, body = refusal(429, "too many requests from your address").partition(b"\r\n\r\n")
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 429, "headers": [*headers, (b"retry-after", b"1")]})
        await send({"type": "http.response.body", "body": body})

    def shutdown(self) -> None:
        super().shutdown()
        self._door.stop()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._allow(self._limits.write_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._allow({"head": self._limits.header_seconds, "body": self._limits.body_seconds}.get(self._stage, 0.0))

    def out_of_time(self) -> None:
        if self._stage == "over" or self.flow.write_paused:
            self.transport.abort()
        elif self._stage == "idle":  # nothing was sent, so there is no request to answer
            self._door.log("no request in time", self._peer)
            self._stage = "over"
            self.transport.close()
        else:
            self._refuse(408, f"the request's {self._stage} did not come in time")

    def _refuse(self, status: int, text: str) -> None:
        """Ends the connection, with an answer unless another is being sent."""
        self._door.log(text, self._peer)
        self._stage = "over"
        unanswered = self._unanswered()
        if self.transport.is_closing() or (unanswered and unanswered.response_started):
            self.transport.abort()
            return
        if unanswered:
            # The application waits for a body that will not come, and must not answer after this refusal.
            unanswered.disconnected = True
            unanswered.message_event.set()
        self.pipeline.clear()
        self.transport.write(refusal(status, text))
        if self.transport.can_write_eof():
            self.transport.write_eof()
            self._allow(DISCARD_SECONDS)
            self.flow.resume_reading()
        else:
            self.transport.close()

    def _discard(self, data: bytes) -> None:
        self._discarded += len(data)
        if self._discarded > MAX_DISCARDED:
            self.transport.abort()


class LimitedPage(WebSocketsSansIOProtocol):
    """An open page. It receives views and sends almost nothing, so received bytes are counted before they are parsed: a
    chunk of the smallest frames would keep the parser busy for half a second."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._door: Door = self.app_state["door"]
        self._limits = self._door.limits
        self._bytes = Bucket(self._limits.page_bytes, self._limits.page_bytes_per_second)
        self.until = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._door.becomes(self)
        _small_buffer(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.leave(self)
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.close_sent:
            return  # the handshake failed
        self.scope["extensions"][PUSH] = {"push": self.push}

    def push(self, text: str) -> bool:
        """Sends a view at once, bypassing the application; False if it has to wait."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def data_received(self, data: bytes) -> None:
        # The handshake was counted as the header of a request.
        if self.handshake_initiated and not self._bytes.take(len(data)):
            self._end(1008, "the page sends too much")
            return
        super().data_received(data)

    def _end(self, code: int, why: str) -> None:
        self._door.log(why, self.client[0] if self.client else "")
        if self.transport.is_closing():
            return
        if self.handshake_complete and not self.close_sent:
            self.conn.fail(code, why)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.until = time.monotonic() + self._limits.write_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self.until = 0.0

    def out_of_time(self) -> None:
        self._door.log("a page does not read its views", self.client[0] if self.client else "")
        self.transport.abort()
