"""Users: names, roles, passwords and sessions.

A local floor needs no log-in: everybody who opens the page is a guest with every role. A served floor has a users file.
"""

import json
import math
import re
import secrets
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from lammer.errors import LammerError
from lammer.ledger.journal import Journal
from lammer.ledger.operational import Operational, in_memory
from lammer.surfaces.web.attempts import MAX_FAILURES as MAX_FAILURES
from lammer.surfaces.web.attempts import Attempts, Block, Keys, keys_of
from lammer.surfaces.web.options import ROLES as ROLES
from lammer.surfaces.web.options import SHORTEST_PASSWORD as SHORTEST_PASSWORD
from lammer.surfaces.web.options import Role as Role
from lammer.surfaces.web.security_log import NOBODY, SecurityLog
from lammer.surfaces.web.sessions import IDLE_SECONDS, Session, Sessions

NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9 _.-]{0,22}[A-Za-z0-9_.-])?")
GUEST = "guest"
"""The stamp of guests' sessions, in place of a hash of password and roles."""

STAND_INS = {"Dealer": "dealer", "Supervisor": "supervisor", "Executive": "executive"}
"""Names for the roles of a local floor, from the lowest rank to the highest."""


class User(NamedTuple):
    name: str
    roles: tuple[Role, ...]


Entry = tuple[str, tuple[Role, ...]]
"""The hash of a user's password, and their roles."""


class UsersFault(LammerError, ValueError):
    """The users file cannot be read or changed."""


class NotLetIn(LammerError):
    """The log-in is refused. ``locked`` is the number of seconds of a lock after too many wrong passwords."""

    def __init__(self, text: str, *, locked: float = 0.0) -> None:
        super().__init__(text)
        self.locked = locked


class First(Protocol):
    """Creates the first user, for a client with the token."""

    def takes(self, token: str) -> bool: ...
    def make(self, name: str, password: str) -> bool: ...


class People:
    """``users`` by name with password hash and roles; None for guests. ``first`` is for a floor without users.
    ``guest_seconds`` is how long an unused guest session is valid; 0 for as long as any session."""

    def __init__(
        self,
        secret: bytes,
        users: Mapping[str, Entry] | None = None,
        first: First | None = None,
        *,
        guest_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._secret, self._users, self._first = secret, users, first
        self._hasher = PasswordHasher()
        self._idle_seconds = guest_seconds if users is None else IDLE_SECONDS
        self._seen_users: dict[str, Entry] | None = None
        self.security = SecurityLog()
        self._use(in_memory(), secrets.token_hex(8))

    def keep_in(self, journal: Journal) -> None:
        """Stores sessions and failures in the books' database, and security events in the journal."""
        self._use(journal.operational, journal.id)
        self.security.keep_in(journal)

    def _use(self, tables: Operational, floor: str) -> None:
        self.sessions = Sessions(self._secret, tables, floor, idle_seconds=self._idle_seconds)
        self.attempts = Attempts(tables)

    def reload(self) -> None:
        """Reads the users file again, if there is one."""
        getattr(self._users, "reload", lambda: None)()

    @property
    def guests(self) -> bool:
        return self._users is None

    @property
    def nobody_yet(self) -> bool:
        """Whether the first user has not been created yet."""
        return self._users is not None and not self._users

    def cookie(self, name: str) -> str:
        """The token of a new session."""
        return self.sessions.open(name, self._stamp(name))

    def _stamp(self, name: str) -> str:
        if self._users is None:
            return GUEST
        entry = self._users.get(name)
        return _stamp_of(entry) if entry else ""

    def session(self, token: str) -> Session | None:
        """The session of a token if it is valid; may query the database."""
        found = self.sessions.find(token)
        return found if found is not None and self.holds(found) else None

    def remembered(self, token: str) -> Session | None:
        """The same from memory only."""
        found = self.sessions.remembered(token)
        return found if found is not None and self.holds(found) else None

    def holds(self, session: Session) -> bool:
        """Whether a session is valid. A changed password, changed roles or a removed user end it at once."""
        if session.stamp != (self._stamp(session.name) or None):
            session.ended = True
        return self.sessions.holds(session)

    def user(self, session: Session) -> User:
        if self._users is None:
            return User(session.name, ROLES)
        entry = self._users.get(session.name)
        return User(session.name, entry[1] if entry else ())  # just removed: no roles

    def who(self, token: str | None) -> User | None:
        """The user of a token, if its session is valid."""
        found = self.session(token or "")
        return None if found is None else self.user(found)

    def refresh(self) -> None:
        """Applies changes made elsewhere: sessions ended by other processes, and changes of the users file."""
        if self._users is not None:
            now = dict(self._users.items())
            if now != self._seen_users:
                # A log-in after the change used the current password and roles.
                changed_at: float | None = getattr(self._users, "changed_at", None)
                for name in self.security.users_now(now):
                    self.sessions.end_all(name, changed_at)
                self._seen_users = now
        self.sessions.refresh()

    @property
    def staff(self) -> dict[str, str]:
        """Everybody with a part in a jackpot's procedure, with the highest of their roles. A local floor has
        stand-ins."""
        if self._users is None:
            return dict(STAND_INS)
        found = dict[str, str]()
        for name, (_, roles) in self._users.items():
            ranks = [role for role in STAND_INS.values() if role in roles]
            if ranks:
                found[name] = ranks[-1]
        return found

    def having(self, role: Role) -> set[str]:
        """Users with a role; empty on a local floor, where every guest has every role."""
        return {name for name, (_, roles) in (self._users or {}).items() if role in roles}

    @property
    def users_file(self) -> Path | None:
        """The users file, if users can be changed while the server runs."""
        return getattr(self._users, "path", None)

    @property
    def all_roles(self) -> dict[str, tuple[Role, ...]]:
        """Every user with their roles."""
        return {name: roles for name, (_, roles) in (self._users or {}).items()}

    def holders(self, role: str) -> set[str]:
        """Users with a role, given by its name."""
        return {name for name, (_, roles) in (self._users or {}).items() if role in roles}

    def stands_for(self, user: User, role: Role) -> str:
        """The name under which a user acts in a jackpot's procedure, where different people must take the steps: their
        own, or on a local floor, where one person has every role, the name of the role's stand-in."""
        return user.name if self._users is not None else next(name for name, of in STAND_INS.items() if of == role)

    def proven(self, user: User, password: str, where: str) -> None:
        """Checks the user's password again, in place of a card. Raises NotLetIn if it is wrong."""
        if self._users is not None:
            self._verify("card", user.name, password, where)

    def guest(self, name: str) -> str:
        """The token of a session for a guest with this name."""
        if self._users is not None:
            raise NotLetIn("this floor does not admit guests: log in")
        if not NAME.fullmatch(name):
            raise NotLetIn("a name has 1 to 24 letters, digits, spaces, dots or dashes")
        return self.cookie(name)

    def login(self, name: str, password: str, where: str) -> str:
        """The token of a session for a name and its password."""
        self._verify("name", name, password, where)
        self.security.record("log-in", name, address=where)
        return self.cookie(name)

    def _verify(self, what: str, name: str, password: str, where: str) -> None:
        keys = keys_of(what, name, where)
        self._refuse_blocked(keys)
        # Counted before the result is known, so that simultaneous attempts do not evade the limit.
        failures, blocks = self.attempts.failed(keys)
        kept = (self._users or {}).get(name, ("", ()))[0]
        try:
            # An unknown name takes as much time as a known one.
            self._hasher.verify(kept or _dummy_hash(), password)
        except (VerificationError, InvalidHashError):
            kept = ""
        if not kept:
            self._record_failure(what, name, where, failures, blocks)
            raise NotLetIn("wrong name or password")
        self.attempts.succeeded(keys)

    def _refuse_blocked(self, keys: Keys) -> None:
        if left := self.attempts.blocked(keys):
            raise locked_out(left)

    def refuse_blocked(self, name: str, where: str) -> None:
        """Raises NotLetIn for a blocked client before its log-in is queued."""
        if left := self.attempts.blocked_here(keys_of("name", name, where)):
            raise locked_out(left)

    def _record_failure(self, what: str, name: str, where: str, failures: int, blocks: list[Block]) -> None:
        """Records a security event for the first failure and for every step of the back-off."""
        known = name if name in (self._users or {}) else NOBODY
        steps = [block._asdict() for block in blocks]
        if steps:
            self.security.failure("locked", known, proof=what, address=where, count=failures, steps=steps)
        elif failures == 1:
            self.security.failure("wrong-password", known, proof=what, address=where, count=failures)

    def first_user(self, token: str, name: str, password: str, where: str) -> str:
        """Creates the first user with the token that the server printed, and returns a session token. Wrong tokens are
        counted like wrong passwords."""
        keys = keys_of("first user", "", where)
        self._refuse_blocked(keys)
        if self._first is None or not self._first.takes(token):
            self._record_failure("first user", NOBODY, where, *self.attempts.failed(keys))
            raise NotLetIn("this token is wrong or has already been used")
        if not NAME.fullmatch(name):
            raise NotLetIn("a name has 1 to 24 letters, digits, spaces, dots or dashes")
        if len(password) < SHORTEST_PASSWORD:
            raise NotLetIn(f"a password has at least {SHORTEST_PASSWORD} characters")
        if not self._first.make(name, password):
            raise NotLetIn("this token is wrong or has already been used")
        self.security.record("first-user", name, address=where)
        return self.cookie(name)


@lru_cache(maxsize=4096)
def _stamp_of(entry: Entry) -> str:
    """Cached, because it is needed for every request and push."""
    return sha256(json.dumps(entry).encode()).hexdigest()


def locked_out(seconds: float) -> NotLetIn:
    return NotLetIn(f"too many wrong passwords; try again in {math.ceil(seconds)} s", locked=seconds)


@lru_cache
def _dummy_hash() -> str:
    """Computed when it is needed, because a hash takes a while on purpose."""
    return PasswordHasher().hash("nobody")


def read_users(path: Path, *, known: bool = False) -> dict[str, Entry]:
    """Reads ``[users.NAME]`` tables with ``password`` (an Argon2 hash) and ``roles``.

    Once users are ``known``, an empty file is refused: it is just being written.
    """
    try:
        text = path.read_text(encoding="utf-8")
        if known and not text:
            raise UsersFault(f"{path}: the file is empty")
        users = tomllib.loads(text).get("users", {})
        found = {name: (str(one["password"]), tuple(one["roles"])) for name, one in users.items()}
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError, UnicodeDecodeError) as error:
        raise UsersFault(f"{path}: {error}") from None
    for name, (_, roles) in found.items():
        if not NAME.fullmatch(name) or not roles or set(roles) - set(ROLES):
            raise UsersFault(f"{path}: {name!r}: roles are {', '.join(ROLES)}")
    return found


RESERVED = ("clock", "table", "house", "automatic", "automatic dealer")
"""Names under which the books record automatic actions."""


def proper_user_name(name: str) -> None:
    """Raises UsersFault for a name that is malformed or reserved."""
    if not NAME.fullmatch(name):
        raise UsersFault(f"{name!r}: a name has 1 to 24 letters, digits, spaces, dots or dashes")
    if name in RESERVED:
        raise UsersFault(f"{name!r}: the books use this name for automatic actions; choose another")


def hashed_password(password: str) -> str:
    return PasswordHasher().hash(password)


def user_entry(name: str, password: str, roles: tuple[Role, ...]) -> str:
    """The lines of a user for the users file."""
    return hashed_entry(name, hashed_password(password), roles)


def hashed_entry(name: str, hashed: str, roles: tuple[Role, ...]) -> str:
    """The same for a password that is hashed already."""
    proper_user_name(name)
    listed = ", ".join(f'"{role}"' for role in roles)
    return f'[users."{name}"]\npassword = "{hashed}"\nroles = [{listed}]\n'
