"""``lammer serve --workers 2``: two processes, the same tables, in an SQLite file or on a real PostgreSQL server."""

import signal
import time
from contextlib import closing
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.surfaces.test_serve import PATIENCE, Started, started
from tests.waiting import until

SOON = 3.0
"""A second, for machines that do other things too."""


def children(pid: int) -> list[int]:
    """Processes that a process has started and that are still there."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def looked_at(line: httpx.Client) -> bool:
    """Whether somebody looks at a table by the process that answers on this line."""
    return "lammer_viewers 0" not in line.get("/metrics").text


def line_to(address: str, *, with_viewer: bool) -> httpx.Client:
    """A kept-alive line to the process that has the open page, or to the other; who takes it is the system's choice."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        line = httpx.Client(base_url=address)
        if looked_at(line) is with_viewer:
            return line
        line.close()
    raise AssertionError("all lines lead to one process")


def page_of(address: str, line: httpx.Client) -> ClientConnection:
    headers = {"Cookie": f"lammer={line.cookies['lammer']}", "Origin": address}
    return connect(f"{address.replace('http', 'ws')}/api/tables/one/live", additional_headers=headers)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_processes_serve_the_same_tables(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    where = request.getfixturevalue("postgres_url") if kind == "postgresql" else str(tmp_path / "floor.db")
    arguments = ("serve", "--port", "0", "--db", where, "--workers", "2")
    with started(tmp_path, *arguments) as server:
        address = server.address()
        with httpx.Client(base_url=address) as ann:
            ann.post("/api/guest", json={"name": "ann"}).raise_for_status()
            body = {"key": "opening one", "table": "one", "game": "sd-free-bet"}
            ann.post("/api/tables", json=body).raise_for_status()
            with page_of(address, ann) as page:
                page.recv(PATIENCE)
                _hears(page, address, ann.cookies["lammer"])
        _ends(server)


def _hears(page: ClientConnection, address: str, cookie: str) -> None:
    """What is done by either process is on the page soon, and an answer comes from either."""
    for number, with_viewer in enumerate((False, True), start=1):
        with closing(line_to(address, with_viewer=with_viewer)) as line:
            line.cookies.set("lammer", cookie)
            body = {"key": f"sitting down {number}", "box": number}
            assert line.post("/api/tables/one/sit", json=body).json()["repeated"] is False
            _until(page, f'"box":{number},"bettor":1,"player":"ann"')
        with closing(line_to(address, with_viewer=not with_viewer)) as line:
            line.cookies.set("lammer", cookie)
            assert line.post("/api/tables/one/sit", json=body).json()["repeated"] is True


def _until(page: ClientConnection, wanted: str) -> None:
    """Views of things before may still come."""
    end = time.monotonic() + SOON
    while wanted not in str(page.recv(max(end - time.monotonic(), 0))):
        pass


def _ends(server: Started) -> None:
    crew = children(server.process.pid)
    assert len(crew) >= 2
    assert server.ended_by(signal.SIGTERM) == 0
    # Python's own helper goes when it sees that the others are gone.
    assert until(lambda: not any(_is_there(one) for one in crew))


def _is_there(pid: int) -> bool:
    """Running, not just waiting for somebody to ask how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
