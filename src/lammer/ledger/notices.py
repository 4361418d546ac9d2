"""Notices of events that other processes write. PostgreSQL sends the subject of each committed event to its listeners;
an SQLite file is polled."""

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from urllib.parse import quote

from sqlalchemy import Engine

CHANNEL = "lammer"
NEW_EVENTS = "SELECT number, about FROM events WHERE number > ? ORDER BY number"
PAUSE_SECONDS = 1.0
POLL_SECONDS = 0.005
"""Between two polls of an SQLite file. A poll reads its counter of commits, which takes some microseconds."""
START_SECONDS = 30.0
"""How long to wait for the first connection. After that, the server starts and goes on trying."""
STOP_SECONDS = 0.2
"""The thread ends within this time after ``stop`` is set."""
LOG = logging.getLogger("lammer.ledger")


def listen(engine: Engine, on_event: Callable[[str], None], ours: set[int], stop: threading.Event) -> threading.Thread:
    """Calls ``on_event`` with subjects of events, from a new thread, until ``stop`` is set. A lost connection is
    restored. For an SQLite file, events with a number in ``ours`` are skipped, and the number is removed.

    Returns when it listens: an event that is written afterwards is not missed."""
    ready = threading.Event()
    if engine.dialect.name == "postgresql":
        thread = threading.Thread(target=_listen, args=(engine, on_event, ready, stop), name="notices", daemon=True)
    else:
        thread = threading.Thread(target=_poll, args=(engine, on_event, ours, ready, stop), name="notices", daemon=True)
    thread.start()
    ready.wait(START_SECONDS)
    return thread


def _listen(engine: Engine, on_event: Callable[[str], None], ready: threading.Event, stop: threading.Event) -> None:
    import psycopg

    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while not stop.is_set():
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                ready.set()
                while not stop.is_set():
                    for notice in connection.notifies(timeout=STOP_SECONDS):
                        _call(on_event, notice.payload, stop)
        except psycopg.OperationalError:
            stop.wait(PAUSE_SECONDS)


def _poll(
    engine: Engine, on_event: Callable[[str], None], ours: set[int], ready: threading.Event, stop: threading.Event
) -> None:
    while not stop.is_set():
        try:
            with closing(sqlite3.connect(f"file:{quote(str(engine.url.database))}?mode=ro", uri=True)) as connection:
                _poll_events(connection, on_event, ours, ready, stop)
        except sqlite3.Error:
            stop.wait(PAUSE_SECONDS)


def _poll_events(
    connection: sqlite3.Connection,
    on_event: Callable[[str], None],
    ours: set[int],
    ready: threading.Event,
    stop: threading.Event,
) -> None:
    version = 0
    (seen,) = connection.execute("SELECT coalesce(max(number), 0) FROM events").fetchone()
    ready.set()
    while not stop.wait(POLL_SECONDS):
        (now,) = connection.execute("PRAGMA data_version").fetchone()
        if now == version:
            continue
        version = now
        for number, about in connection.execute(NEW_EVENTS, (seen,)).fetchall():
            seen = number
            if number in ours:
                ours.discard(number)
            else:
                _call(on_event, about, stop)


def _call(on_event: Callable[[str], None], about: str, stop: threading.Event) -> None:
    """An error in ``on_event`` must not end the thread."""
    try:
        on_event(about)
    except Exception:
        if not stop.is_set():  # while the server shuts down, errors are expected
            LOG.exception("a notice could not be handled: %s", about)
