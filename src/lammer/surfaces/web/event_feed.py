"""Reads the journal for open event streams, and wakes them when something was written.

A stream holds no queue: it reads the journal from the last event it has sent. So a slow reader costs no memory, and one
that comes back continues without a gap.
"""

import asyncio
import json
from collections.abc import Callable
from typing import NamedTuple, cast

from starlette.concurrency import run_in_threadpool

from lammer.floor.news import floor_news
from lammer.ledger.journal import Journal
from lammer.surfaces.web.people import Role
from lammer.surfaces.web.replies import StreamedEvent
from lammer.surfaces.web.security_acts import KIND as SECURITY
from lammer.surfaces.web.security_log import security_json

PAGE = 200
"""Events that are read at once."""
SMALL_BUFFER = "lammer.small_buffer"
"""The ASGI extension with a function that keeps little for a client who does not read."""
STAFF: frozenset[Role] = frozenset({"dealer", "supervisor", "executive", "auditor", "administrator"})


class Audience(NamedTuple):
    """Who reads. Without either role: what the table's public displays show."""

    staff: bool = False
    auditor: bool = False


class Page(NamedTuple):
    """``last`` is the last event that was read, whether or not it tells something."""

    last: int
    events: list[StreamedEvent]
    full: bool


class EventFeed:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._loop: asyncio.AbstractEventLoop | None = None
        self._readers: set[asyncio.Event] = set()
        self._reading: dict[tuple[int, Audience], asyncio.Task[Page]] = {}
        self.closed = False
        self.writes = 0
        """Changes with every commit, so that a reader knows whether there is something to read."""

    def begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._journal.committed = self.wake

    def wake(self) -> None:
        """There are new events; from any thread."""
        self._call(self._wake)

    def look_up(self) -> None:
        """Sessions may have ended; from any thread."""
        self._call(self._stir)

    def _call(self, what: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)

    def close(self) -> None:
        """Ends all streams, when the server stops."""
        self.closed = True
        self._stir()

    def _wake(self) -> None:
        self.writes += 1
        self._reading.clear()  # what was begun before does not contain the new events
        self._stir()

    def _stir(self) -> None:
        for reader in self._readers:
            reader.set()

    def enter(self) -> asyncio.Event:
        """Set whenever there is something to look at, until ``leave``."""
        reader = asyncio.Event()
        self._readers.add(reader)
        return reader

    def leave(self, reader: asyncio.Event) -> None:
        self._readers.discard(reader)

    async def last(self) -> int:
        return await run_in_threadpool(self._journal.last_number)

    async def page(self, after: int, audience: Audience) -> Page:
        """The next events. Readers at the same place share one query."""
        key = (after, audience)
        if key not in self._reading:
            task = asyncio.create_task(run_in_threadpool(self._read, after, audience))
            self._reading[key] = task
            task.add_done_callback(lambda done: self._forget(key, done))
        # A reader who goes away must not cancel the query for the others.
        return await asyncio.shield(self._reading[key])

    def _forget(self, key: tuple[int, Audience], done: asyncio.Task[Page]) -> None:
        if self._reading.get(key) is done:
            del self._reading[key]
        if not done.cancelled():
            done.exception()  # told to whoever still waits for it

    def _read(self, after: int, audience: Audience) -> Page:
        rows = self._journal.events_after(after, PAGE)
        found: list[StreamedEvent] = []
        for row in rows:
            if row["kind"] == SECURITY:
                if audience.auditor:
                    found.append({"event": row["number"], "at": row["at"], "security": security_json(row)})
            elif (news := floor_news(row, staff=audience.staff)) is not None:
                found.append(cast(StreamedEvent, news))
        return Page(rows[-1]["number"] if rows else after, found, len(rows) == PAGE)


def message(event: StreamedEvent) -> str:
    """One message of the stream. Its id is the event's number, with which a reader comes back."""
    return f"id: {event['event']}\ndata: {json.dumps(event, separators=(',', ':'))}\n\n"


def only(event: StreamedEvent, parts: frozenset[str]) -> StreamedEvent | None:
    """The wanted parts of an event; None if it has none of them."""
    if not parts:
        return event
    if not parts & event.keys():
        return None
    kept = {name: value for name, value in event.items() if name in parts or name in ALWAYS}
    return cast(StreamedEvent, kept)


ALWAYS = ("event", "at", "by", "reason")
