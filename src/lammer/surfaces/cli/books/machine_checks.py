"""Checks of doctor on the machine: the page, the folders, the disk, the port."""

import http.client
import os
import shutil
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import lammer
from lammer.ledger.keys import keys_folder
from lammer.surfaces.cli.books.findings import Finding, fault, ok, warning
from lammer.surfaces.folders import data_folder

PAGE = Path(lammer.__file__).parent / "surfaces" / "web" / "built" / "index.html"
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 100_000_000
SECONDS = 2


def page() -> Iterator[Finding]:
    if PAGE.is_file():
        yield ok("page", "built")
        return
    node = shutil.which("node")
    do = "run python tools/page.py" if node else "run ./run serve once, or install Node and run python tools/page.py"
    yield warning("page", f"not built ({node or 'no Node on this machine'}): lammer serve has only its API", do)


def folders() -> Iterator[Finding]:
    """The folders of books and of keys, their permissions and those of keys beside the books."""
    home, keys = data_folder(), keys_folder()
    yield from folder("data folder", home)
    for path in sorted(home.glob("*.key")):
        yield from private(path, secret=True)
    yield from folder("keys folder", keys)


def folder(check: str, home: Path) -> Iterator[Finding]:
    there = next(path for path in (home, *home.absolute().parents) if path.exists())
    if not os.access(there, os.R_OK | os.W_OK | os.X_OK):
        yield fault(check, f"{there} cannot be written", f"make yourself its owner: chown {_user()} {there}")
    elif there != home:
        yield ok(check, f"{home} will be created when needed")
    elif stat.S_IMODE(home.stat().st_mode) & 0o077:
        yield warning(check, f"{home} is open to other users", f"chmod 700 {home}")
    else:
        yield ok(check, f"{home}, yours alone")


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
