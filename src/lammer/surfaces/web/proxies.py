"""The client's address and whether the request used TLS. Headers of a proxy are used only if the operator named it with
``--trust-proxy``, because any client can send these headers."""

import ipaddress
from collections.abc import Sequence
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
MAX_HOPS = 20


def network_of(text: str) -> Network:
    """``ADDRESS`` or ``ADDRESS/BITS``; raises ValueError."""
    return ipaddress.ip_network(text, strict=False)


@lru_cache(maxsize=4096)
def is_within(peer: str, networks: tuple[Network, ...]) -> bool:
    """Whether an address is in one of the networks. Cached, because every request needs it."""
    address = _address(peer)
    return address is not None and any(address in network for network in networks)


class Proxies:
    """The outermost middleware: everything inside sees the client's own address."""

    def __init__(self, app: ASGIApp, trusted: Sequence[Network] = ()) -> None:
        self._app, self._trusted = app, tuple(trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._trusted and scope["type"] in ("http", "websocket") and self._is_trusted(_peer(scope)):
            scope = {**scope, **self._forwarded_scope(scope)}
        await self._app(scope, receive, send)

    def _is_trusted(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._trusted)

    def _forwarded_scope(self, scope: Scope) -> Scope:
        headers, found = Headers(scope=scope), dict[str, object]()
        hops, schemes = _forwarded(headers)
        client = self._client(hops)
        if client is not None:
            found["client"] = (str(client), 0)
        # The nearest proxy wrote the last one; earlier ones cannot be trusted.
        if schemes and schemes[-1] in ("http", "https"):
            secure = schemes[-1] == "https"
            found["scheme"] = ("wss" if secure else "ws") if scope["type"] == "websocket" else schemes[-1]
        return found

    def _client(self, hops: list[str]) -> Address | None:
        """The nearest hop that is not a trusted proxy. Hops before it were sent by the client."""
        found = None
        for hop in reversed(hops[-MAX_HOPS:]):
            address = _address(hop)
            if address is None:
                return found
            found = address
            if not self._is_trusted(address):
                return found
        return found


def _peer(scope: Scope) -> Address | None:
    return _address(scope["client"][0]) if scope.get("client") else None


def _forwarded(headers: Headers) -> tuple[list[str], list[str]]:
    """Hops and schemes, the nearest last. ``Forwarded`` (RFC 7239) takes precedence over the older headers."""
    if lines := headers.getlist("forwarded"):
        parts = [_pairs(element) for line in lines for element in line.split(",")]
        return [part.get("for", "") for part in parts], [part["proto"].lower() for part in parts if "proto" in part]
    hops = [hop.strip() for line in headers.getlist("x-forwarded-for") for hop in line.split(",")]
    schemes = [one.strip().lower() for line in headers.getlist("x-forwarded-proto") for one in line.split(",")]
    return hops, schemes


def _pairs(element: str) -> dict[str, str]:
    found = (pair.partition("=") for pair in element.split(";"))
    return {name.strip().lower(): value.strip().strip('"') for name, _, value in found}


def _address(text: str) -> Address | None:
    """``192.0.2.1``, ``192.0.2.1:80``, ``2001:db8::1``, ``[2001:db8::1]:80``; None for anything else."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found
