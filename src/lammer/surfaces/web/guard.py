"""Checks at every route: the user, the role, the origin of the request, and the rate of requests."""

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
"""A user with a request in this time counts as present; the lobby sends one every few seconds."""


class Forbidden(LammerError):
    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status, self.code = status, code


class TooFast(LammerError):
    """The user sends too many requests."""


def place_of(request: HTTPConnection) -> str:
    """The client's address, also behind a trusted proxy. Wrong passwords are counted by it."""
    return request.client.host if request.client else ""


def same_origin(headers: Mapping[str, str], *, needed: bool = False) -> bool:
    """Whether the request comes from our own page. Without an Origin header, as from programs: only if not
    ``needed``."""
    origin = headers.get("origin")
    if origin is None:
        return not needed
    try:
        return urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False


class Guard:
    """Runs on the event loop: it answers from memory, and a thread would take longer."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._left: dict[str, tuple[float, float]] = {}

    async def session(self, connection: HTTPConnection) -> Session | None:
        """The session from memory, or else from the database, read in a thread."""
        token = token_of(connection)
        found = self._people.remembered(token)
        if found is None and self._people.sessions.genuine(token):
            found = await run_in_threadpool(self._people.session, token)
        return found

    async def anyone(self, request: Request) -> User:
        """The user who is logged in, or the guest."""
        session = await self.session(request)
        user = None if session is None else self._people.user(session)
        if user is None and self._people.nobody_yet:
            raise Forbidden(401, "no-users-yet", "there are no users yet: create the first one with the server's token")
        if user is None:
            raise Forbidden(401, "not-logged-in", "log in first")
        request.state.user = user.name  # for the log of requests
        self._slow_down(user.name)
        return user

    def role(self, *roles: Role) -> Callable[[Request], Awaitable[User]]:
        """A check for any of these roles. Its attribute ``roles`` is for the documentation."""

        async def guarded(request: Request) -> User:
            user = await self.anyone(request)
            if not set(roles) & set(user.roles):
                self._people.security.refused_role(user.name, " or ".join(roles), place_of(request))
                raise Forbidden(403, "wrong-role", f"this needs the role {' or '.join(roles)}")
            return user

        setattr(guarded, "roles", roles)  # noqa: B010 (functions have attributes, but no type for them)
        return guarded

    def recent(self) -> set[str]:
        """Users with a recent request."""
        since = time.monotonic() - RECENT_SECONDS
        return {name for name, (_, at) in list(self._left.items()) if at > since}

    def _slow_down(self, name: str) -> None:
        """A token bucket. A refused request takes no token, else a client that keeps trying would be locked out."""
        now = time.monotonic()
        left, at = self._left.get(name, (BURST, now))
        left = min(BURST, left + (now - at) * A_SECOND)
        self._left[name] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            raise TooFast
