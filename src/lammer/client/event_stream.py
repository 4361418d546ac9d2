"""An iterator over the server's events that comes back by itself after a lost connection."""

import json
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from http.client import HTTPResponse
from typing import Any, NamedTuple, cast

from lammer.client.connection import FIRST_PAUSE, LONGEST_PAUSE, LOST, Connection, with_query
from lammer.client.refusals import ServerRefused, ServerUnreachable
from lammer.client.routes.event_types import StreamedEvent

PATH = "/api/events"
PIECE = 65536
SILENCE_SECONDS = 45.0
"""Without a message for this long, the connection is taken for lost. Heartbeats come every 15 seconds."""


class Message(NamedTuple):
    """``data`` is empty if the message only tells a place."""

    id: str
    data: str


def messages(lines: Iterable[bytes]) -> Iterator[Message]:
    """The messages of a stream of server-sent events. One that is cut off is left out."""
    id_, data = "", list[str]()
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if line and not line.endswith(b"\n"):
            return
        name, _, value = text.partition(":")
        if name == "id":
            id_ = value.removeprefix(" ")
        elif name == "data":
            data.append(value.removeprefix(" "))
        elif not text:
            yield Message(id_, "\n".join(data))
            data = []


def lines_of(response: HTTPResponse) -> Iterator[bytes]:
    """The lines of a stream. Raises HTTPException if it is cut off; ``readline`` takes a cut between two chunks for the
    regular end."""
    rest = b""
    while piece := response.read1(PIECE):
        *whole, rest = (rest + piece).split(b"\n")
        yield from (line + b"\n" for line in whole)
    if rest:
        yield rest


class EventReader:
    """``place`` is the last event that was read; a new reader continues with ``after=place``."""

    def __init__(self, connection: Connection, after: int | None, kinds: Sequence[str], *, follow: bool) -> None:
        self._connection, self.place, self._kinds, self._follow = connection, after, kinds, follow
        self._reached = False

    def events(self) -> Generator[StreamedEvent, None, None]:
        until, pause = time.monotonic() + self._connection.patience, FIRST_PAUSE
        while True:
            try:
                for event in self._connected():
                    pause = FIRST_PAUSE
                    yield event
                if not self._follow:
                    return
            except ServerUnreachable:  # while it logged in
                if not self._reached:
                    raise
            except LOST as lost:
                if self._out_of_patience(until - pause):
                    raise ServerUnreachable(self._connection.address, str(lost) or type(lost).__name__) from None
            except ServerRefused as refused:
                if refused.code == "not-logged-in" and self._connection.logs_in:
                    self._connection.token = ""  # the session has ended; the next attempt logs in
                elif refused.status not in (429, 503) or self._out_of_patience(until - pause):
                    raise
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _out_of_patience(self, end: float) -> bool:
        """A stream that was open once is opened again, however long that takes."""
        return not self._reached and time.monotonic() > end

    def _connected(self) -> Iterator[StreamedEvent]:
        if self._connection.logs_in and not self._connection.token:
            self._connection.log_in()
        path = with_query(PATH, kinds=list(self._kinds) or None, follow=None if self._follow else False)
        headers = {} if self.place is None else {"Last-Event-ID": str(self.place)}
        with self._connection.streamed(path, headers, SILENCE_SECONDS) as response:
            self._reached = True
            for message in messages(lines_of(response)):
                if message.id:
                    self.place = int(message.id)
                if message.data:
                    yield cast(StreamedEvent, cast(Any, json.loads(message.data)))
