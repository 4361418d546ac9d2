"""What other processes write: PostgreSQL tells whoever listens what each event was about, once it is committed."""

import threading
from collections.abc import Callable

from sqlalchemy import Engine

CHANNEL = "lammer"
PAUSE_SECONDS = 1.0


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
                    for notice in connection.notifies(timeout=PAUSE_SECONDS):
                        told(notice.payload)
        except psycopg.OperationalError:
            stop.wait(PAUSE_SECONDS)
