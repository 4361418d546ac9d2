"""Around every request: other pages' commands turned away, headers that keep the page to itself, times taken."""

import time

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lammer.surfaces.web.answers import error
from lammer.surfaces.web.guard import same_origin
from lammer.surfaces.web.metrics import Metrics

HEADERS = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"),
    (b"x-content-type-options", b"nosniff"),
]
NAMES = {name for name, _ in HEADERS}


class Watch:
    """Plain ASGI: a middleware of functions would take every request through two more tasks."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                kept = [header for header in message["headers"] if header[0].lower() not in NAMES]
                message = {**message, "headers": [*kept, *HEADERS]}
            await send(message)

        try:
            if scope["method"] not in ("GET", "HEAD") and not same_origin(Headers(scope=scope)):
                await error(403, "other-origin", "this request comes from another page")(scope, receive, sent)
            else:
                await self._app(scope, receive, sent)
        finally:
            self._metrics.request(scope, status, time.perf_counter() - begun)
