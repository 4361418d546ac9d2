"""The errors of the client."""

from collections.abc import Mapping
from types import MappingProxyType

from lammer.errors import LammerError

NOTHING: Mapping[str, str] = MappingProxyType({})


class ServerRefused(LammerError):
    """The server refused a request, and nothing has changed. ``code`` is for programs, ``text`` is a sentence for
    people, ``clause`` cites the rules if there is one, and ``keys`` has the error of each wrong value."""

    def __init__(self, status: int, code: str, text: str, clause: str = "", keys: Mapping[str, str] = NOTHING) -> None:
        self.status, self.code, self.text, self.clause, self.keys = status, code, text, clause, dict(keys)
        reasons = [f"{key}: {why}" for key, why in self.keys.items() if why not in text]
        super().__init__(" ".join([text, *([f"({clause})"] if clause else []), *reasons]))


class ServerUnreachable(LammerError):
    """The server did not answer in time. ``key`` is that of a command, which may have been carried out: sent again with
    this key, it is carried out at most once."""

    def __init__(self, address: str, why: str, key: str = "") -> None:
        self.address, self.key = address, key
        super().__init__(f"{address}: no answer ({why}); is the server running?")
