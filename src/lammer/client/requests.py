"""What the generated routes are made of: requests for JSON or text, and commands with a key."""

import secrets
from collections.abc import Mapping
from typing import Any

from lammer.client.connection import Connection, Request, with_query


class Routes:
    """The base of the generated classes, each of which has the routes of one group."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _get(self, path: str, *, accepted: tuple[int, ...] = (200,), **query: Any) -> Any:
        return self._connection.ask(Request("GET", with_query(path, **query), accepted=accepted))

    def _post(self, path: str, body: Mapping[str, Any] | None = None, **query: Any) -> Any:
        return self._connection.ask(Request("POST", with_query(path, **query), body))

    def _command(self, path: str, body: Mapping[str, Any]) -> Any:
        """A command. Without a key it gets a new one, which is used again when the command has to be repeated."""
        keyed = {"key": secrets.token_urlsafe(18), **body}
        return self._connection.ask(Request("POST", path, keyed, str(keyed["key"])))
