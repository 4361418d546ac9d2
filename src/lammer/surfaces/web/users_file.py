"""The users file, which is reloaded when it changes, written atomically, and readable only by its owner; and the token
for creating the first user."""

import hmac
import json
import logging
import os
import secrets
import threading
import time
import tomllib
from collections.abc import ItemsView, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from lammer.surfaces.web.people import Entry, Role, UsersFault, hashed_password, read_users, user_entry

FIRST_ROLES: tuple[Role, ...] = ("administrator",)
"""The first user only manages users."""
SETTLED = 2_000_000_000
"""Nanoseconds after which a change of the file changes its time stamp, even on a coarse file system."""
log = logging.getLogger("uvicorn.error")


class UsersFile(Mapping[str, Entry]):
    """The users in the file now, by name. A user added to it can log in without a restart."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: tuple[int, ...] = ()
        self._users: Mapping[str, Entry] = {}
        self.changed_at = 0.0
        """The time of the current file, in seconds."""
        self._lock = threading.Lock()
        self._read_again()

    def _mark(self) -> tuple[int, ...]:
        found = self.path.stat()
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read_again(self) -> None:
        mark = self._mark()
        self._users, self.changed_at = read_users(self.path, known=bool(self._users)), mark[0] / 1e9
        # A file written just now may change again without another time stamp.
        self._read = mark if time.time_ns() - mark[0] > SETTLED else ()

    def reload(self) -> None:
        """Reads the file again even if its time stamp is the same, because a file system may have coarse time
        stamps."""
        self._read = ()
        self._now()

    def _now(self) -> Mapping[str, Entry]:
        with self._lock:
            try:
                if self._mark() != self._read:
                    self._read_again()
            except (OSError, UsersFault) as fault:
                # A typo in the file must not lock everybody out.
                log.error("the users file cannot be read, so the last good version is used: %s", fault)
            return self._users

    def __getitem__(self, name: str) -> Entry:
        return self._now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())

    def items(self) -> ItemsView[str, Entry]:
        """All users of one version of the file, with one check of the file."""
        return self._now().items()


class FirstUser:
    """The one-time token. Only its hash is stored, and it is not valid once there is a user."""

    def __init__(self, path: Path, hashed: str) -> None:
        self._path, self._hashed = path, hashed

    def takes(self, token: str) -> bool:
        return hmac.compare_digest(hashed_token(token), self._hashed) and not read_users(self._path)

    def make(self, name: str, password: str) -> bool:
        """Writes the user; False if there is already a user."""
        entry = user_entry(name, password, FIRST_ROLES)
        with _alone(self._path):
            if read_users(self._path):
                return False
            write_whole(self._path, entry)
        return True


def new_token() -> str:
    return secrets.token_urlsafe(18)


def hashed_token(token: str) -> str:
    """A fast hash is enough, because the token is random."""
    return sha256(token.encode()).hexdigest()


def begun(path: Path) -> bool:
    """Whether the users file has no users yet; creates the file if it does not exist."""
    if not path.exists():
        write_whole(path, "")
    return not read_users(path)


def add_user(path: Path, name: str, password: str, roles: tuple[Role, ...]) -> None:
    """Raises UsersFault for a name that exists already or is not valid."""
    entry = user_entry(name, password, roles)
    begun(path)
    with _alone(path):
        if name in read_users(path):
            raise UsersFault(f"{path}: {name} already exists")
        write_whole(path, path.read_text(encoding="utf-8") + entry)


def change_user(path: Path, name: str, *, password: str = "", roles: tuple[Role, ...] = ()) -> None:
    """Changes the password or the roles of a user. Raises UsersFault for an unknown name."""
    with _alone(path):
        user_in(path, name)
        users = _tables(path)
        users[name] |= {"password": hashed_password(password)} if password else {}
        users[name] |= {"roles": list(roles)} if roles else {}
        write_whole(path, _as_text(users))


def remove_user(path: Path, name: str) -> None:
    """Raises UsersFault for an unknown name."""
    with _alone(path):
        user_in(path, name)
        users = _tables(path)
        del users[name]
        write_whole(path, _as_text(users))


def user_in(path: Path, name: str) -> Entry:
    """Raises UsersFault for an unknown name."""
    users = read_users(path)
    if name not in users:
        raise UsersFault(f"{path}: there is no user {name}")
    return users[name]


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    users: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["users"]
    return users


def _as_text(users: Mapping[str, Mapping[str, Any]]) -> str:
    """The users as TOML. JSON strings, numbers and lists are valid TOML."""
    if not users:
        return "[users]\n"  # an empty file would look as if it were being written
    lines = list[str]()
    for name, values in users.items():
        lines.append(f'[users."{name}"]')
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
    return "".join(f"{line}\n" for line in lines)


def write_whole(path: Path, text: str) -> None:
    """Writes the file atomically, readable only by its owner."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Locks the file against other writers, if the system supports it."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    while True:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            # The previous holder of the lock may have replaced the file.
            if os.fstat(file.fileno()).st_ino == path.stat().st_ino:
                yield
                return
