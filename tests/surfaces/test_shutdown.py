"""A server that stops lets its background tasks finish what they have begun, and closes its books after that.

A connection that such a task still held would otherwise be left open: the pool has been disposed of by then."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import People
from tests.waiting import PATIENCE, until

GRACE = 0.5
"""Seconds in which a server that does not wait would have closed its books."""


@pytest.mark.parametrize(
    ("task", "pause"),
    [
        ("lammer.surfaces.web.server.House.look_after_sessions", "lammer.surfaces.web.entrance.REFRESH_SECONDS"),
        ("lammer.surfaces.web.app.time_passes", "lammer.surfaces.web.app.CLOCK_SECONDS"),
    ],
)
def test_books_are_closed_after_the_last_step_of_a_task(
    task: str, pause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    close: Callable[[], None] = floor.journal.close

    def closed() -> None:
        done.append("books closed")
        close()

    def step(_house: object) -> None:
        done.append("step begun")
        until(lambda: "books closed" in done, patience=GRACE)
        done.append("step done")

    monkeypatch.setattr(task, step)
    monkeypatch.setattr(pause, 0.01)
    monkeypatch.setattr("lammer.surfaces.web.app.STOP_SECONDS", PATIENCE)
    monkeypatch.setattr(floor.journal, "close", closed)
    with TestClient(create_app(floor, People(b"secret"))):
        assert until(lambda: "step begun" in done)
    assert done[-2:] == ["step done", "books closed"]
