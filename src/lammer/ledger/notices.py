"""What other processes write: PostgreSQL tells whoever listens what each event was about, once it is committed."""

import logging
import threading
from collections.abc import Callable

from sqlalchemy import Engine

CHANNEL = "lammer"
PAUSE_SECONDS = 1.0
STOP_SECONDS = 0.2
"""How soon the thread ends after it was told to."""
LOG = logging.getLogger("lammer.ledger")


def listen(engine: Engine, told: Callable[[str], None], stop: threading.Event) -> threading.Thread:
    """Calls ``told`` from a thread of its own until ``stop`` is set; a lost connection is made again."""
    thread = threading.Thread(target=_listen, args=(engine, told, stop), name="notices", daemon=True)
    thread.start()
    return thread


def _listen(engine: Engine, told: Callable[[str], None], stop: threading.Event) -> None:
    import psycopg

    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while not stop.is_set():
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                while not stop.is_set():
                    for notice in connection.notifies(timeout=STOP_SECONDS):
                        _tell(told, notice.payload, stop)
        except psycopg.OperationalError:
            stop.wait(PAUSE_SECONDS)


def _tell(told: Callable[[str], None], about: str, stop: threading.Event) -> None:
    """What goes wrong while one notice is taken up must not keep the thread from hearing the next."""
    try:
        told(about)
    except Exception:
        if not stop.is_set():  # else the server is just closing what it would be told with
            LOG.exception("a notice could not be taken up: %s", about)
