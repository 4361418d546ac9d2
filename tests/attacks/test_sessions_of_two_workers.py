"""Two server processes share a PostgreSQL database. A session that ends at one of them, by log-out, a new password or
removal, is over at the other, with its socket; and time ends sessions at both.

The look that each process takes every half second is switched off here, so what the other process hears is what the
database tells it at once.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from lammer.floor.accounts import side_of
from lammer.floor.house import create_floor
from lammer.ledger.journal import Journal, create_journal
from lammer.ledger.refusals import LedgerFault
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.live import SESSION_ENDED
from lammer.surfaces.web.people import People, user_entry
from lammer.surfaces.web.sessions import IDLE_SECONDS, SESSION_SECONDS, Sessions
from lammer.surfaces.web.users_file import UsersFile
from tests.surfaces.test_serve import PATIENCE
from tests.waiting import until

ROLES = {"ann": ("player", "dealer"), "bob": ("player",), "ada": ("administrator",)}
PASSWORD = "a long password"


class Worker:
    def __init__(self, where: str, users: Path, folder: Path) -> None:
        self.people = People(b"the secret of both", UsersFile(users))
        self.client = TestClient(create_app(create_floor(where, folder / "floor.key"), self.people))

    def status(self, cookie: dict[str, str]) -> int:
        return self.client.get("/api/me", headers=cookie).status_code


@pytest.fixture(scope="module")
def entries() -> str:
    """Hashing takes time on purpose, so once."""
    return "".join(user_entry(name, PASSWORD, roles) for name, roles in ROLES.items())  # type: ignore[arg-type]


@pytest.fixture
def workers(
    postgres_url: str, entries: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Worker, Worker]]:
    monkeypatch.setattr("lammer.surfaces.web.entrance.REFRESH_SECONDS", 1e6)
    users = tmp_path / "users.toml"
    users.write_text(entries, "utf-8")
    with ExitStack() as stack:
        one, other = (Worker(postgres_url, users, tmp_path) for _ in range(2))
        for worker in (one, other):
            stack.enter_context(worker.client)
        yield one, other


def cookie_of(worker: Worker, name: str) -> dict[str, str]:
    return {"cookie": f"lammer={worker.people.cookie(name)}"}


@contextmanager
def socket_of(worker: Worker, cookie: dict[str, str]) -> Iterator[Callable[[], int]]:
    """Gives a function that reads until the socket is closed, and says with which code."""
    headers = cookie | {"origin": "http://testserver"}
    with worker.client.websocket_connect("/api/tables/one/live", headers=headers) as socket:
        socket.receive_text()

        def code() -> int:
            try:
                while True:
                    socket.receive_text()
            except WebSocketDisconnect as closed:
                return closed.code

        yield code


ENDINGS = {
    "log-out": ("ann", "/api/logout", {}),
    "log-out everywhere": ("ann", "/api/logout?everywhere=true", {}),
    "password": ("ada", "/api/users/ann/password", {"key": "a new password", "password": "another long one"}),
    "roles": ("ada", "/api/users/ann/roles", {"key": "other roles for ann", "roles": ["player"]}),
    "removal": ("ada", "/api/users/ann/remove", {"key": "ann has to go", "reason": "has left"}),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_what_ends_at_one_worker_is_over_at_the_other(how: str, workers: tuple[Worker, Worker]) -> None:
    one, other = workers
    cookies = {name: cookie_of(one, name) for name in ROLES}
    opening = {"key": "opening one", "table": "one", "game": "sd-free-bet"}
    assert one.client.post("/api/tables", json=opening, headers=cookies["ann"]).status_code == 200
    assert all(other.status(cookie) == 200 for cookie in cookies.values())
    by, path, body = ENDINGS[how]
    with socket_of(other, cookies["ann"]) as closed_with, socket_of(other, cookies["bob"]):
        done = one.client.post(path, json=body or None, headers=cookies[by])
        assert done.status_code == 200, done.text
        assert one.status(cookies["ann"]) == 401
        assert until(lambda: other.status(cookies["ann"]) == 401)
        assert closed_with() == SESSION_ENDED
        assert other.status(cookies["bob"]) == 200  # control: nobody else's


def test_control_without_the_notice_a_log_out_is_not_heard(workers: tuple[Worker, Worker]) -> None:
    one, other = workers
    ann, bob = cookie_of(one, "ann"), cookie_of(one, "bob")
    assert (other.status(ann), other.status(bob)) == (200, 200)
    session = one.people.session(ann["cookie"].partition("=")[2])
    assert session is not None
    one.people.sessions.end(session)  # in the database, and nobody is told
    assert (one.status(ann), other.status(ann)) == (401, 200)
    # The next notice, of whatever, makes the other look.
    assert one.client.post("/api/logout", headers=bob).status_code == 200
    assert until(lambda: (other.status(ann), other.status(bob)) == (401, 401))


def test_a_fault_at_one_notice_does_not_deafen_the_worker(
    workers: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = workers
    ann, bob = cookie_of(one, "ann"), cookie_of(one, "bob")
    assert (other.status(ann), other.status(bob)) == (200, 200)
    failed = threading.Event()

    def fails() -> None:
        failed.set()
        raise LedgerFault("unusable-store", "the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(other.people, "refresh", fails)
        assert one.client.post("/api/logout", headers=ann).status_code == 200
        assert failed.wait(PATIENCE)
    assert one.client.post("/api/logout", headers=bob).status_code == 200
    assert until(lambda: (other.status(ann), other.status(bob)) == (401, 401))


class Clocked(Sessions):
    """Sessions of one worker, with a clock that the test moves."""

    time = 1_000_000.0

    def __init__(self, journal: Journal) -> None:
        super().__init__(b"the secret of both", journal.operational, journal.id, lambda: Clocked.time)


@pytest.fixture
def pair(postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Clocked, Clocked]]:
    monkeypatch.setattr(Clocked, "time", 1_000_000.0)
    journals = [create_journal(postgres_url, tmp_path / "key", side_of) for _ in range(2)]
    yield Clocked(journals[0]), Clocked(journals[1])
    for journal in journals:
        journal.close()


def passed(seconds: float, *workers: Clocked) -> None:
    Clocked.time += seconds
    for worker in workers:
        worker.refresh()


def test_an_idle_session_ends_at_both(pair: tuple[Clocked, Clocked]) -> None:
    one, other = pair
    token = one.open("ann", "stamp")
    passed(IDLE_SECONDS - 1, one, other)
    assert other.find(token) is not None  # control: in time, and this counts as use
    passed(IDLE_SECONDS - 1, other)
    assert one.find(token) is not None or other.find(token) is not None
    passed(IDLE_SECONDS, one, other)
    assert (one.find(token), other.find(token)) == (None, None)


def test_use_at_one_worker_keeps_a_session_alive_at_the_other(pair: tuple[Clocked, Clocked]) -> None:
    one, other = pair
    token = one.open("ann", "stamp")
    assert other.find(token) is not None
    for _ in range(3):
        passed(IDLE_SECONDS / 2, one, other)
        assert one.find(token) is not None
        one.refresh()
    other.refresh()
    assert other.find(token) is not None


def test_a_session_in_constant_use_ends_in_the_end_at_both(pair: tuple[Clocked, Clocked]) -> None:
    one, other = pair
    token = one.open("ann", "stamp")
    for _ in range(5):
        passed(SESSION_SECONDS / 5 - 1, one, other)
        assert one.find(token) is not None
        assert other.find(token) is not None
    passed(6.0, one, other)
    assert (one.find(token), other.find(token)) == (None, None)
