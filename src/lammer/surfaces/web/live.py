"""Pushes: whoever looks at a table is told when it changes. Every viewer is sent their own view, never another's."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

LONGEST_MESSAGE = 1024
PATIENCE_SECONDS = 10
"""A viewer who does not take what is sent for so long is let go."""


class Hub:
    """Tables and those who look at them. Changes may be told from any thread."""

    def __init__(self) -> None:
        self._watching: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        self._loop = asyncio.get_running_loop()

    def changed(self, table: str) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake, table)

    def _wake(self, table: str) -> None:
        for event in self._watching.get(table, ()):
            event.set()

    @property
    def viewers(self) -> int:
        return sum(len(events) for events in self._watching.values())

    async def watch(self, socket: WebSocket, table: str, view: Callable[[], Any]) -> None:
        """Sends the view now and after every change, until the viewer goes."""
        event = asyncio.Event()
        self._watching[table].add(event)
        listening = asyncio.create_task(_listen(socket))
        try:
            while not listening.done():
                event.clear()
                told = await run_in_threadpool(view)
                await asyncio.wait_for(socket.send_json(told), PATIENCE_SECONDS)
                waiting = asyncio.create_task(event.wait())
                await asyncio.wait({waiting, listening}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass
        finally:
            self._watching[table].discard(event)
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await listening


async def _listen(socket: WebSocket) -> None:
    """Viewers have nothing to say here; one who says too much is let go."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if len(message.get("text") or message.get("bytes") or "") > LONGEST_MESSAGE:
            await socket.close(1009)
            return
