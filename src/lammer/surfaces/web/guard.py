"""At the door of every route: who asks, whether their role may, whether they come from this page, and how fast."""

import time
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from lammer.errors import LammerError
from lammer.surfaces.web.cookies import token_of
from lammer.surfaces.web.people import People, Role, User
from lammer.surfaces.web.sessions import Session

BURST, A_SECOND = 60.0, 20.0
RECENT_SECONDS = 30.0
"""Whoever asked something so recently is still there; the lobby asks every few seconds."""


class Forbidden(LammerError):
    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status, self.code = status, code


class TooFast(LammerError):
    """More requests than anybody needs."""


def place_of(request: HTTPConnection) -> str:
    """Where a request comes from, by a proxy too if it is a trusted one; wrong passwords are counted by it."""
    return request.client.host if request.client else ""


def same_origin(headers: Mapping[str, str], *, needed: bool = False) -> bool:
    """Browsers say which page a request comes from; programs need not, where it is not needed."""
    origin = headers.get("origin")
    if origin is None:
        return not needed
    try:
        return urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False


class Guard:
    """Its questions are asked on the loop itself: they are answered from memory, and a thread would cost more."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._left: dict[str, tuple[float, float]] = {}

    async def session(self, connection: HTTPConnection) -> Session | None:
        """From memory, or else from the database by a thread that may wait for it."""
        token = token_of(connection)
        found = self._people.remembered(token)
        if found is None and self._people.sessions.genuine(token):
            found = await run_in_threadpool(self._people.session, token)
        return found

    async def anyone(self, request: Request) -> User:
        """Whoever is logged in, or a guest."""
        session = await self.session(request)
        user = None if session is None else self._people.user(session)
        if user is None and self._people.nobody_yet:
            raise Forbidden(401, "no-users-yet", "nobody can log in yet: make the first user with the server's token")
        if user is None:
            raise Forbidden(401, "not-logged-in", "log in first")
        request.state.user = user.name  # for the log of requests
        self._slow_down(user.name)
        return user

    def role(self, *roles: Role) -> Callable[[Request], Awaitable[User]]:
        async def guarded(request: Request) -> User:
            user = await self.anyone(request)
            if not set(roles) & set(user.roles):
                self._people.security.refused_role(user.name, " or ".join(roles), place_of(request))
                raise Forbidden(403, "wrong-role", f"this takes a {' or '.join(roles)}")
            return user

        return guarded

    def recent(self) -> set[str]:
        """Who has asked something lately."""
        since = time.monotonic() - RECENT_SECONDS
        return {name for name, (_, at) in list(self._left.items()) if at > since}

    def _slow_down(self, name: str) -> None:
        """A bucket of requests that fills again; one that is refused takes nothing out, or whoever insists would never
        be let in again."""
        now = time.monotonic()
        left, at = self._left.get(name, (BURST, now))
        left = min(BURST, left + (now - at) * A_SECOND)
        self._left[name] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            raise TooFast
