"""The route of the event stream, for an operator's own screens: server-sent events from the journal."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from typing import Annotated, Literal

from fastapi import Depends, FastAPI, Header, Query, Request, Response
from pydantic import Field
from starlette.types import Receive, Scope, Send

from lammer.floor.refusals import FloorRefused
from lammer.surfaces.web.answers import error
from lammer.surfaces.web.event_feed import SMALL_BUFFER, STAFF, Audience, EventFeed, message, only
from lammer.surfaces.web.guard import Forbidden, place_of
from lammer.surfaces.web.people import User
from lammer.surfaces.web.replies import StreamedEvent
from lammer.surfaces.web.server import House
from lammer.surfaces.web.sessions import Session

HEARTBEAT_SECONDS = 15.0
RETRY_MS = 2000
"""How long a browser waits before it comes back."""
LONGEST_REST = 0.05
Part = Literal["meters", "jackpots", "table", "round", "call", "duty", "security"]
Number = Annotated[int, Field(ge=0, le=2**62)]
After = Annotated[Number | None, Query(description="continue after this event; without it, from now on")]
Kinds = Annotated[tuple[Part, ...], Query(max_length=20, description="only these parts; without it, all")]
Follow = Annotated[bool, Query(description="false: end after the events that are in the books")]
LastEventId = Annotated[Number | None, Header(description="like `after`; sent by readers who come back")]


class EventStream(Response):
    """Sends messages until they end or the client goes. It counts as an open page of its user."""

    media_type = "text/event-stream"

    def __init__(self, house: House, user: str, peer: str, messages: AsyncIterator[str]) -> None:
        super().__init__(headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._house, self._user, self._peer, self._messages = house, user, peer, messages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._house.door.page(self._user, self._peer) as allowed:
            if not allowed:
                self._house.door.log("too many open pages", self._peer)
                refused = error(429, "too-many-pages", "you have too many pages and event streams open")
                await refused(scope, receive, send)
                return
            with self._house.metrics.event_readers.track_inprogress():
                scope.get("extensions", {}).get(SMALL_BUFFER, {}).get("set", lambda: None)()
                await self._until_gone(receive, send)

    async def _until_gone(self, receive: Receive, send: Send) -> None:
        sending, gone = asyncio.create_task(self._send(send)), asyncio.create_task(_disconnected(receive))
        try:
            await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, gone):
                task.cancel()
            for task in (sending, gone):
                with suppress(asyncio.CancelledError):
                    await task

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for text in self._messages:
            # Waits while the client does not read; the connection's own limit ends that (`protocols.py`).
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def audience_of(house: House, user: User) -> Audience:
    """A guest of a local floor has every role, and still sees only what is public: somebody else may be playing."""
    if house.people.guests:
        return Audience()
    return Audience(bool(STAFF & set(user.roles)), "auditor" in user.roles)


async def messages(
    feed: EventFeed,
    audience: Audience,
    after: int,
    parts: frozenset[str],
    *,
    follow: bool,
    holds: Callable[[], bool],
) -> AsyncGenerator[str, None]:
    """The stream's text, until the session or the server ends; without ``follow``, until there are no more events."""
    news, written, quiet_since = feed.enter(), -1, time.monotonic()
    try:
        # A message without data only tells the place from which a reader would continue.
        yield f"retry: {RETRY_MS}\nid: {after}\n\n"
        while holds() and not feed.closed:
            news.clear()
            if feed.writes != written:
                begun, written = time.monotonic(), feed.writes
                page = await feed.page(after, audience)
                after = page.last
                for event in page.events:
                    if (shown := only(event, parts)) is not None:
                        yield message(shown)
                        quiet_since = time.monotonic()
                if page.full:  # a reader who is far behind: let others work between two pages
                    written = -1
                    await asyncio.sleep(min(2 * (time.monotonic() - begun), LONGEST_REST))
                    continue
            if not follow:
                yield f"id: {after}\n\n"
                return
            left = quiet_since + HEARTBEAT_SECONDS - time.monotonic()
            if left <= 0 or not await _woken(news, left):
                yield f": heartbeat\nid: {after}\n\n"
                quiet_since = time.monotonic()
                written = -1  # a notice of another process may have been lost
    finally:
        feed.leave(news)


async def _woken(news: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return False
    return True


def add_events(app: FastAPI, house: House) -> None:
    @app.get("/api/events", status_code=200, response_class=EventStream, responses={200: {"model": StreamedEvent}})
    async def events(
        request: Request,
        user: Annotated[User, Depends(house.guard.anyone)],
        after: After = None,
        kinds: Kinds = (),
        follow: Follow = True,
        last_event_id: LastEventId = None,
    ) -> EventStream:
        """Server-sent events for your own screens: meters, wins of jackpots, tables, finished rounds. Each message is
        one event of the books, with its number as `id`; send the last one as `Last-Event-ID` and you miss nothing and
        get nothing twice. The staff also get calls and duty, auditors the security events. Comments come every 15
        seconds while nothing happens."""
        house.count_costly(user)
        session = await house.guard.session(request)
        if session is None:
            raise Forbidden(401, "not-logged-in", "log in first")
        begin = last_event_id if last_event_id is not None else after
        last = await house.feed.last()
        if begin is not None and begin > last:
            raise FloorRefused("no-such-event", f"the books have {last} events: begin again without Last-Event-ID")
        request.state.endless = follow  # its time says nothing about the server's speed
        stream = messages(
            house.feed,
            audience_of(house, user),
            last if begin is None else begin,
            frozenset(kinds),
            follow=follow,
            holds=_holding(house, session),
        )
        return EventStream(house, user.name, place_of(request), stream)


def _holding(house: House, session: Session) -> Callable[[], bool]:
    return lambda: house.people.holds(session)
