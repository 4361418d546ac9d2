"""A server whose kernels are not compiled yet: tables are played at once, and whoever waits for a figure is told."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect

from lammer.api.kernels import PARTS, kernels_home
from lammer.floor.house import create_floor
from lammer.surfaces.web import preparation
from lammer.surfaces.web.analysis import worker
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import People
from tests.surfaces.page_house import ROOT, Visitor
from tests.waiting import PATIENCE, until

CHILD = """
import sys
from pathlib import Path
from lammer.api import kernels
from lammer.surfaces.web.analysis.child import main
from tests.waiting import until

def waits_for(name):
    return lambda: until((Path(sys.argv[1]) / name).exists)

kernels.PARTS.clear()
kernels.PARTS.update({"exact values": waits_for("first"), "simulator": waits_for("second")})
main()
"""
"""The child process, with parts that wait for a file instead of compiling for a minute."""


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, whose cache is empty."""
    monkeypatch.setenv("LAMMER_CACHE", str(tmp_path / "cache"))
    return tmp_path


@contextmanager
def serving(folder: Path, *, compiles: bool) -> Iterator[TestClient]:
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    floor.open_table("open", "house", "one", "sd-free-bet")
    app = create_app(floor, People(b"secret"), compiles=compiles)
    with TestClient(app, base_url="http://floor.test") as client:
        assert client.post("/api/guest", json={"name": "Ann"}).status_code == 200
        yield client


def test_what_needs_values_waits_for_its_part_and_nothing_else_does(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "COMMAND", (sys.executable, "-c", CHILD, str(empty)))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with serving(empty, compiles=True) as ann, ThreadPoolExecutor(1) as thread:

        def state() -> dict[str, object]:
            reply: dict[str, object] = ann.get("/api/preparation").json()
            return reply

        until(lambda: state()["part"])
        assert state() == {"ready": False, "done": 0, "of": 2, "part": "exact values"}
        early = thread.submit(ann.get, "/api/tables/one/coach")
        sat = ann.post("/api/tables/one/sit", json={"key": "sit down here", "box": 1})
        assert sat.status_code == 200
        reply = early.result(PATIENCE)
        assert (reply.status_code, reply.json()["error"]["text"]) == (
            503,
            "the exact analysis is being prepared, part 1 of 2; ask again in a moment",
        )
        monkeypatch.setattr(preparation, "WAIT_SECONDS", PATIENCE)  # a busy machine needs longer to notice the file
        waiting = thread.submit(ann.get, "/api/tables/one/coach")
        (empty / "first").touch()
        assert waiting.result(PATIENCE).json()["error"]["code"] == "not-your-turn"
        assert not state()["ready"], "the coach does not wait for the simulator"
        (empty / "second").touch()
        assert until(lambda: state()["ready"])


def test_control_where_everything_is_compiled_nobody_waits(empty: Path) -> None:
    with serving(empty, compiles=False) as ann:
        assert ann.get("/api/preparation").json() == {"ready": True, "done": len(PARTS), "of": len(PARTS), "part": ""}
        assert ann.get("/api/tables/one/coach").json()["error"]["code"] == "not-your-turn"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A real process: one of the warm server would have all kernels loaded."""
    command = [sys.executable, "-m", "lammer", "serve", "--port", "0", "--no-browser"]
    env = {**os.environ, "XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[3].rstrip("/")
        finally:
            server.terminate()


def test_a_new_server_deals_while_the_page_says_what_is_prepared(empty: Path, browser: Browser) -> None:
    home = kernels_home()
    assert home is not None
    # As if another worker of the server were compiling: nothing is compiled here, which would take a minute.
    with (home / "compiling").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with served(empty) as address:
            ann = Visitor(browser, address)
            ann.sits_alone("free-money")
            ann.page.get_by_role("switch", name="Coach").check()
            ann.deals_until_asked()
            message = f"being prepared, once after an installation: part 1 of {len(PARTS)} …"
            expect(ann.page.locator(".coach-said")).to_have_text(f"is {message}")
            ann.button("stand").click()
            expect(ann.results()).to_be_visible()
            ann.page.goto("/workbench")
            expect(ann.page.locator(".preparing")).to_have_text(f"The exact analysis is {message}")
            assert ann.faults == []
            ann.context.close()
