"""The configuration of uvicorn: our protocols with their limits, and logs with one JSON object per line."""

import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from uvicorn import Config

from lammer.surfaces.web.limits import Limits
from lammer.surfaces.web.protocols import LimitedHttp, LimitedPage

if TYPE_CHECKING:
    from fastapi import FastAPI

SPARE_FILES = 64
"""File descriptors that are not connections: the books, logs, the page's files."""


def server_config(app: "FastAPI | str", workers: int, log: str, log_file: str = "") -> Config:
    return Config(
        app,
        factory=isinstance(app, str),
        workers=workers,
        log_config=_logs(log, log_file),
        http=LimitedHttp,
        ws=LimitedPage,
        timeout_keep_alive=Limits.keep_alive_seconds,
        ws_max_size=4096,
        # A view has a few kilobytes; compressing it for every viewer would take longer than the rest of an action.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        # Left to proxies.py, because uvicorn would trust these headers from every local client.
        proxy_headers=False,
        server_header=False,
    )


def within_file_limit(limits: Limits) -> Limits:
    """Limits connections to the number of files that the system allows, because a server that runs out of open files
    cannot even refuse a connection. The soft limit, usually 1,024, is first raised to the hard limit."""
    try:
        import resource
    except ImportError:
        return limits
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        return limits
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    maximum = max(hard - SPARE_FILES, 1)
    return replace(limits, connections=min(limits.connections or maximum, maximum))


class _Line(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {"at": self.formatTime(record), "level": record.levelname, "logger": record.name}
        fields |= {"text": record.getMessage()} | getattr(record, "fields", {})
        return json.dumps(fields | ({"trace": self.formatException(record.exc_info)} if record.exc_info else {}))


def _logs(log: str, log_file: str) -> dict[str, Any]:
    level = "INFO" if log == "requests" else "WARNING"
    where: dict[str, Any] = {"class": "logging.StreamHandler"}
    if log_file:
        # This handler reopens the file after a program that rotates logs has moved it.
        where = {"class": "logging.handlers.WatchedFileHandler", "filename": log_file, "encoding": "utf-8"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": _Line}},
        "handlers": {"lines": {**where, "formatter": "line"}},
        "loggers": {
            "uvicorn": {"handlers": ["lines"], "level": "WARNING", "propagate": False},
            "lammer": {"handlers": ["lines"], "level": level, "propagate": False},
        },
    }
