"""Routes with which administrators manage users. Nobody changes their own roles, and as soon as there are two
administrators, one alone makes, changes or removes nobody who may approve."""

from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request

from lammer.floor.jackpots import links_of
from lammer.floor.refusals import FloorRefused
from lammer.ledger.records import Command, Posting
from lammer.rules.sheet import HOUSE
from lammer.surfaces.web import requests
from lammer.surfaces.web.guard import place_of
from lammer.surfaces.web.people import Role, User, proper_user_name
from lammer.surfaces.web.replies import UserView
from lammer.surfaces.web.server import House, own_key
from lammer.surfaces.web.users_file import add_user, change_user, remove_user

APPROVING: set[Role] = {"supervisor", "executive", "administrator"}
"""Roles whose holders approve what others do."""


def add_users(app: FastAPI, house: House) -> None:
    Administrator = Annotated[User, Depends(house.guard.role("administrator"))]  # noqa: N806
    staff = Staff(house)

    @app.get("/api/users")
    def users(_user: Administrator) -> list[UserView]:
        return staff.told()

    @app.post("/api/users")
    def added(body: requests.NewUser, request: Request, user: Administrator) -> list[UserView]:
        """A new user. A name that the books know already is not given to somebody else."""
        path = staff.file()
        staff.approved(user, body, {*body.roles}, place_of(request))
        staff.must_be_new(body.name, own_key(user, body))
        staff.record(user, body, "add-user", {"name": body.name, "roles": list(body.roles)})
        if body.name not in house.people.all_roles:
            add_user(path, body.name, body.password, body.roles)
        return staff.told()

    @app.post("/api/users/{name}/roles")
    def changed(name: str, body: requests.UserRoles, request: Request, user: Administrator) -> list[UserView]:
        """Other roles for somebody else."""
        path, before = staff.file(), staff.known(name)
        staff.not_oneself(user, name)
        staff.approved(user, body, {*before} ^ {*body.roles}, place_of(request))
        staff.record(user, body, "set-roles", {"name": name, "roles": list(body.roles)})
        change_user(path, name, roles=body.roles)
        return staff.changed()

    @app.post("/api/users/{name}/password")
    def reset(name: str, body: requests.UserPassword, request: Request, user: Administrator) -> list[UserView]:
        """Another password for somebody else, who is logged out everywhere. It is written nowhere but as a hash."""
        path, roles = staff.file(), staff.known(name)
        staff.not_oneself(user, name)
        staff.approved(user, body, {*roles}, place_of(request))
        staff.record(user, body, "set-password", {"name": name})
        change_user(path, name, password=body.password)
        return staff.changed()

    @app.post("/api/users/{name}/remove")
    def removed(name: str, body: requests.UserRemoved, request: Request, user: Administrator) -> list[UserView]:
        """Somebody else may not log in any more; what they have is kept in the books."""
        if staff.asked_before(own_key(user, body)) and name not in house.people.all_roles:
            return staff.told()
        path, before = staff.file(), staff.known(name)
        staff.not_oneself(user, name)
        staff.approved(user, body, {*before}, place_of(request))
        staff.record(user, body, "remove-user", {"name": name, "reason": body.reason})
        remove_user(path, name)
        house.floor.journal.operational.forget_drills_of(name)
        return staff.changed()


class Staff:
    """Checks and changes that the routes share."""

    def __init__(self, house: House) -> None:
        self._house, self._people = house, house.people

    def told(self) -> list[UserView]:
        return [{"name": name, "roles": roles} for name, roles in sorted(self._people.all_roles.items())]

    def changed(self) -> list[UserView]:
        """After a change that ends sessions: they are over before the answer, and other processes hear of it."""
        self._house.look_after_sessions()
        return self.told()

    def file(self) -> Path:
        path = self._people.users_file
        if path is None:
            raise FloorRefused("no-users", "this floor keeps no users: start the server with --users FILE")
        return path

    def known(self, name: str) -> tuple[Role, ...]:
        if name not in self._people.all_roles:
            raise FloorRefused("no-such-user", f"there is no user {name}")
        return self._people.all_roles[name]

    def not_oneself(self, user: User, name: str) -> None:
        """An administrator always stays: nobody can remove the last one, who could only be themselves."""
        if user.name == name:
            raise FloorRefused(
                "own-roles", "another administrator changes your roles or password, or removes you", HOUSE
            )

    def approved(self, user: User, body: requests.Approved, roles: set[Role], place: str) -> None:
        """Whether a second administrator approves, with their password, where these roles need it."""
        others = sorted(self._people.having("administrator") - {user.name})
        if not others or not roles & APPROVING:
            return
        if body.approver not in others:
            text = f"a second administrator approves this: {' or '.join(others)}"
            raise FloorRefused("second-administrator", text, HOUSE)
        self._people.proven(User(body.approver, ()), body.approver_password, place)

    def must_be_new(self, name: str, key: str) -> None:
        """Chips and a place in a jackpot's procedure belong to a name, so a name is one person's for ever."""
        journal = self._house.floor.journal
        if self.asked_before(key):
            return
        if name in self._people.all_roles:
            raise FloorRefused("user-exists", f"there is a user {name} already")
        proper_user_name(name)
        staffed = any(name in link.staff for link in links_of(self._house.floor))
        if staffed or journal.count_about(f"user/{name}") or journal.count_about(f"player/{name}"):
            raise FloorRefused("name-used", f"{name} was somebody before: take another name", HOUSE)

    def asked_before(self, key: str) -> bool:
        return self._house.floor.journal.actor_of(key) is not None

    def record(self, user: User, body: requests.Approved, kind: str, said: dict[str, Any]) -> None:
        """In the books before the file changes: asked again after a fault, the change is made then."""
        said |= {"approver": body.approver} if body.approver else {}
        about = f"user/{said['name']}"
        command = Command(own_key(user, body), kind, user.name, said)
        self._house.floor.journal.post(command, lambda _books: Posting({"name": said["name"]}, about, ()))
