"""``lammer serve``: the tables in the browser."""

import json
import logging
import os
import secrets
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from lammer.floor.house import create_floor
from lammer.ledger.refusals import LedgerFault
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import ROLES, People, Role, UsersFault, read_users, user_entry

if TYPE_CHECKING:
    from fastapi import FastAPI

serve_app = App(
    name="serve",
    help="Tables in the browser, for one or for many.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer serve                                        on this machine, no login
  lammer serve --users users.toml --host 0.0.0.0      for others, who log in
  lammer serve --db postgresql://… --workers 2        several processes, the same tables
  lammer serve add-user users.toml ann --role player

Ctrl-C ends it; every table goes on where it was when it is started again.""",
)
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SETTINGS = "LAMMER_SERVE"
"""How worker processes are told what the first was asked."""


def _home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()) / "lammer"


@serve_app.default
def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port; 0 takes a free one.")] = 8777,
    db: Annotated[str, Parameter(help="The books: an SQLite file or a postgresql:// address.")] = "",
    users: Annotated[
        Path | None, Parameter(help="A file of users; without it there is no login, on this machine only.")
    ] = None,
    workers: Annotated[int, Parameter(help="Server processes; more than one needs PostgreSQL.")] = 1,
    browser: Annotated[bool, Parameter(help="Open a browser where there is one.")] = True,
) -> int:
    """Serve tables to browsers: play money, real rules, everything kept."""
    import uvicorn

    if users is None and host not in LOOPBACK:
        return _refuse(f"--host {host}: others may come in, so they must log in: add --users FILE")
    if workers > 1 and "://" not in db:
        return _refuse("--workers: several processes share the tables by PostgreSQL: add --db postgresql://…")
    settings = {"db": db or str(_home() / "floor.db"), "users": str(users) if users else ""}
    os.environ[SETTINGS] = json.dumps(settings)
    try:
        app = made_app() if workers == 1 else None
    except (LedgerFault, UsersFault, OSError) as fault:
        return _refuse(str(fault))
    port = port or _free_port(host)
    _announce(host, port, browser)
    told: dict[str, Any] = {
        "host": host,
        "port": port,
        "log_config": _logs(),
        "ws_max_size": 4096,
        "timeout_graceful_shutdown": 5,
    }
    try:
        uvicorn.run(
            app or f"{__name__}:made_app", factory=app is None, workers=workers if workers > 1 else None, **told
        )
    except KeyboardInterrupt:
        return 130
    return 0


def made_app() -> "FastAPI":
    """The app as the environment describes it, for every worker process alike."""
    settings = json.loads(os.environ[SETTINGS])
    where, home = settings["db"], _home()
    home.mkdir(parents=True, exist_ok=True)
    if "://" not in where:
        Path(where).parent.mkdir(parents=True, exist_ok=True)
    key_file = Path(f"{where}.key") if "://" not in where else home / "floor.key"
    floor = create_floor(where, key_file)
    users = read_users(Path(settings["users"])) if settings["users"] else None
    return create_app(floor, People(_secret(home), users))


def _secret(home: Path) -> bytes:
    """What cookies are signed with; kept, so that a restart logs nobody out."""
    path = home / "session.key"
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(32))
    return path.read_bytes()


def _free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _announce(host: str, port: int, browser: bool) -> None:
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/"
    print(f"lammer: tables at {address} (Ctrl-C ends)", flush=True)
    if browser and sys.stdout.isatty() and (os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32")):
        threading.Timer(1.0, webbrowser.open, (address,)).start()


class _Line(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told = {"at": self.formatTime(record), "level": record.levelname, "logger": record.name}
        return json.dumps(told | {"text": record.getMessage()})


def _logs() -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": _Line}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "loggers": {"uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False}},
    }


def _refuse(text: str) -> int:
    print(f"lammer: {text}", file=sys.stderr)
    return 2


@serve_app.command(name="add-user")
def add_user(
    file: Path,
    name: str,
    *,
    role: Annotated[tuple[Role, ...], Parameter(negative="", consume_multiple=False, help="Repeat for more.")] = (
        "player",
    ),
    password: Annotated[str, Parameter(help="- asks for it without showing it.")] = "-",
) -> int:
    """Write a user with a hashed password into a file of users."""
    import getpass

    try:
        if file.exists() and name in read_users(file):
            return _refuse(f"{file}: {name} is in it already")
        secret = getpass.getpass(f"password for {name}: ") if password == "-" else password
        if len(secret) < 8:
            return _refuse("a password has at least 8 characters")
        with file.open("a", encoding="utf-8") as lines:
            lines.write(user_entry(name, secret, role))
    except (UsersFault, OSError) as fault:
        return _refuse(str(fault))
    print(f"{file}: {name}, {', '.join(role)} (of {', '.join(ROLES)})")
    return 0
