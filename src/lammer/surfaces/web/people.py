"""Who may do what: names, roles, passwords, and cookies that say who somebody is.

A local table needs no login: whoever opens the page is a guest with every role. A served one reads a file of users.
"""

import re
import time
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, TimestampSigner

from lammer.surfaces.web.options import ROLES as ROLES
from lammer.surfaces.web.options import SHORTEST_PASSWORD as SHORTEST_PASSWORD
from lammer.surfaces.web.options import Role as Role

NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9 _.-]{0,22}[A-Za-z0-9_.-])?")
SESSION_SECONDS = 12 * 3600
MOST_FAILURES = 5
LOCKED_SECONDS = 900
MOST_REMEMBERED = 10_000


STAND_INS = {"Dealer": "dealer", "Supervisor": "supervisor", "Executive": "executive"}
"""Parts of a local floor, from the lowest rank to the highest."""


class User(NamedTuple):
    name: str
    roles: tuple[Role, ...]


class UsersFault(ValueError):
    """A file of users that cannot be read."""


class NotLetIn(Exception):
    """``locked`` after too many wrong passwords."""

    def __init__(self, text: str, *, locked: bool = False) -> None:
        super().__init__(text)
        self.locked = locked


class First(Protocol):
    """Makes the first user, for whoever has the token."""

    def takes(self, token: str) -> bool: ...
    def make(self, name: str, password: str) -> bool: ...


class People:
    """``users`` by name with password hash and roles; None lets guests in. ``first`` is for a floor without users."""

    def __init__(
        self,
        secret: bytes,
        users: Mapping[str, tuple[str, tuple[Role, ...]]] | None = None,
        first: First | None = None,
    ) -> None:
        # A guest may take any name: their cookie must open no floor where names are people's.
        salt = "lammer session" if users is not None else "lammer guest"
        self._signer, self._users = TimestampSigner(secret, salt=salt), users
        self._first = first
        self._hasher = PasswordHasher()
        self._failures: dict[str, list[float]] = defaultdict(list)

    @property
    def guests(self) -> bool:
        return self._users is None

    @property
    def nobody_yet(self) -> bool:
        """Nobody could log in: the first user is still to be made."""
        return self._users is not None and not self._users

    def cookie(self, name: str) -> str:
        return self._signer.sign(name.encode()).decode()

    def who(self, cookie: str | None) -> User | None:
        """The user a cookie names, as long as it holds and the user is known."""
        try:
            name = self._signer.unsign(cookie or "", max_age=SESSION_SECONDS).decode()
        except BadSignature:
            return None
        if self._users is None:
            return User(name, ROLES)
        return User(name, self._users[name][1]) if name in self._users else None

    @property
    def staff(self) -> dict[str, str]:
        """Whoever has a part in a jackpot's procedure, by the highest of their roles. A local floor has stand-ins."""
        if self._users is None:
            return dict(STAND_INS)
        found = dict[str, str]()
        for name, (_, roles) in self._users.items():
            ranks = [role for role in STAND_INS.values() if role in roles]
            if ranks:
                found[name] = ranks[-1]
        return found

    def having(self, role: Role) -> set[str]:
        """Users of a role; nobody on a local floor, where every guest has every role."""
        return {name for name, (_, roles) in (self._users or {}).items() if role in roles}

    @property
    def users_file(self) -> Path | None:
        """The file that users are kept in, where they can be changed while the server runs."""
        return getattr(self._users, "path", None)

    @property
    def all_roles(self) -> dict[str, tuple[Role, ...]]:
        """Every user with their roles."""
        return {name: roles for name, (_, roles) in (self._users or {}).items()}

    def holders(self, role: str) -> set[str]:
        """Users of a role by its name."""
        return {name for name, (_, roles) in (self._users or {}).items() if role in roles}

    def stands_for(self, user: User, role: Role) -> str:
        """In whose name a user acts in a jackpot's procedure, where no two steps may be one person's: their own, or on
        a local floor, where one person plays every part, the part's."""
        return user.name if self._users is not None else next(name for name, of in STAND_INS.items() if of == role)

    def proven(self, user: User, password: str, where: str) -> None:
        """Asks for the password once more, as a card is asked for; raises NotLetIn for a wrong one."""
        if self._users is not None:
            self._verify(user.name, password, (f"card {user.name} from {where}",))

    def guest(self, name: str) -> str:
        """A cookie for a guest by this name."""
        if self._users is not None:
            raise NotLetIn("this floor has no guests: log in")
        if not NAME.fullmatch(name):
            raise NotLetIn("a name has 1 to 24 letters, digits, blanks, dots or dashes")
        return self.cookie(name)

    def login(self, name: str, password: str, where: str) -> str:
        """A cookie for a name and its password. Wrong ones are counted by name and place together, so that nobody can
        lock others out from elsewhere."""
        self._verify(name, password, (f"name {name} from {where}",))
        return self.cookie(name)

    def _verify(self, name: str, password: str, counted: tuple[str, ...]) -> None:
        self._refuse_locked(counted)
        # Counted before the answer is known: many at once are no way around it.
        self._count(counted)
        kept = (self._users or {}).get(name, ("", ()))[0]
        try:
            # An unknown name costs as much time as a known one.
            self._hasher.verify(kept or _nobody(), password)
        except (VerificationError, InvalidHashError):
            raise NotLetIn("wrong name or password") from None
        if not kept:
            raise NotLetIn("wrong name or password")
        for one in counted:
            self._failures.pop(one, None)

    def first_user(self, token: str, name: str, password: str, where: str) -> str:
        """A cookie for the first user, made with the token that the server showed. Wrong ones are counted too."""
        counted = (f"first user from {where}",)
        self._refuse_locked(counted)
        if self._first is None or not self._first.takes(token):
            self._count(counted)
            raise NotLetIn("this token is wrong, or was used already")
        if not NAME.fullmatch(name):
            raise NotLetIn("a name has 1 to 24 letters, digits, blanks, dots or dashes")
        if len(password) < SHORTEST_PASSWORD:
            raise NotLetIn(f"a password has at least {SHORTEST_PASSWORD} characters")
        if not self._first.make(name, password):
            raise NotLetIn("this token is wrong, or was used already")
        return self.cookie(name)

    def _refuse_locked(self, counted: tuple[str, ...]) -> None:
        recent = time.monotonic() - LOCKED_SECONDS
        if len(self._failures) > MOST_REMEMBERED:
            self._failures = defaultdict(
                list, {who: at for who, at in self._failures.items() if at and at[-1] > recent}
            )
        for one in counted:
            self._failures[one] = [at for at in self._failures[one] if at > recent]
            if len(self._failures[one]) >= MOST_FAILURES:
                raise NotLetIn("too many wrong passwords; try again later", locked=True)

    def _count(self, counted: tuple[str, ...]) -> None:
        for one in counted:
            self._failures[one].append(time.monotonic())


@lru_cache
def _nobody() -> str:
    """Not made before it is needed: a hash takes a while, on purpose."""
    return PasswordHasher().hash("nobody")


def read_users(path: Path) -> dict[str, tuple[str, tuple[Role, ...]]]:
    """``[users.NAME]`` tables with ``password`` (an Argon2 hash) and ``roles``."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8")).get("users", {})
        found = {name: (str(one["password"]), tuple(one["roles"])) for name, one in told.items()}
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError, UnicodeDecodeError) as error:
        raise UsersFault(f"{path}: {error}") from None
    for name, (_, roles) in found.items():
        if not NAME.fullmatch(name) or not roles or set(roles) - set(ROLES):
            raise UsersFault(f"{path}: {name!r}: roles are {', '.join(ROLES)}")
    return found


RESERVED = ("clock", "table", "house", "automatic", "automatic dealer")
"""Names under which the books record what the table does by itself."""


def proper_user_name(name: str) -> None:
    """Raises UsersFault for a name that no user can have."""
    if not NAME.fullmatch(name):
        raise UsersFault(f"{name!r}: a name has 1 to 24 letters, digits, blanks, dots or dashes")
    if name in RESERVED:
        raise UsersFault(f"{name!r}: the books use this name for what a table does by itself; take another")


def user_entry(name: str, password: str, roles: tuple[Role, ...]) -> str:
    """The lines of a user for a file of users."""
    proper_user_name(name)
    listed = ", ".join(f'"{role}"' for role in roles)
    return f'[users."{name}"]\npassword = "{PasswordHasher().hash(password)}"\nroles = [{listed}]\n'
