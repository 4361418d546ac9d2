"""``lammer serve --workers 2``: two processes, the same tables, in an SQLite file or on a real PostgreSQL server."""

import os
import signal
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import httpx2 as httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.surfaces.test_serve import PATIENCE, Started, started
from tests.waiting import until

SOON = 3.0
"""A second, for machines that do other things too."""


class Crew(NamedTuple):
    """A server of several processes: where it answers, and the process that started the others."""

    address: str
    pid: int


def children(pid: int) -> list[int]:
    """Processes that a process has started and that are still there."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def process_at(port: int, crew: Crew) -> int:
    """The worker at the other end of a connection from this port."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    (inode,) = (row[9] for row in rows if row[2].endswith(f":{port:04X}") and row[9] != "0")
    for pid in children(crew.pid):
        if any(_leads_to(fd, f"socket:[{inode}]") for fd in Path(f"/proc/{pid}/fd").iterdir()):
            return pid
    raise AssertionError("no worker has this connection")


def _leads_to(fd: Path, what: str) -> bool:
    try:
        return str(fd.readlink()) == what
    except FileNotFoundError:
        return False


A_TRY = 5.0
"""A connection may belong to a process that is gone or that is starting; another try reaches the other one."""


def process_of(line: httpx.Client, crew: Crew) -> int:
    """The worker that answers on this kept-alive line."""
    stream = line.get("/livez").extensions["network_stream"]
    return process_at(stream.get_extra_info("client_addr")[1], crew)


def line_to(crew: Crew, pid: int, *, same: bool) -> httpx.Client:
    """A kept-alive line to this process, or to the other; who takes it is the system's choice."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        line = httpx.Client(base_url=crew.address, timeout=PATIENCE)
        if (process_of(line, crew) == pid) is same:
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
        with httpx.Client(base_url=address, timeout=PATIENCE) as ann:
            ann.post("/api/guest", json={"name": "ann"}).raise_for_status()
            body = {"key": "opening one", "table": "one", "game": "sd-free-bet"}
            ann.post("/api/tables", json=body).raise_for_status()
            with page_of(address, ann) as page:
                page.recv(PATIENCE)
                crew = Crew(address, server.process.pid)
                _hears(page, crew, ann.cookies["lammer"])
                _is_counted(page, crew)
        _ends(server)


def _hears(page: ClientConnection, crew: Crew, cookie: str) -> None:
    """What is done by either process is on the page soon, and an answer comes from either."""
    viewed_by = process_at(page.local_address[1], crew)
    for number, same in enumerate((False, True), start=1):
        with closing(line_to(crew, viewed_by, same=same)) as line:
            line.cookies.set("lammer", cookie)
            body = {"key": f"sitting down {number}", "box": number}
            assert line.post("/api/tables/one/sit", json=body).json()["repeated"] is False
            _until(page, f'"box":{number},"bettor":1,"player":"ann"')
        with closing(line_to(crew, viewed_by, same=not same)) as line:
            line.cookies.set("lammer", cookie)
            assert line.post("/api/tables/one/sit", json=body).json()["repeated"] is True


def _is_counted(page: ClientConnection, crew: Crew) -> None:
    """Either process tells what both have counted. When one is killed its viewers are gone and its counts stay."""
    viewed_by = process_at(page.local_address[1], crew)
    for same in (False, True):
        with closing(line_to(crew, viewed_by, same=same)) as line:
            metrics = line.get("/metrics").text
            assert "\nlammer_viewers 1.0\n" in metrics
            assert (
                '\nlammer_requests_total{method="POST",route="/api/tables/{table}/sit",status="200"} 4.0\n' in metrics
            )
            assert '\nlammer_request_seconds_bucket{le="+Inf"} ' in metrics
    os.kill(viewed_by, signal.SIGKILL)

    def forgotten() -> bool:
        with httpx.Client(base_url=crew.address, timeout=A_TRY) as line:
            try:
                metrics = line.get("/metrics").text
            except httpx.TransportError:  # the killed process had the connection, or the one that replaces it starts
                return False
            assert 'route="/api/tables/{table}/sit",status="200"} 4.0\n' in metrics
            return "\nlammer_viewers 0.0\n" in metrics

    assert until(forgotten)


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
