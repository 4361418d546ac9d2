"""The host names that the server accepts. A foreign page whose name is made to resolve to this machine (DNS rebinding)
sends its own host name, so its requests are refused."""

import ipaddress
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from lammer.surfaces.web.answers import error
from lammer.surfaces.web.options import LOOPBACK

MISDIRECTED = 421
NAME = re.compile(r"[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}")
"""A host's name, or an IPv6 address."""


class Host(NamedTuple):
    name: str
    port: int | None
    """None for any port."""


@lru_cache(maxsize=1024)
def host_of(text: str) -> Host | None:
    """``NAME``, ``NAME:PORT``, ``[IPV6]`` or ``[IPV6]:PORT``; None for anything else."""
    if text.startswith("["):
        name, closed, rest = text[1:].partition("]")
        colon, port = rest[:1], rest[1:]
        if not closed or colon not in ("", ":"):
            return None
    else:
        name, colon, port = text.partition(":")
    if not NAME.fullmatch(name) or (colon and not (port.isascii() and port.isdigit() and len(port) <= 5)):
        return None
    return Host(_plain(name), int(port) if colon else None)


@lru_cache(maxsize=1024)
def _plain(name: str) -> str:
    """The canonical spelling of a name or address."""
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        return name.lower().rstrip(".")


class AllowedHosts:
    """``allowed`` are names from ``--allow-host``. The loopback names and the address that received the request are
    always allowed, with the server's port, because no foreign page has such a name."""

    def __init__(self, app: ASGIApp, allowed: Sequence[Host] = ()) -> None:
        self._app, self._allowed = app, tuple(allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._allows(scope):
            await self._app(scope, receive, send)
            return
        text = "this server does not answer to that host name; the operator can add it with --allow-host NAME"
        refused = error(MISDIRECTED, "unknown-host", text)
        if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
            await refused(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})

    def _allows(self, scope: Scope) -> bool:
        hosts = Headers(scope=scope).getlist("host")
        found = host_of(hosts[0]) if len(hosts) == 1 else None
        if found is None:
            return False
        if any(one.name == found.name and one.port in (None, found.port) for one in self._allowed):
            return True
        at = scope.get("server") or ("", None)
        standard = 443 if scope["scheme"] in ("https", "wss") else 80
        port = standard if found.port is None else found.port
        return port == at[1] and found.name in (*LOOPBACK, _plain(at[0]))
