"""What other processes write. PostgreSQL tells whoever listens what each event was about, once it is committed; an
SQLite file is looked at again and again."""

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from urllib.parse import quote

from sqlalchemy import Engine

CHANNEL = "lammer"
NEWS = "SELECT number, about FROM events WHERE number > ? ORDER BY number"
PAUSE_SECONDS = 1.0
LOOK_SECONDS = 0.005
"""Between two looks at an SQLite file, each of which takes some microseconds: it has a counter of commits."""
STOP_SECONDS = 0.2
"""How soon the thread ends after it was told to."""
LOG = logging.getLogger("lammer.ledger")


def listen(engine: Engine, on_event: Callable[[str], None], ours: set[int], stop: threading.Event) -> threading.Thread:
    """Calls ``on_event`` from a thread of its own until ``stop`` is set. A lost connection is made again. Of events in
    a file those with a number among ``ours`` are known already; they are taken out of it."""
    if engine.dialect.name == "postgresql":
        thread = threading.Thread(target=_listen, args=(engine, on_event, stop), name="notices", daemon=True)
    else:
        thread = threading.Thread(target=_look_out, args=(engine, on_event, ours, stop), name="notices", daemon=True)
    thread.start()
    return thread


def _listen(engine: Engine, on_event: Callable[[str], None], stop: threading.Event) -> None:
    import psycopg

    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while not stop.is_set():
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                while not stop.is_set():
                    for notice in connection.notifies(timeout=STOP_SECONDS):
                        _tell(on_event, notice.payload, stop)
        except psycopg.OperationalError:
            stop.wait(PAUSE_SECONDS)


def _look_out(engine: Engine, on_event: Callable[[str], None], ours: set[int], stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            with closing(sqlite3.connect(f"file:{quote(str(engine.url.database))}?mode=ro", uri=True)) as connection:
                _tell_news(connection, on_event, ours, stop)
        except sqlite3.Error:
            stop.wait(PAUSE_SECONDS)


def _tell_news(
    connection: sqlite3.Connection, on_event: Callable[[str], None], ours: set[int], stop: threading.Event
) -> None:
    version = 0
    (seen,) = connection.execute("SELECT coalesce(max(number), 0) FROM events").fetchone()
    while not stop.wait(LOOK_SECONDS):
        (now,) = connection.execute("PRAGMA data_version").fetchone()
        if now == version:
            continue
        version = now
        for number, about in connection.execute(NEWS, (seen,)).fetchall():
            seen = number
            if number in ours:
                ours.discard(number)
            else:
                _tell(on_event, about, stop)


def _tell(on_event: Callable[[str], None], about: str, stop: threading.Event) -> None:
    """What goes wrong while one notice is taken up must not keep the thread from hearing the next."""
    try:
        on_event(about)
    except Exception:
        if not stop.is_set():  # else the server is just closing what it would be told with
            LOG.exception("a notice could not be taken up: %s", about)
