"""SIGHUP reloads files and reopens logs without closing connections."""

import asyncio
import logging
import signal
import threading
from collections.abc import Callable, Sequence
from logging.handlers import WatchedFileHandler

LOG = logging.getLogger("lammer.floor")


def reload_on_hangup(actions: Sequence[Callable[[], None]]) -> None:
    """Must be called from the event loop. Does nothing outside of the main thread, where there are no signals."""
    if not hasattr(signal, "SIGHUP") or threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()

    def reload() -> None:
        for handler in _log_files():
            handler.reopenIfNeeded()
        for action in actions:
            action()
        LOG.warning("reloaded")

    signal.signal(signal.SIGHUP, lambda *_: loop.call_soon_threadsafe(reload))


def _log_files() -> list[WatchedFileHandler]:
    found = logging.getLogger("lammer").handlers
    return [handler for handler in found if isinstance(handler, WatchedFileHandler)]
