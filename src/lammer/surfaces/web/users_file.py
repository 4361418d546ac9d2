"""The file of users: read again when it has changed, written whole, readable to its owner alone; and the token with
which the first user is made."""

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
"""The first user manages users, and neither plays nor deals."""
SETTLED = 2_000_000_000
"""Nanoseconds after which a changed file has another time, also on a coarse file system."""
log = logging.getLogger("uvicorn.error")


class UsersFile(Mapping[str, Entry]):
    """Users by name, as the file says now: whoever is written into it may log in without a restart."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: tuple[int, ...] = ()
        self._users: Mapping[str, Entry] = {}
        self.changed_at = 0.0
        """When the file that holds now was written, in seconds."""
        self._lock = threading.Lock()
        self._read_again()

    def _mark(self) -> tuple[int, ...]:
        found = self.path.stat()
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read_again(self) -> None:
        mark = self._mark()
        self._users, self.changed_at = read_users(self.path, known=bool(self._users)), mark[0] / 1e9
        # What was written a moment ago may be written again without looking any different.
        self._read = mark if time.time_ns() - mark[0] > SETTLED else ()

    def reload(self) -> None:
        """Read again even if it looks the same: a file system may not tell two changes in a second apart."""
        self._read = ()
        self._now()

    def _now(self) -> Mapping[str, Entry]:
        with self._lock:
            try:
                if self._mark() != self._read:
                    self._read_again()
            except (OSError, UsersFault) as fault:
                # Nobody is locked out by a slip of the pen: those who were known stay known.
                log.error("the file of users cannot be read, the last good one holds: %s", fault)
            return self._users

    def __getitem__(self, name: str) -> Entry:
        return self._now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())

    def items(self) -> ItemsView[str, Entry]:
        """Of one reading, and with one look at the file."""
        return self._now().items()


class FirstUser:
    """The one-time token; only its hash is kept, and it is worth nothing once there is a user."""

    def __init__(self, path: Path, hashed: str) -> None:
        self._path, self._hashed = path, hashed

    def takes(self, token: str) -> bool:
        return hmac.compare_digest(hashed_token(token), self._hashed) and not read_users(self._path)

    def make(self, name: str, password: str) -> bool:
        """Writes the user; False when somebody else was first."""
        entry = user_entry(name, password, FIRST_ROLES)
        with _alone(self._path):
            if read_users(self._path):
                return False
            write_whole(self._path, entry)
        return True


def new_token() -> str:
    return secrets.token_urlsafe(18)


def hashed_token(token: str) -> str:
    """Its randomness is what protects it, so that a quick hash does."""
    return sha256(token.encode()).hexdigest()


def begun(path: Path) -> bool:
    """Whether a file of users has no user yet; one that is not there is made."""
    if not path.exists():
        write_whole(path, "")
    return not read_users(path)


def add_user(path: Path, name: str, password: str, roles: tuple[Role, ...]) -> None:
    """Raises UsersFault for a name that is taken or cannot be one."""
    entry = user_entry(name, password, roles)
    begun(path)
    with _alone(path):
        if name in read_users(path):
            raise UsersFault(f"{path}: {name} is in it already")
        write_whole(path, path.read_text(encoding="utf-8") + entry)


def change_user(path: Path, name: str, *, password: str = "", roles: tuple[Role, ...] = ()) -> None:
    """Gives a user another password or other roles. Raises UsersFault for a name that is not there."""
    with _alone(path):
        user_in(path, name)
        users = _tables(path)
        users[name] |= {"password": hashed_password(password)} if password else {}
        users[name] |= {"roles": list(roles)} if roles else {}
        write_whole(path, _as_text(users))


def remove_user(path: Path, name: str) -> None:
    """Raises UsersFault for a name that is not there."""
    with _alone(path):
        user_in(path, name)
        users = _tables(path)
        del users[name]
        write_whole(path, _as_text(users))


def user_in(path: Path, name: str) -> Entry:
    """Raises UsersFault for a name that is not there."""
    users = read_users(path)
    if name not in users:
        raise UsersFault(f"{path}: there is no user {name}")
    return users[name]


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    users: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["users"]
    return users


def _as_text(users: Mapping[str, Mapping[str, Any]]) -> str:
    """Every value of every user. JSON writes texts, numbers and lists as TOML reads them."""
    if not users:
        return "[users]\n"  # an empty file looks as if it were just being written
    lines = list[str]()
    for name, told in users.items():
        lines.append(f'[users."{name}"]')
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in told.items()]
    return "".join(f"{line}\n" for line in lines)


def write_whole(path: Path, text: str) -> None:
    """All of it or nothing, for its owner's eyes."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Holds off other processes that would write, where the system can."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    while True:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            # Whoever held it before has put another file into its place.
            if os.fstat(file.fileno()).st_ino == path.stat().st_ino:
                yield
                return
