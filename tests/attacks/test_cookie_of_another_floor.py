"""A cookie of one floor, tried on another that has the same secret; and sessions made by somebody who can write to the
database alone."""

from hashlib import sha256
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from lammer.floor.house import Floor, create_floor
from lammer.ledger.store import engine_of, writing
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import Entry, People

SECRET = b"both floors have this one"
USERS: dict[str, Entry] = {"ann": ("x", ("player",)), "eve": ("x", ("player",))}


def floor_in(folder: Path, name: str) -> Floor:
    return create_floor(folder / f"{name}.db", folder / f"{name}.key")


def status(floor: Floor, people: People, cookie: str = "", guest: str = "") -> tuple[int, str]:
    """What a floor says to a cookie, or the cookie that it gives a guest."""
    with TestClient(create_app(floor, people), base_url="http://floor.test") as client:
        if guest:
            client.post("/api/guest", json={"name": guest})
            cookie = client.cookies["lammer"]
        answer = client.get("/api/me", headers={"cookie": f"lammer={cookie}"})
        return answer.status_code, cookie


def test_a_cookie_of_one_floor_is_nothing_on_another(tmp_path: Path) -> None:
    one, other = floor_in(tmp_path, "one"), floor_in(tmp_path, "other")
    code, cookie = status(one, People(SECRET), guest="ann")
    assert code == 200
    assert status(other, People(SECRET), cookie)[0] == 401
    assert status(one, People(SECRET), cookie)[0] == 200  # control: on its own floor it counts, after a restart too
    with_users = People(SECRET, {"ann": ("", ("executive",))})
    assert status(one, with_users, cookie)[0] == 401  # a guest's name is nobody's on the same floor with users
    assert status(one, People(b"another secret"), cookie)[0] == 401


def test_its_row_copied_to_the_other_floor_changes_nothing(tmp_path: Path) -> None:
    one, other = floor_in(tmp_path, "one"), floor_in(tmp_path, "other")
    _, cookie = status(one, People(SECRET), guest="ann")
    row = one.journal.operational.session(_id(cookie))
    assert row is not None
    other.journal.operational.add_session(row._replace(floor=other.journal.id), 50)
    assert status(other, People(SECRET), cookie)[0] == 401


@pytest.mark.parametrize("change", ["name = 'eve'", "expires = expires + 1e6", "stamp = 'other'", "proof = ''"])
def test_a_session_that_was_changed_in_the_database_is_nobodys(change: str, tmp_path: Path) -> None:
    floor, people = floor_in(tmp_path, "one"), People(SECRET, USERS)
    people.keep_in(floor.journal)
    cookie = people.cookie("ann")
    assert status(floor, People(SECRET, USERS), cookie)[0] == 200
    with writing(engine_of(tmp_path / "one.db")) as connection:
        connection.execute(text(f"UPDATE sessions SET {change}"))
    assert status(floor, People(SECRET, USERS), cookie)[0] == 401


def test_the_database_alone_lets_nobody_in(tmp_path: Path) -> None:
    floor, people = floor_in(tmp_path, "one"), People(SECRET)
    people.keep_in(floor.journal)
    cookie = people.cookie("ann")
    books = b"".join(path.read_bytes() for path in tmp_path.glob("one.db*"))
    assert cookie.encode() not in books
    assert _id(cookie).encode() in books  # control: its hash is
    assert people.who(_id(cookie)) is None


def _id(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()


def test_a_cookie_signed_as_before_sessions_were_kept_is_nobodys(tmp_path: Path) -> None:
    people = People(SECRET)
    people.keep_in(floor_in(tmp_path, "one").journal)
    assert people.who("ann.aRjSLw.5B2nJ8sGc0Pq4mXv1yT7uW3kLzE") is None
