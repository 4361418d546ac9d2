"""Routes for administrators to manage users. Nobody changes their own roles. If there are two administrators, changes
of users who may approve need both."""

from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request

from lammer.floor.jackpots import links_of
from lammer.floor.refusals import FloorRefused
from lammer.ledger.records import Command, Posting
from lammer.rules.sheet import HOUSE
from lammer.surfaces.web import requests, users_file
from lammer.surfaces.web.guard import place_of
from lammer.surfaces.web.people import Role, User, proper_user_name
from lammer.surfaces.web.replies import UserView
from lammer.surfaces.web.server import House, own_key

APPROVING: set[Role] = {"supervisor", "executive", "administrator"}
"""Roles that approve actions of others."""


def add_users(app: FastAPI, house: House) -> None:
    Administrator = Annotated[User, Depends(house.guard.role("administrator"))]  # noqa: N806
    staff = Staff(house)

    @app.get("/api/users")
    def users(_user: Administrator) -> list[UserView]:
        """All users with their roles."""
        return staff.users()

    @app.post("/api/users")
    def add_user(body: requests.NewUser, request: Request, user: Administrator) -> list[UserView]:
        """Adds a user. A name that occurs in the books is not given to another person."""
        path = staff.file()
        staff.approved(user, body, {*body.roles}, place_of(request))
        staff.must_be_new(body.name, own_key(user, body))
        staff.record(user, body, "add-user", {"name": body.name, "roles": list(body.roles)})
        if body.name not in house.people.all_roles:
            users_file.add_user(path, body.name, body.password, body.roles)
        return staff.users()

    @app.post("/api/users/{name}/roles")
    def set_roles(name: str, body: requests.UserRoles, request: Request, user: Administrator) -> list[UserView]:
        """Changes the roles of another user."""
        path, before = staff.file(), staff.known(name)
        staff.not_oneself(user, name)
        staff.approved(user, body, {*before} ^ {*body.roles}, place_of(request))
        staff.record(user, body, "set-roles", {"name": name, "roles": list(body.roles)})
        users_file.change_user(path, name, roles=body.roles)
        return staff.changed()

    @app.post("/api/users/{name}/password")
    def set_password(name: str, body: requests.UserPassword, request: Request, user: Administrator) -> list[UserView]:
        """Changes the password of another user, who is logged out everywhere. Only its hash is stored."""
        path, roles = staff.file(), staff.known(name)
        staff.not_oneself(user, name)
        staff.approved(user, body, {*roles}, place_of(request))
        staff.record(user, body, "set-password", {"name": name})
        users_file.change_user(path, name, password=body.password)
        return staff.changed()

    @app.post("/api/users/{name}/remove")
    def remove_user(name: str, body: requests.UserRemoved, request: Request, user: Administrator) -> list[UserView]:
        """Removes another user, who can no longer log in. Their chips stay in the books."""
        if staff.already_done(own_key(user, body)) and name not in house.people.all_roles:
            return staff.users()
        path, before = staff.file(), staff.known(name)
        staff.not_oneself(user, name)
        staff.approved(user, body, {*before}, place_of(request))
        staff.record(user, body, "remove-user", {"name": name, "reason": body.reason})
        users_file.remove_user(path, name)
        house.floor.journal.operational.forget_drills_of(name)
        return staff.changed()


class Staff:
    """Checks and changes that the routes share."""

    def __init__(self, house: House) -> None:
        self._house, self._people = house, house.people

    def users(self) -> list[UserView]:
        return [{"name": name, "roles": roles} for name, roles in sorted(self._people.all_roles.items())]

    def changed(self) -> list[UserView]:
        """The users after a change that ends sessions. They end before the answer, and other processes are notified."""
        self._house.look_after_sessions()
        return self.users()

    def file(self) -> Path:
        path = self._people.users_file
        if path is None:
            raise FloorRefused("no-users", "this floor has no users file: start the server with --users FILE")
        return path

    def known(self, name: str) -> tuple[Role, ...]:
        if name not in self._people.all_roles:
            raise FloorRefused("no-such-user", f"there is no user {name}")
        return self._people.all_roles[name]

    def not_oneself(self, user: User, name: str) -> None:
        """Refuses changes of oneself. So the last administrator cannot be removed."""
        if user.name == name:
            raise FloorRefused(
                "own-roles", "only another administrator can change your roles or password, or remove you", HOUSE
            )

    def approved(self, user: User, body: requests.Approved, roles: set[Role], place: str) -> None:
        """Checks the approval of a second administrator, with their password, if these roles need it."""
        others = sorted(self._people.having("administrator") - {user.name})
        if not others or not roles & APPROVING:
            return
        if body.approver not in others:
            text = f"a second administrator must approve this: {' or '.join(others)}"
            raise FloorRefused("second-administrator", text, HOUSE)
        self._people.proven(User(body.approver, ()), body.approver_password, place)

    def must_be_new(self, name: str, key: str) -> None:
        """Refuses a name that was used before. Chips and roles in a jackpot's procedure belong to a name, so it is
        never given to another person."""
        journal = self._house.floor.journal
        if self.already_done(key):
            return
        if name in self._people.all_roles:
            raise FloorRefused("user-exists", f"the user {name} already exists")
        proper_user_name(name)
        staffed = any(name in link.staff for link in links_of(self._house.floor))
        if staffed or journal.count_about(f"user/{name}") or journal.count_about(f"player/{name}"):
            raise FloorRefused("name-used", f"the name {name} was used before: choose another", HOUSE)

    def already_done(self, key: str) -> bool:
        return self._house.floor.journal.actor_of(key) is not None

    def record(self, user: User, body: requests.Approved, kind: str, fields: dict[str, Any]) -> None:
        """Records the change in the books before the file is changed. After a fault, a repeated request makes the
        change."""
        fields |= {"approver": body.approver} if body.approver else {}
        about = f"user/{fields['name']}"
        command = Command(own_key(user, body), kind, user.name, fields)
        self._house.floor.journal.post(command, lambda _books: Posting({"name": fields["name"]}, about, ()))
