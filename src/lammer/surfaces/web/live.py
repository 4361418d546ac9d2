"""Pushes: whoever looks at a table is sent their own view of it, never another's, after every change.

A table that changes is read once for all who look at it; changes that come while it is being sent are sent together.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping

from fastapi import WebSocket, WebSocketDisconnect

LONGEST_MESSAGE, MAX_MESSAGES = 1024, 100
PATIENCE_SECONDS = 10
"""A viewer who does not take what is sent for so long is let go."""

SESSION_ENDED = 4401
"""The code with which a socket is closed when its session is over: not to be opened again without a new log-in."""

PUSH = "lammer.push"
"""Where a socket's scope has the function that sends a view at once, if the page can take it."""

Views = Callable[[str, set[str]], Awaitable[Mapping[str, str]]]
"""The views of a table by viewer, as texts."""


class Viewer:
    """One open page. Only the last view counts: an older one that was not sent yet is dropped."""

    def __init__(self, socket: WebSocket, name: str, holds: Callable[[], bool]) -> None:
        self.name, self.holds, self._socket = name, holds, socket
        self._push: Callable[[str], bool] | None = socket.scope.get("extensions", {}).get(PUSH, {}).get("push")
        self._latest, self._behind = "", False
        self._news = asyncio.Event()

    def show(self, view: str) -> None:
        """At once where the page can take it, else as soon as it can."""
        if self._behind or self._push is None or not self.holds() or not self._push(view):
            self._latest, self._behind = view, True
            self._news.set()

    def look_up(self) -> None:
        """Has the session looked at, though there is nothing new to show."""
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
                # Until then a newer view must not overtake this one.
                self._behind = bool(self._latest)

    async def listen(self) -> None:
        """Viewers have nothing to say here; one who says too much, or too often, is let go."""
        said = 0
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            said += 1
            if said > MAX_MESSAGES:
                await self._socket.close(1008)
                return
            if len(message.get("text") or message.get("bytes") or "") > LONGEST_MESSAGE:
                await self._socket.close(1009)
                return


class Hub:
    """Tables and those who look at them. Changes may be told from any thread."""

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
        """Tables that somebody looks at."""
        return [table for table, viewers in list(self._viewers.items()) if viewers]

    def names(self) -> set[str]:
        """Everybody who looks at a table."""
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
        """Closes the sockets of sessions that are over, without waiting for the next change of their tables."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._close_ended)

    def _close_ended(self) -> None:
        for viewers in self._viewers.values():
            for viewer in viewers:
                if not viewer.holds():
                    viewer.look_up()

    async def watch(self, socket: WebSocket, table: str, name: str, holds: Callable[[], bool] = lambda: True) -> None:
        """Sends the view now and after every change, until the viewer goes or ``holds`` says that their session is
        over."""
        viewer = Viewer(socket, name, holds)
        self._viewers[table].add(viewer)
        self._send_soon(table)
        parts = [asyncio.create_task(part()) for part in (viewer.send_all, viewer.listen)]
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Nothing is waited for: whoever cancels us would have to do so again.
            self._viewers[table].discard(viewer)
            for part in parts:
                part.cancel()
                part.add_done_callback(_end)


def _end(part: asyncio.Task[None]) -> None:
    """How a viewer went is nobody's trouble, unless it is ours."""
    fault = None if part.cancelled() else part.exception()
    if fault is not None and not isinstance(fault, WebSocketDisconnect | RuntimeError | TimeoutError):
        part.get_loop().call_exception_handler({"message": "a viewer's line broke", "exception": fault, "task": part})
