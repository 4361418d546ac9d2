"""Background tasks of the server. They pause between two steps, and a step that has begun ends before the books are
closed: a thread cannot be cancelled, and the connection it uses would be left open."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress


async def paused(seconds: float, closing: asyncio.Event) -> bool:
    """Waits so long and gives True; gives False as soon as the server closes."""
    with suppress(TimeoutError):
        await asyncio.wait_for(closing.wait(), seconds)
    return not closing.is_set()


async def finished(tasks: Iterable["asyncio.Task[None]"], seconds: float) -> None:
    """Waits for the steps that have begun, but no longer than so many seconds."""
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
