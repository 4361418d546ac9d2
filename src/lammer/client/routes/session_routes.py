"""Routes: Log in and out. The session is a cookie.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import Unpack, cast

from lammer.client.requests import Routes
from lammer.client.routes.session_types import FirstUser, Guest, Login, Me, Nothing, Visit


class SessionRoutes(Routes):
    """Log in and out. The session is a cookie."""

    def enter_as_guest(self, **body: Unpack[Guest]) -> Me:
        """Enters a local floor under a name, without a password. The answer sets the session's cookie, and a new
        guest gets play money. For: anybody, without a log-in."""
        return cast(Me, self._post("/api/guest", body))

    def log_in(self, **body: Unpack[Login]) -> Me:
        """Logs in with a name and its password. The answer sets the session's cookie. For: anybody, without a log-
        in."""
        return cast(Me, self._post("/api/login", body))

    def create_first_user(self, **body: Unpack[FirstUser]) -> Me:
        """Creates the first user, an administrator, with the token that a server without users prints once, and
        logs in. For: anybody, without a log-in."""
        return cast(Me, self._post("/api/first-user", body))

    def session(self) -> Visit:
        """Like `/api/me`, but not an error without a session. For: anybody, without a log-in."""
        return cast(Visit, self._get("/api/session"))

    def me(self) -> Me:
        """Your name, roles and chips. For: everybody who is logged in."""
        return cast(Me, self._get("/api/me"))

    def log_out(self, *, everywhere: bool | None = None) -> Nothing:
        """Ends this session, or all sessions of the user, and closes their WebSockets. For: anybody, without a
        log-in."""
        return cast(Nothing, self._post("/api/logout", everywhere=everywhere))
