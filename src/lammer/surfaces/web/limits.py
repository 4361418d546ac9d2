"""Limits for each client: connections, requests, open pages, bytes and time.

uvicorn has no limits per client. The protocols in ``protocols.py`` and the routes use the ``Door`` defined here.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from lammer.surfaces.web.addresses import counted_as
from lammer.surfaces.web.options import CONNECTIONS, CONNECTIONS_PER_ADDRESS, REQUESTS_PER_ADDRESS

SECURITY = logging.getLogger("lammer.security")
LOG_EVERY = 10.0
"""Seconds between log lines about the same address and limit, so that a flood does not fill the disk."""
MAX_REMEMBERED = 10_000
MAX_WAITING = 16
"""The maximum number of refused connections of one address that wait for their answer."""
LINGER_SECONDS = 5.0
"""How long closing a connection may take; a client that does not read would keep it open forever."""


@dataclass(frozen=True)
class Limits:
    """For counts, 0 means no limit."""

    connections: int = CONNECTIONS
    connections_per_address: int = CONNECTIONS_PER_ADDRESS
    new_connections_per_second: float = 50.0
    requests_per_second: float = REQUESTS_PER_ADDRESS
    """By address. A burst may be twice as large."""
    pages_per_user: int = 20
    header_bytes: int = 16 * 1024
    headers: int = 100
    header_seconds: float = 10.0
    body_bytes: int = 16 * 1024
    body_seconds: float = 10.0
    keep_alive_seconds: int = 10
    write_seconds: float = 20.0
    """How long a client may leave sent data unread."""
    pipelined: int = 4
    page_bytes: int = 8 * 1024
    page_bytes_per_second: float = 512.0
    """Bytes that an open page may send; it needs to send only keep-alives."""
    costly: int = 30
    costly_per_second: float = 4.0
    """Requests of one user that are cheap to send and expensive to answer: past rounds, records, the coach."""
    analyses: int = 120
    analyses_per_second: float = 15.0
    """Requests of one user to the workbench. A slider asks often; most of what it asks is superseded or known."""
    slowdown_seconds: float = 1.0
    """How long a refusal for too many requests is delayed."""


UNLIMITED = Limits(
    connections=0,
    connections_per_address=0,
    new_connections_per_second=0,
    requests_per_second=0,
    pages_per_user=0,
    header_bytes=2**62,
    headers=2**62,
    header_seconds=1e9,
    body_bytes=2**62,
    body_seconds=1e9,
    write_seconds=1e9,
    pipelined=2**62,
    page_bytes=2**62,
    costly_per_second=0,
    analyses_per_second=0,
)
"""For tests: the server without protection."""


class Connection(Protocol):
    """A connection with a deadline (``until``, 0 for none) and the method to call after it."""

    until: float
    transport: Any

    def out_of_time(self) -> None: ...


class Bucket:
    """A token bucket with ``maximum`` tokens, refilled by ``per_second``; with 0 per second it is never empty."""

    def __init__(self, maximum: float, per_second: float) -> None:
        self._maximum, self._per_second = maximum, per_second
        self._left, self._at = maximum, time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        if not self._per_second:
            return True
        now = time.monotonic()
        self._left = min(self._maximum, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._per_second >= self._maximum


class Buckets:
    """A bucket for each address. Full ones are discarded, because a new one is full too."""

    def __init__(self, maximum: float, per_second: float) -> None:
        self._maximum, self._per_second = maximum, per_second
        self._by_name: dict[str, Bucket] = {}

    def take(self, name: str) -> bool:
        if name not in self._by_name:
            if len(self._by_name) >= MAX_REMEMBERED:
                self._by_name = {name: one for name, one in self._by_name.items() if not one.full()}
            self._by_name[name] = Bucket(self._maximum, self._per_second)
        return self._by_name[name].take()


class Door:
    """Counts connections, requests and pages. ``counted`` decides whether a peer is counted by its address; a trusted
    proxy is not, because its requests come from many clients."""

    def __init__(self, limits: Limits, counted: Callable[[str], bool] = lambda _peer: True) -> None:
        self.limits, self.counted = limits, counted
        self.stop: Callable[[], None] = lambda: None
        """Ends answers that have no end of their own; called when the server stops."""
        self._inside: dict[Any, tuple[Connection, str]] = {}
        self._by_address: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._pages_by_user: Counter[str] = Counter()
        self._pages_by_address: Counter[str] = Counter()
        burst = 2 * limits.requests_per_second
        self._requests = Buckets(burst, limits.requests_per_second)
        arrivals = limits.new_connections_per_second if limits.connections_per_address else 0.0
        self._arrivals = Buckets(4 * arrivals, arrivals)
        self._closing: dict[Any, float] = {}
        self._logged: dict[tuple[str, str], tuple[float, int]] = {}
        self._sweeping: asyncio.TimerHandle | None = None
        times = (limits.header_seconds, limits.body_seconds, limits.write_seconds)
        self._sweep_every = min(1.0, min(times) / 4)

    def enter(self, connection: Connection, peer: str) -> tuple[int, str] | None:
        """Registers a new connection. Returns status and reason if it is refused."""
        address = counted_as(peer)
        self._inside[connection.transport] = (connection, address)
        self._by_address[address] += 1
        if self._sweeping is None:
            self._sweep(asyncio.get_running_loop())
        maximum, for_one = self.limits.connections, self.limits.connections_per_address
        if maximum and len(self._inside) > maximum:
            return 503, "too many connections"
        if not self.counted(peer):
            return None
        if for_one and self._by_address[address] > for_one:
            return 429, "too many connections from your address"
        if not self._arrivals.take(address):
            return 429, "too many new connections from your address"
        return None

    def becomes(self, connection: Connection) -> None:
        """Called when a connection switches to another protocol."""
        if (known := self._inside.get(connection.transport)) is not None:
            self._inside[connection.transport] = (connection, known[1])

    def leave(self, connection: Connection) -> None:
        self._closing.pop(connection.transport, None)
        known = self._inside.pop(connection.transport, None)
        if known is not None:
            _less(self._by_address, known[1])

    def may_wait(self, peer: str) -> bool:
        """Whether one more refused connection may wait for its answer. It is counted until ``waited``."""
        address = counted_as(peer)
        if self._waiting[address] >= MAX_WAITING:
            return False
        self._waiting[address] += 1
        return True

    def waited(self, peer: str) -> None:
        _less(self._waiting, counted_as(peer))

    def may_ask(self, peer: str) -> bool:
        """Whether an address may send another request now."""
        return not self.counted(peer) or self._requests.take(counted_as(peer))

    @contextmanager
    def page(self, user: str, peer: str) -> Iterator[bool]:
        """Yields whether a user may open one more page; it is counted while the block runs."""
        address, limits = counted_as(peer), self.limits
        self._pages_by_user[user] += 1
        self._pages_by_address[address] += 1
        try:
            yield not (
                (limits.pages_per_user and self._pages_by_user[user] > limits.pages_per_user)
                or (limits.connections_per_address and self._pages_by_address[address] > limits.connections_per_address)
            )
        finally:
            _less(self._pages_by_user, user)
            _less(self._pages_by_address, address)

    def log(self, what: str, peer: str) -> None:
        """Writes a line to the security log, with the number of omitted lines since the last one."""
        now, known = time.monotonic(), (what, counted_as(peer))
        if len(self._logged) > MAX_REMEMBERED:
            self._logged.clear()
        at, silent = self._logged.get(known, (-LOG_EVERY, 0))
        if now - at < LOG_EVERY:
            self._logged[known] = (at, silent + 1)
            return
        self._logged[known] = (now, 0)
        SECURITY.warning("turned away", extra={"fields": {"why": what, "address": known[1], "more_before": silent}})

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Ends connections whose time is over. One regular sweep costs less than a timer for every request."""
        now = time.monotonic()
        for transport, (connection, _) in list(self._inside.items()):
            if transport.is_closing():
                if now - self._closing.setdefault(transport, now) > LINGER_SECONDS:
                    transport.abort()
            elif connection.until and now > connection.until:
                connection.out_of_time()
        self._sweeping = loop.call_later(self._sweep_every, self._sweep, loop) if self._inside else None


def _less(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if counter[name] <= 0:
        del counter[name]
