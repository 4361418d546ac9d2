"""``Client``: a method for each route of the HTTP API (docs/http.md).

>>> from lammer.client import Client
>>> with Client("http://127.0.0.1:8777", user="ann") as client:  # doctest: +SKIP
...     client.me()["chips"]
100000
"""

import contextlib
import ssl
from collections.abc import Generator, Sequence
from types import TracebackType
from typing import Literal

from lammer.client.connection import Connection
from lammer.client.event_stream import EventReader
from lammer.client.refusals import ServerRefused, ServerUnreachable
from lammer.client.routes import AllRoutes
from lammer.client.routes.event_types import StreamedEvent

Kind = Literal["meters", "jackpots", "table", "round", "call", "duty", "security"]


class Client(AllRoutes):
    """A floor's server. With ``user`` and ``password`` it logs in when it has to; with ``user`` alone it enters as a
    guest, which a local floor admits; with ``token`` it uses an open session. One client serves one thread.

    ``timeout`` is how many seconds an answer may take, ``patience`` how many seconds a request is repeated while the
    server cannot be reached. ``tls`` replaces the usual certificates."""

    def __init__(
        self,
        address: str,
        *,
        user: str = "",
        password: str = "",
        token: str = "",
        timeout: float = 30.0,
        patience: float = 30.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(Connection(address, user, password, token, timeout=timeout, patience=patience, tls=tls))

    def __repr__(self) -> str:
        return f"<Client {self._connection.address}>"

    @property
    def token(self) -> str:
        """The token of the session, for another client; empty without one. It is as secret as a password."""
        return self._connection.token

    def events(
        self, *, after: int | None = None, kinds: Sequence[Kind] = (), follow: bool = True
    ) -> Generator[StreamedEvent, None, None]:
        """Events of the floor, as they happen (``GET /api/events``). After a lost connection it continues with the next
        event. ``after`` is the number of an event to continue after; without it, events from now on. Without ``follow``
        it ends with the last event in the books."""
        return EventReader(self._connection, after, kinds, follow=follow).events()

    def close(self) -> None:
        """Ends the session, if this client has logged in, and closes the connection."""
        if self._connection.logs_in and self._connection.token:
            self._connection.patience = 0  # nobody waits for the end of a session
            with contextlib.suppress(ServerRefused, ServerUnreachable):
                self._post("/api/logout")
        self._connection.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
