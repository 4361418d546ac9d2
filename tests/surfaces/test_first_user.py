"""The first user of a floor without users, made with the token that the server showed."""

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import MAX_FAILURES, People, UsersFault, read_users, user_entry
from lammer.surfaces.web.users_file import FIRST_ROLES, FirstUser, UsersFile, add_user, begun, hashed_token

TOKEN = "a token of sixteen"
FIRST = {"token": TOKEN, "name": "ann", "password": "correct horse"}


@pytest.fixture
def users(tmp_path: Path) -> Path:
    path = tmp_path / "users.toml"
    assert begun(path)
    return path


@pytest.fixture
def door(users: Path, tmp_path: Path) -> Iterator[TestClient]:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    people = People(b"secret", UsersFile(users), FirstUser(users, hashed_token(TOKEN)))
    with TestClient(create_app(floor, people), base_url="http://floor.test") as client:
        yield client


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_the_token_makes_one_administrator(door: TestClient, users: Path) -> None:
    assert code(door.get("/api/me")) == (401, "no-users-yet")
    reply = door.post("/api/first-user", json=FIRST).json()
    assert (reply["name"], tuple(reply["roles"])) == ("ann", FIRST_ROLES)
    assert door.get("/api/me").json()["name"] == "ann"
    assert stat.S_IMODE(users.stat().st_mode) == 0o600
    assert "correct horse" not in users.read_text("utf-8")
    door.cookies.clear()
    assert code(door.get("/api/me")) == (401, "not-logged-in")
    assert code(door.post("/api/first-user", json=FIRST | {"name": "eve"})) == (401, "not-let-in")
    assert list(read_users(users)) == ["ann"]
    assert door.post("/api/login", json={"name": "ann", "password": "correct horse"}).status_code == 200


@pytest.mark.parametrize("wrong", [{"name": "<b>"}, {"name": ""}, {"password": "short"}, {"token": ""}])
def test_what_is_refused_leaves_the_token_alive(door: TestClient, wrong: dict[str, str]) -> None:
    assert door.post("/api/first-user", json=FIRST | wrong).status_code in (401, 422)
    assert door.post("/api/first-user", json=FIRST).status_code == 200


def test_too_many_wrong_tokens_lock_the_door(door: TestClient, users: Path) -> None:
    for _ in range(MAX_FAILURES):
        assert code(door.post("/api/first-user", json=FIRST | {"token": "a guess"})) == (401, "not-let-in")
    assert code(door.post("/api/first-user", json=FIRST)) == (429, "locked")
    assert read_users(users) == {}


def test_of_two_who_come_at_once_one_is_the_first(users: Path) -> None:
    one, two = (FirstUser(users, hashed_token(TOKEN)) for _ in range(2))
    assert one.takes(TOKEN)
    assert two.takes(TOKEN)
    assert one.make("ann", "correct horse")
    assert not two.make("eve", "correct horse")
    assert not two.takes(TOKEN)


def test_a_floor_that_never_showed_a_token_takes_none(users: Path) -> None:
    assert not FirstUser(users, "").takes("")
    with pytest.raises(Exception, match="token is wrong"):
        People(b"secret", UsersFile(users)).first_user("", "ann", "correct horse", "here")


def test_whoever_is_written_into_the_file_may_come_in_without_a_restart(users: Path) -> None:
    known = UsersFile(users)
    add_user(users, "bob", "correct horse", ("player",))
    assert list(known) == ["bob"]
    with pytest.raises(UsersFault, match="already"):
        add_user(users, "bob", "correct horse", ("dealer",))
    users.write_text("no [toml", "utf-8")
    assert list(known) == ["bob"]  # those who were known stay known
    users.write_text(user_entry("eve", "correct horse", ("player",)), "utf-8")
    assert list(known) == ["eve"]
