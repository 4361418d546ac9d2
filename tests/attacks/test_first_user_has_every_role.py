"""The first user plays, deals, supervises and audits alone; or an administrator gives themselves those roles."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import create_floor
from lammer.ledger.verify import verify
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import People, read_users
from lammer.surfaces.web.users_file import FirstUser, UsersFile, begun, hashed_token

TOKEN, PASSWORD = "a token of sixteen", "correct horse"


class Floor:
    def __init__(self, folder: Path) -> None:
        self.file = folder / "users.toml"
        begun(self.file)
        self.floor = create_floor(folder / "floor.db", folder / "floor.key")
        self.people = People(b"secret", UsersFile(self.file), FirstUser(self.file, hashed_token(TOKEN)))
        self.client = TestClient(create_app(self.floor, self.people), base_url="http://floor.test")
        self._keys = 0

    def asks(self, name: str, path: str, /, **body: Any) -> Any:
        self.client.cookies.clear()
        self.client.cookies.set("lammer", self.people.cookie(name))
        self._keys += 1
        return self.client.post(path, json={"key": f"my key {self._keys}", **body})

    def code(self, name: str, path: str, /, **body: Any) -> str:
        """What a request is refused with; empty when it is carried out."""
        answer = self.asks(name, path, **body)
        return "" if answer.status_code == 200 else str(answer.json()["error"]["code"])

    def roles(self) -> dict[str, tuple[str, ...]]:
        return {name: tuple(roles) for name, (_, roles) in read_users(self.file).items()}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    """A new floor, whose first user is ada."""
    floor = Floor(tmp_path)
    with floor.client:
        first = {"token": TOKEN, "name": "ada", "password": PASSWORD}
        assert floor.client.post("/api/first-user", json=first).json()["roles"] == ["administrator"]
        yield floor


def added(floor: Floor, by: str, name: str, *roles: str, **more: str) -> str:
    return floor.code(by, "/api/users", name=name, password=PASSWORD, roles=roles, **more)


def test_the_first_user_neither_plays_nor_deals(floor: Floor) -> None:
    table = {"table": "t", "game": "sd-free-bet"}
    for path, body in (
        ("/api/buy-in", {"amount": 1000}),
        ("/api/tables", table),
        ("/api/tables/t/sit", {"box": 1}),
        ("/api/tables/t/void", {"reason": "why not"}),
        ("/api/verify", {}),
    ):
        assert floor.code("ada", path, **body) == "wrong-role", path
    # Control: users with those roles, whom the administrator made, do.
    assert added(floor, "ada", "ann", "player") == ""
    assert added(floor, "ada", "dana", "dealer") == ""
    assert floor.code("dana", "/api/tables", **table) == ""
    assert floor.code("ann", "/api/tables/t/sit", box=1) == ""
    assert floor.client.post("/api/login", json={"name": "ann", "password": PASSWORD}).status_code == 200


def test_nobody_changes_their_own_roles(floor: Floor) -> None:
    everything = ["administrator", "player", "dealer", "supervisor", "executive"]
    assert floor.code("ada", "/api/users/ada/roles", roles=everything) == "own-roles"
    assert floor.code("ada", "/api/users/ada/remove", reason="has left") == "own-roles"
    assert added(floor, "ada", "ann", "player") == ""
    assert floor.code("ann", "/api/users/ann/roles", roles=everything) == "wrong-role"
    assert floor.roles() == {"ada": ("administrator",), "ann": ("player",)}
    # Control: for somebody else it is done.
    assert floor.code("ada", "/api/users/ann/roles", roles=["player", "dealer"]) == ""
    assert floor.roles()["ann"] == ("player", "dealer")


def test_of_two_administrators_none_makes_an_executive_alone(floor: Floor) -> None:
    """Nor a third administrator, who would then approve everything."""
    assert added(floor, "ada", "rita", "administrator") == ""
    for role in ("administrator", "executive", "supervisor"):
        assert added(floor, "ada", "puppet", role) == "second-administrator"
        assert added(floor, "ada", "puppet", role, approver="ada", approver_password=PASSWORD) == (
            "second-administrator"
        )
    assert added(floor, "ada", "puppet", "executive", approver="rita", approver_password="a guess") == "not-let-in"
    assert floor.code("ada", "/api/users/rita/remove", reason="has left") == "second-administrator"
    assert floor.code("ada", "/api/users/rita/roles", roles=["player"]) == "second-administrator"
    assert set(floor.roles()) == {"ada", "rita"}
    # Control: with the other's password it is done, and players need no second word.
    assert added(floor, "ada", "erin", "executive", approver="rita", approver_password=PASSWORD) == ""
    assert added(floor, "ada", "ann", "player") == ""
    assert set(floor.roles()) == {"ada", "rita", "erin", "ann"}


def test_the_name_of_somebody_who_left_is_nobody_elses(floor: Floor) -> None:
    """Chips and a jackpot's staff are known by name: a new password for an old name would be a new card for it."""
    assert added(floor, "ada", "ann", "player") == ""
    assert floor.code("ann", "/api/buy-in", amount=1000) == ""
    assert floor.code("ada", "/api/users/ann/remove", reason="has left") == ""
    assert floor.code("ann", "/api/buy-in", amount=1000) == "not-logged-in"
    assert added(floor, "ada", "ann", "player") == "name-used"
    assert added(floor, "ada", "clock", "player") == "bad-user"
    # Control: a name that nobody had.
    assert added(floor, "ada", "bob", "player") == ""


def test_what_administrators_do_is_in_the_books_without_passwords(floor: Floor) -> None:
    again = {"key": "the same key", "name": "ann", "password": PASSWORD, "roles": ["player"]}
    for _ in range(2):
        assert floor.code("ada", "/api/users", **again) == ""
    floor.code("ada", "/api/users/ann/roles", roles=["dealer"])
    for _ in range(2):
        assert floor.code("ada", "/api/users/ann/remove", reason="has left", key="and goes again") == ""
    events = floor.floor.journal.events_about("user/ann")
    assert [(one["kind"], one["actor"]) for one in events] == [
        ("add-user", "ada"),
        ("set-roles", "ada"),
        ("remove-user", "ada"),
    ]
    assert PASSWORD not in str(events)
    assert PASSWORD not in floor.file.read_text("utf-8")
    assert not verify(floor.floor.journal.where).faults
