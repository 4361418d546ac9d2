"""Middleware for every request: refuses commands from other pages and large bodies, adds security headers, measures the
time, and logs the request if logging is on."""

import logging
import time

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lammer.surfaces.web.answers import error
from lammer.surfaces.web.assets import FOREVER
from lammer.surfaces.web.guard import same_origin
from lammer.surfaces.web.metrics import Metrics

_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""No external content is loaded, and no other page may frame this one (clickjacking could place a bet)."""
LARGEST_BODY = 16 * 1024
"""Much more than any command needs."""
REQUESTS = logging.getLogger("lammer.requests")
NAMES = {name for name, _ in HEADERS}


def _guarded(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Adds the headers. Browsers cache nothing except assets, whose names change with their content."""
    forever = (b"cache-control", FOREVER) in headers
    kept = [header for header in headers if header[0].lower() not in NAMES]
    return [*kept, *(HEADERS if not forever else [(b"cache-control", FOREVER), *HEADERS[1:]])]


class Watch:
    """Plain ASGI, because Starlette's BaseHTTPMiddleware would add two tasks to every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        begun, status, read = time.perf_counter(), 500, 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": _guarded(message["headers"])}
            await send(message)

        async def received() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                raise HTTPException(413, f"a body has at most {LARGEST_BODY} bytes")
            return message

        try:
            if scope["method"] not in ("GET", "HEAD") and not same_origin(Headers(scope=scope)):
                await error(403, "other-origin", "this request comes from another page")(scope, receive, sent)
            else:
                await self._app(scope, received, sent)
        finally:
            self._record(scope, status, time.perf_counter() - begun)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        self._metrics.request(scope, status, seconds)
        if REQUESTS.isEnabledFor(logging.INFO):
            fields = {"path": scope["path"], "status": status, "ms": round(1000 * seconds, 1)}
            address = scope["client"][0] if scope.get("client") else ""
            fields |= {"user": scope["state"].get("user", ""), "address": address}
            REQUESTS.info(scope["method"], extra={"fields": fields})
