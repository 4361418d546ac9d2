"""Checks of doctor on the machine: Python, packages, the page, the data folder, the disk, the port."""

import http.client
import os
import platform
import shutil
import socket
import sqlite3
import stat
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import lammer
from lammer.surfaces.cli.books.findings import Finding, fault, ok, warning
from lammer.surfaces.folders import data_folder

OLDEST = (3, 11)
EXTRAS = {
    "lammer": ("cyclopts", "pydantic", "rich"),
    "lammer[exact]": ("numba", "numpy"),
    "lammer[ledger]": ("alembic", "cryptography", "sqlalchemy"),
    "lammer[web]": ("argon2-cffi", "fastapi", "prometheus-client", "uvicorn", "websockets"),
    "lammer[postgresql]": ("psycopg", "psycopg-binary"),
}
PAGE = Path(lammer.__file__).parent / "surfaces" / "web" / "built" / "index.html"
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 100_000_000
SECONDS = 2


def python() -> Iterator[Finding]:
    found = f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    if sys.version_info < OLDEST:
        yield fault("python", found, "install Python 3.11 or newer")
    else:
        yield ok("python", found)


def packages(*, postgresql: bool) -> Iterator[Finding]:
    """The packages of each extra. Only the base packages and the wanted database driver are required."""
    for extra, names in EXTRAS.items():
        missing = [name for name in names if _version(name) is None]
        if not missing:
            yield ok("packages", f"{extra}: {', '.join(f'{name} {_version(name)}' for name in names)}")
            continue
        text, do = f"{extra}: {', '.join(missing)} not installed", f"pip install '{extra}'"
        if extra == "lammer" or (postgresql and extra == "lammer[postgresql]"):
            yield fault("packages", text, do)
        elif extra != "lammer[postgresql]":
            yield warning("packages", text, f"{do}, if you need it")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def page() -> Iterator[Finding]:
    if PAGE.is_file():
        yield ok("page", "built")
        return
    node = shutil.which("node")
    do = "run python tools/page.py" if node else "run ./run serve once, or install Node and run python tools/page.py"
    yield warning("page", f"not built ({node or 'no Node on this machine'}): lammer serve has only its API", do)


def folder() -> Iterator[Finding]:
    """The data folder, its permissions and those of its keys."""
    home = data_folder()
    if not home.exists():
        yield ok("data folder", f"{home} will be created when needed")
        return
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        yield fault("data folder", f"{home} cannot be written", f"make yourself its owner: chown {_user()} {home}")
        return
    open_to_others = stat.S_IMODE(home.stat().st_mode) & 0o077
    if open_to_others:
        yield warning("data folder", f"{home} is open to other users", f"chmod 700 {home}")
    else:
        yield ok("data folder", f"{home}, yours alone")
    for path in sorted(home.glob("*.key")):
        yield from private(path, secret=True)


def private(path: Path, *, secret: bool) -> Iterator[Finding]:
    """A file that other users must not read."""
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        level = fault if secret else warning
        yield level("file modes", f"{path} can be read by other users", f"chmod 600 {path}")
    else:
        yield ok("file modes", f"{path} can be read by you only")


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "you"


def disk(where: Path) -> Iterator[Finding]:
    there = next(path for path in (where, *where.absolute().parents) if path.exists())
    free = shutil.disk_usage(there).free
    text = f"{free / 1e9:,.1f} GB free at {there}"
    if free < NO_SPACE:
        yield fault("disk", text, "free some space now: a full disk stops every table")
    elif free < LITTLE_SPACE:
        yield warning("disk", text, "free some space, or move the books to a larger disk")
    else:
        yield ok("disk", text)


def port(number: int) -> Iterator[Finding]:
    """Whether the port is free, or a lammer server listens on it."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
            yield ok("port", f"{number} is free")
            return
        except OSError:
            pass
    answer = _health(number)
    if answer == 200:
        yield ok("port", f"{number}: a lammer server answers")
    elif answer:
        yield fault("port", f"{number}: /healthz answers {answer}", "read the server's log")
    else:
        yield warning("port", f"{number} is in use by another program", "lammer serve --port 0 takes a free one")


def _health(number: int) -> int:
    """The status of /healthz; 0 if this is not a lammer server."""
    connection = http.client.HTTPConnection("127.0.0.1", number, timeout=SECONDS)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status if b'"status"' in answer.read(1000) or answer.status == 503 else 0
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()
