"""Work for a request that is given up when whoever asked has gone: a closed page must not keep others waiting."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from lammer.surfaces.web.analysis.jobs import Superseded

Found = TypeVar("Found")


async def while_connected(request: Request, work: Coroutine[Any, Any, Found]) -> Found:
    """The result of the work; raises Superseded when the connection ends first, which nobody will read."""
    working, gone = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Superseded("the page has gone")
        return working.result()
    finally:
        working.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    """Until the connection ends. The body has been read, so nothing else can come."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
