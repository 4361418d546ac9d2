"""Whoever listens to a journal hears every event that is written after ``listen`` has returned."""

import queue
import threading
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine

from lammer.ledger.notices import CHANNEL, listen
from tests.waiting import PATIENCE


def test_an_event_written_at_once_is_heard_although_the_connection_takes_long(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker whose thread had not yet connected missed a log-out."""
    connect, heard, stop = psycopg.connect, queue.Queue[str](), threading.Event()
    plain = postgres_url.replace("postgresql+psycopg://", "postgresql://")

    def slow(*given: Any, **named: Any) -> Any:
        stop.wait(0.5)  # nobody sets it: this only takes time
        return connect(*given, **named)

    monkeypatch.setattr(psycopg, "connect", slow)
    thread = listen(create_engine(postgres_url), heard.put, set(), stop)
    with connect(plain, autocommit=True) as other:
        other.execute(f"SELECT pg_notify('{CHANNEL}', 'ann')")
    try:
        assert heard.get(timeout=PATIENCE) == "ann"
    finally:
        stop.set()
        thread.join(PATIENCE)
