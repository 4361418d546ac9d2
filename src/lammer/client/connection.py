"""The connection to a server: it logs in when it has to, and repeats what may be repeated.

A request without effect, a log-in, and a command with its key, are repeated after a lost connection. Other requests are
repeated only if nothing was sent, or if the server refused them because there were too many.
"""

import json
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from lammer.client.refusals import ServerRefused, ServerUnreachable
from lammer.errors import BadArgument

COOKIE, SECURE_COOKIE = "lammer", "__Host-lammer"
IDLE_SECONDS = 5.0
"""A connection that was idle for longer is not used again: the server closes it after ten seconds."""
WITH_PASSWORD, AS_GUEST = LOG_INS = "/api/login", "/api/guest"
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
LOST = (OSError, HTTPException)
NOT_AGAIN = ("locked", "too-many-pages")
"""Refusals for too many requests that waiting does not help against."""


class Request(NamedTuple):
    """``key`` is the idempotency key of a command."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    key: str = ""
    accepted: tuple[int, ...] = (200,)

    @property
    def repeatable(self) -> bool:
        return self.method == "GET" or bool(self.key) or self.path in LOG_INS


class Reply(NamedTuple):
    status: int
    kind: str
    content: bytes
    retry_after: float = 0.0
    """Seconds."""

    def answer(self) -> Any:
        """JSON as Python values, anything else as text."""
        return json.loads(self.content) if self.kind == "application/json" else self.content.decode()

    def refusal(self) -> ServerRefused:
        try:
            error = json.loads(self.content)["error"]
            return ServerRefused(self.status, error["code"], error["text"], error["clause"], error.get("keys", {}))
        except (ValueError, KeyError, TypeError):
            return ServerRefused(self.status, f"http-{self.status}", f"the answer has the status {self.status}")


class Connection:
    """``patience`` is how many seconds a request is repeated while the server cannot be reached or is busy."""

    def __init__(
        self,
        address: str,
        user: str = "",
        password: str = "",
        token: str = "",
        *,
        timeout: float = 30.0,
        patience: float = 30.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        place = urlsplit(address)
        if place.scheme not in ("http", "https") or not place.hostname:
            raise BadArgument("address", "write the server's address, like http://127.0.0.1:8777", address)
        self.address, self.timeout, self.patience = address.rstrip("/"), timeout, patience
        self.token, self._user, self._password, self._tls = token, user, password, tls
        self._secure, self._host, self._port = place.scheme == "https", place.hostname, place.port
        self._prefix = place.path.rstrip("/")
        self._open: HTTPConnection | None = None
        self._used = 0.0

    @property
    def logs_in(self) -> bool:
        """Whether it has a name to log in with."""
        return bool(self._user)

    def ask(self, request: Request) -> Any:
        """The answer to a request. Raises ServerRefused or ServerUnreachable."""
        if self.logs_in and not self.token:
            self.log_in()
        try:
            return self._answered(request)
        except ServerRefused as refused:
            if refused.code != "not-logged-in" or not self.logs_in:
                raise
        self.log_in()  # the session has ended
        return self._answered(request)

    def log_in(self) -> None:
        """A user with a password logs in; one without enters as a guest."""
        self.token = ""
        body = {"name": self._user} | ({"password": self._password} if self._password else {})
        self._answered(Request("POST", WITH_PASSWORD if self._password else AS_GUEST, body))

    def _answered(self, request: Request) -> Any:
        until, pause = time.monotonic() + self.patience, FIRST_PAUSE
        while True:
            try:
                reply = self._sent(request)
            except LOST as lost:
                if time.monotonic() + pause > until or not (request.repeatable or _nothing_sent(lost)):
                    raise ServerUnreachable(self.address, str(lost) or type(lost).__name__, request.key) from None
            else:
                if reply.status in request.accepted:
                    return reply.answer()
                refusal, pause = reply.refusal(), max(pause, reply.retry_after)
                if time.monotonic() + pause > until or not _worth_repeating(request, refusal):
                    raise refusal
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _sent(self, request: Request) -> Reply:
        connection = self._connected()
        try:
            body = None if request.body is None else json.dumps(request.body)
            headers = self._headers() | ({"Content-Type": "application/json"} if body is not None else {})
            connection.request(request.method, self._prefix + request.path, body, headers)
            with connection.getresponse() as response:
                content = response.read()
        except BaseException:
            self.close()
            raise
        self._used = time.monotonic()
        self._keep_cookie(response)
        kind = response.headers.get_content_type()
        retry_after = response.headers.get("Retry-After", "")  # a proxy may send a date, which says nothing here
        return Reply(response.status, kind, content, float(retry_after) if retry_after.isdecimal() else 0.0)

    @contextmanager
    def streamed(self, path: str, more: Mapping[str, str], timeout: float) -> Iterator[HTTPResponse]:
        """The response of a request that is read while it comes, on a connection of its own. Raises ServerRefused."""
        connection = self._new(timeout)
        try:
            connection.request("GET", self._prefix + path, headers=self._headers() | dict(more))
            with connection.getresponse() as response:
                if response.status != 200:
                    raise Reply(response.status, "", response.read()).refusal()
                yield response
        finally:
            connection.close()

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _connected(self) -> HTTPConnection:
        if self._open is not None and time.monotonic() - self._used > IDLE_SECONDS:
            self.close()
        if self._open is None:
            self._open = self._new(self.timeout)
        return self._open

    def _new(self, timeout: float) -> HTTPConnection:
        if self._secure:
            return HTTPSConnection(self._host, self._port, timeout=timeout, context=self._tls)
        return HTTPConnection(self._host, self._port, timeout=timeout)

    def _headers(self) -> dict[str, str]:
        return {"Cookie": f"{SECURE_COOKIE if self._secure else COOKIE}={self.token}"} if self.token else {}

    def _keep_cookie(self, response: HTTPResponse) -> None:
        """The session that the server opened, or closed with an empty cookie."""
        for line in response.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(line).items():
                if name in (COOKIE, SECURE_COOKIE):
                    self.token = morsel.value


def _nothing_sent(lost: BaseException) -> bool:
    return isinstance(lost, ConnectionRefusedError)


def _worth_repeating(request: Request, refusal: ServerRefused) -> bool:
    if refusal.status == 429:
        return refusal.code not in NOT_AGAIN
    return refusal.status == 503 and request.repeatable


def quoted(part: str | int) -> str:
    """A part of a path."""
    return quote(str(part), safe="")


def with_query(path: str, **query: Any) -> str:
    """The path with the parameters that are given."""
    words = {True: "true", False: "false"}
    given = {name: value for name, value in query.items() if value is not None}
    parameters = {name: words[value] if isinstance(value, bool) else value for name, value in given.items()}
    return f"{path}?{urlencode(parameters, doseq=True)}" if parameters else path
