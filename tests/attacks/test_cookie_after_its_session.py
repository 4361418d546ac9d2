"""A cookie that was kept after log-out, a new password, other roles or a removal, and the socket that was open with it:
both end at once, also where another process serves."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx2 as httpx
import pytest
from fastapi.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.live import SESSION_ENDED
from lammer.surfaces.web.people import People, user_entry
from lammer.surfaces.web.users_file import UsersFile, change_user, remove_user
from tests.attacks.doors import PASSWORD, served
from tests.surfaces.test_serve import PATIENCE
from tests.waiting import until


@pytest.fixture(scope="module")
def entries() -> dict[str, str]:
    """Hashing takes time on purpose, so once."""
    return {name: user_entry(name, PASSWORD, ("player", "dealer")) for name in ("ann", "bob")}


@pytest.fixture
def users(entries: dict[str, str], tmp_path: Path) -> Path:
    path = tmp_path / "users.toml"
    path.write_text("".join(entries.values()), "utf-8")
    return path


@contextmanager
def logged_in(address: str, name: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        assert client.post("/api/login", json={"name": name, "password": PASSWORD}).status_code == 200
        yield client


@contextmanager
def socket_of(client: httpx.Client, address: str) -> Iterator[ClientConnection]:
    headers = {"Cookie": f"lammer={client.cookies['lammer']}", "Origin": address}
    with connect(f"{address.replace('http', 'ws')}/api/tables/one/live", additional_headers=headers) as socket:
        socket.recv(PATIENCE)
        yield socket


ENDINGS: dict[str, Callable[[httpx.Client, Path], object]] = {
    "log-out": lambda ann, _: ann.post("/api/logout", headers={"cookie": f"lammer={ann.cookies['lammer']}"}),
    "password": lambda _, users: change_user(users, "ann", password="another long one"),
    "roles": lambda _, users: change_user(users, "ann", roles=("player", "executive")),
    "removal": lambda _, users: remove_user(users, "ann"),
}


def test_every_ending_closes_the_session_and_its_socket(users: Path, entries: dict[str, str], tmp_path: Path) -> None:
    with served(tmp_path, "--users", str(users)) as address, logged_in(address, "bob") as bob:
        body = {"key": "opening one", "table": "one", "game": "sd-free-bet"}
        assert bob.post("/api/tables", json=body).status_code == 200
        with socket_of(bob, address) as kept:
            for name, end in ENDINGS.items():
                users.write_text("".join(entries.values()), "utf-8")
                with logged_in(address, "ann") as ann:
                    assert code_after(partial(end, ann, users), ann, address) == SESSION_ENDED, name
                    assert ann.get("/api/me", headers={"cookie": ann.headers["kept"]}).status_code == 401, name
                    # What has ended does not come back with the user's old entry either.
                    users.write_text("".join(entries.values()), "utf-8")
                    assert ann.get("/api/me", headers={"cookie": ann.headers["kept"]}).status_code == 401, name
            # Control: somebody else's session and socket go on.
            assert bob.get("/api/me").status_code == 200
            with logged_in(address, "ann") as ann:
                sat = ann.post("/api/tables/one/sit", json={"key": "ann sits down", "box": 1})
                assert sat.status_code == 200, sat.text
            while "ann" not in str(kept.recv(PATIENCE)):
                pass


def code_after(end: Callable[[], object], ann: httpx.Client, address: str) -> int:
    """The code with which an open socket is closed once the session is ended."""
    ann.headers["kept"] = f"lammer={ann.cookies['lammer']}"  # as a thief would
    with socket_of(ann, address) as socket:
        end()
        ann.cookies.clear()
        with pytest.raises(ConnectionClosed) as closed:
            read_to_the_end(socket)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def read_to_the_end(socket: ClientConnection) -> None:
    while True:
        socket.recv(PATIENCE)


@pytest.mark.parametrize("everywhere", [False, True])
def test_what_one_process_ends_is_over_at_another(everywhere: bool, users: Path, tmp_path: Path) -> None:
    """Two servers with the same books."""
    with worker(users, tmp_path) as one, worker(users, tmp_path) as other:
        credentials = {"name": "ann", "password": PASSWORD}
        cookies = []
        for _ in range(2):
            one.post("/api/login", json=credentials)
            cookies.append({"cookie": f"lammer={one.cookies['lammer']}"})
            one.cookies.clear()
        for cookie in cookies:
            assert other.get("/api/me", headers=cookie).status_code == 200
        one.post(f"/api/logout?everywhere={everywhere}", headers=cookies[0])
        assert one.get("/api/me", headers=cookies[0]).status_code == 401
        assert until(lambda: other.get("/api/me", headers=cookies[0]).status_code == 401)
        # Another session of the same user goes on, unless all were ended.
        if everywhere:
            assert until(lambda: other.get("/api/me", headers=cookies[1]).status_code == 401)
        else:
            assert other.get("/api/me", headers=cookies[1]).status_code == 200


@contextmanager
def worker(users: Path, folder: Path) -> Iterator[TestClient]:
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    people = People(b"the secret of both", UsersFile(users))
    with TestClient(create_app(floor, people), base_url="http://floor.test") as client:
        yield client
