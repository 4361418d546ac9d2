"""Pushes views: after every change of a table, each viewer is sent their own view of it.

A changed table is read once for all viewers. Changes that come while it is being sent are sent together.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping

from fastapi import WebSocket, WebSocketDisconnect

LONGEST_MESSAGE, MAX_MESSAGES = 1024, 100
PATIENCE_SECONDS = 10
"""A viewer who does not accept data for this long is disconnected."""

SESSION_ENDED = 4401
"""The close code of a socket whose session is over; the page must log in again before it reconnects."""

PUSH = "lammer.push"
"""The ASGI extension with a function that sends a view at once if the page can accept it."""

Views = Callable[[str, set[str]], Awaitable[Mapping[str, str]]]
"""Returns the views of a table by viewer, as text."""


class Viewer:
    """One open page. Only the latest view matters: an older one that was not sent yet is dropped."""

    def __init__(self, socket: WebSocket, name: str, holds: Callable[[], bool]) -> None:
        self.name, self.holds, self._socket = name, holds, socket
        self._push: Callable[[str], bool] | None = socket.scope.get("extensions", {}).get(PUSH, {}).get("push")
        self._latest, self._behind = "", False
        self._news = asyncio.Event()

    def show(self, view: str) -> None:
        """Sends the view at once if the page can accept it, else as soon as it can."""
        if self._behind or self._push is None or not self.holds() or not self._push(view):
            self._latest, self._behind = view, True
            self._news.set()

    def look_up(self) -> None:
        """Has ``send_all`` check the session although there is no new view."""
        self._news.set()

    async def send_all(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            async with asyncio.timeout(PATIENCE_SECONDS):
                if not self.holds():
                    await self._socket.close(SESSION_ENDED)
                    return
                if self._latest:
                    view, self._latest = self._latest, ""
                    await self._socket.send_text(view)
                # Before this point a newer view must not overtake this one.
                self._behind = bool(self._latest)

    async def listen(self) -> None:
        """Viewers need not send anything. One who sends too much or too often is disconnected."""
        messages = 0
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            messages += 1
            if messages > MAX_MESSAGES:
                await self._socket.close(1008)
                return
            if len(message.get("text") or message.get("bytes") or "") > LONGEST_MESSAGE:
                await self._socket.close(1009)
                return


class Hub:
    """Tables and their viewers. ``changed`` may be called from any thread."""

    def __init__(self, views: Views) -> None:
        self._views = views
        self._viewers: dict[str, set[Viewer]] = defaultdict(set)
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        self._loop = asyncio.get_running_loop()

    def changed(self, table: str) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._send_soon, table)

    def watched(self) -> list[str]:
        """Tables with viewers."""
        return [table for table, viewers in list(self._viewers.items()) if viewers]

    def names(self) -> set[str]:
        """The names of all viewers."""
        return {viewer.name for viewers in list(self._viewers.values()) for viewer in list(viewers)}

    def _send_soon(self, table: str) -> None:
        if not self._viewers.get(table):
            return
        if table in self._sending:
            self._again.add(table)
            return
        self._sending[table] = asyncio.create_task(self._send(table))

    async def _send(self, table: str) -> None:
        try:
            names = {viewer.name for viewer in self._viewers[table]}
            views = await self._views(table, names)
            for viewer in self._viewers[table]:
                if viewer.name in views:
                    viewer.show(views[viewer.name])
        finally:
            del self._sending[table]
            if table in self._again:
                self._again.discard(table)
                self._send_soon(table)

    def close_ended(self) -> None:
        """Closes the sockets of ended sessions without waiting for the next change of their tables."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._close_ended)

    def _close_ended(self) -> None:
        for viewers in self._viewers.values():
            for viewer in viewers:
                if not viewer.holds():
                    viewer.look_up()

    async def watch(self, socket: WebSocket, table: str, name: str, holds: Callable[[], bool] = lambda: True) -> None:
        """Sends the view now and after every change, until the viewer disconnects or ``holds`` returns False because
        the session is over."""
        viewer = Viewer(socket, name, holds)
        self._viewers[table].add(viewer)
        self._send_soon(table)
        parts = [asyncio.create_task(part()) for part in (viewer.send_all, viewer.listen)]
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Do not await here: a cancellation would have to be repeated.
            self._viewers[table].discard(viewer)
            for part in parts:
                part.cancel()
                part.add_done_callback(_end)


def _end(part: asyncio.Task[None]) -> None:
    """Reports a fault of the program; a disconnected viewer is not one."""
    fault = None if part.cancelled() else part.exception()
    if fault is not None and not isinstance(fault, WebSocketDisconnect | RuntimeError | TimeoutError):
        part.get_loop().call_exception_handler({"message": "a viewer's task failed", "exception": fault, "task": part})
