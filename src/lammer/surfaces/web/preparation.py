"""The kernels of a new installation are compiled by a child process while the server is already used.

Whatever computes in the server itself waits for them a moment, without a thread, and is then told to ask again; the
page does so and says why.
Tables are dealt meanwhile: they need no kernel.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated

from fastapi import Depends, FastAPI

from lammer.api.kernels import PARTS, not_compiled
from lammer.surfaces.web.analysis.analyst import Analyst
from lammer.surfaces.web.analysis.jobs import Question, Unavailable
from lammer.surfaces.web.analysis.kernel_work import TASK
from lammer.surfaces.web.guard import Guard
from lammer.surfaces.web.lobby import FIRST
from lammer.surfaces.web.people import User
from lammer.surfaces.web.replies import PreparationState

LOG = logging.getLogger("lammer.analysis")
QUESTION = Question(TASK, FIRST, (), "", "")
"""The task needs no sheet; any that can be loaded will do."""
LOOK_SECONDS, WAIT_SECONDS = 0.2, 2.0
"""A request waits less than a server that stops waits for it."""
NEEDED_FOR_VALUES = 1
"""Parts that the coach and other values of a decision need; the others are for the workbench."""


class Preparation:
    """Nothing has to be prepared before ``begin`` is called."""

    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.create_task(self._prepare())

    async def _prepare(self) -> None:
        if not await asyncio.to_thread(not_compiled):
            return
        LOG.info("compiling the kernels of the analysis, once")
        try:
            await self._analyst.ask(QUESTION, background=True)
        except Unavailable as why:  # whoever needs a kernel compiles it, or is told why that fails
            LOG.warning("the kernels were not compiled ahead: %s", why)

    @property
    def ready(self) -> bool:
        return self._task is None or self._task.done()

    def state(self) -> PreparationState:
        done, of, part = self._analyst.progress(QUESTION)
        if self.ready:
            return {"ready": True, "done": len(PARTS), "of": len(PARTS), "part": ""}
        return {"ready": False, "done": done, "of": of or len(PARTS), "part": part}

    async def values(self) -> None:
        """Waits a moment until values of decisions can be computed at once. Raises Unavailable: ask again."""
        end = asyncio.get_running_loop().time() + WAIT_SECONDS
        while not self.ready and (state := self.state())["done"] < NEEDED_FOR_VALUES:
            if asyncio.get_running_loop().time() >= end:
                part = f"part {state['done'] + 1} of {state['of']}"
                raise Unavailable(f"the exact analysis is being prepared, {part}; ask again in a moment")
            await asyncio.sleep(LOOK_SECONDS)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task


def viewer_of_values(preparation: Preparation, guard: Guard) -> Callable[[User], Awaitable[User]]:
    """Whoever is logged in, once values of decisions can be computed."""

    async def viewer(user: Annotated[User, Depends(guard.anyone)]) -> User:
        await preparation.values()
        return user

    return viewer


def add_preparation(app: FastAPI, preparation: Preparation, guard: Guard) -> None:
    @app.get("/api/preparation", dependencies=[Depends(guard.anyone)])
    async def prepared() -> PreparationState:
        """Whether the exact analysis is ready; on a new installation its kernels are compiled first, in parts."""
        return preparation.state()
