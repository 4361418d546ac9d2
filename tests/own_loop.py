"""An event loop for a test, whatever else this process does.

Playwright keeps a loop running in the main thread from the first page test on, and only one loop can run in a thread.
So a test that brings its own coroutine runs it in a thread of its own."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_in_own_loop(work: Coroutine[Any, Any, Result]) -> Result:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
