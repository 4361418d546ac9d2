"""``lammer serve``: tables in the browser. The server's packages are imported when it starts, because help and
completion do not need them."""

import contextlib
import gc
import json
import os
import secrets
import sys
import threading
import webbrowser
from datetime import datetime
from importlib import import_module
from pathlib import Path
from socket import socket
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from lammer.ledger.refusals import LedgerFault
from lammer.surfaces.database import BadDatabase
from lammer.surfaces.folders import data_folder
from lammer.surfaces.web.options import STANDARD_PORT
from lammer.surfaces.web.serve_options import BooksOptions, ClientOptions, IdleOptions, unfit
from lammer.surfaces.web.user_commands import add_user_commands

if TYPE_CHECKING:
    from fastapi import FastAPI

serve_app = App(
    name="serve",
    help="Tables in the browser, for one player or many.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer serve                              # on this machine, no login
  lammer serve --users users.toml --host 0.0.0.0   # for others, who log in

For a new file of users the server prints a one-time token for creating the
first user. --workers 2 serves the same tables with two processes; several
machines share them through PostgreSQL: --db postgresql://…. Put its password
into --db-file, LAMMER_DB, PGPASSFILE or PGSERVICE: everybody on this machine
can read a command line. Behind a proxy: --trust-proxy ADDRESS --allow-host
NAME. Ctrl-C stops the server; after a restart every table continues where it
was.""",
)
SETTINGS = "LAMMER_SERVE"
"""The environment variable with the settings for worker processes. Only this user and root can read the environment of
a process, while everybody on the machine can read its command line, and the settings may contain a password."""


@serve_app.default
def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        Parameter(help=f"The port of the server. 0 takes a free one; without it {STANDARD_PORT}, or a free one."),
    ] = None,
    users: Annotated[
        Path | None,
        Parameter(help="The users file, created if necessary; without it there is no log-in, on this machine only."),
    ] = None,
    books: BooksOptions = BooksOptions(),  # noqa: B008 (it is frozen)
    workers: Annotated[int, Parameter(help="The number of server processes; each uses up to one processor.")] = 1,
    log: Annotated[
        Literal["warnings", "requests"],
        Parameter(name="--log-level", help="What is logged, one JSON object per line."),
    ] = "warnings",
    log_file: Annotated[Path | None, Parameter(help="The log file; else standard error. SIGHUP reopens it.")] = None,
    browser: Annotated[bool, Parameter(help="Open a browser if there is one.")] = True,
    clients: ClientOptions = ClientOptions(),  # noqa: B008 (it is frozen)
    idle: IdleOptions = IdleOptions(),  # noqa: B008 (it is frozen)
) -> int:
    """Serve tables to browsers, for play money. Every table is saved."""
    try:
        db = books.address(users=users is not None)
    except BadDatabase as fault:
        return _refuse(str(fault))
    if why := unfit(host, users, workers) or _lacking() or clients.unfit() or idle.unfit():
        return _refuse(why)
    from lammer.surfaces.web.metrics import shared_by_workers
    from lammer.surfaces.web.server_config import server_config
    from lammer.surfaces.web.sockets import CannotListen, address_of, listening, run, shared_out

    try:
        found = listening(host, port)
        address = address_of(found)
        app, token, alone = _prepared(
            _settings(host, users, workers, db, books, clients, found) | {"idle": idle.seconds}, address
        )
    except CannotListen as fault:
        return _refuse(str(fault))
    except _NotPrepared as fault:
        found.close()
        return _refuse(str(fault))
    messages = _messages(address, found.getsockname()[1], port, users, token)
    config = server_config(app if workers == 1 else f"{__name__}:made_app", workers, log, str(log_file or ""))
    with alone or contextlib.nullcontext(), shared_by_workers() if workers > 1 else contextlib.nullcontext():
        run(config, shared_out(found, workers), lambda: _announce(messages, address, browser))
    return 0


class _NotPrepared(Exception):
    """The books, keys or users cannot be used."""


def _settings(
    host: str, users: Path | None, workers: int, db: str, books: BooksOptions, clients: ClientOptions, found: socket
) -> dict[str, Any]:
    return {
        "db": db,
        "users": str(users or ""),
        "workers": workers,
        "keys": str(books.keys or ""),
        "witness": books.witness,
        "limits": clients.limits,
        # A server that listens on a host name also accepts this name.
        "hosts": [*clients.allow_host, *([f"{host}:{found.getsockname()[1]}"] if ":" not in host else [])],
        "proxies": clients.trust_proxy,
    }


def _prepared(settings: dict[str, Any], address: str) -> "tuple[FastAPI, str, IO[str] | None]":
    """The app, the token for creating the first user if there are no users, and the lock on the books."""
    from lammer.ledger.store import who_else_reads
    from lammer.surfaces.one_server import AlreadyServed, serve_alone
    from lammer.surfaces.web.people import UsersFault
    from lammer.surfaces.web.users_file import begun, hashed_token, new_token

    try:
        token = new_token() if settings["users"] and begun(Path(settings["users"])) else ""
        os.environ[SETTINGS] = json.dumps(settings | {"first": token and hashed_token(token)})
        alone = serve_alone(settings["db"], address)
        app = made_app()  # also with several workers, so that an error is reported once
        if remark := who_else_reads(settings["db"]):
            print(f"lammer: {remark}", file=sys.stderr)
    except (LedgerFault, UsersFault, AlreadyServed, OSError) as fault:
        raise _NotPrepared(str(fault)) from None
    return app, token, alone


def _lacking() -> str:
    """Which package to install before the server can start; empty if none is missing."""
    try:
        import_module("lammer.surfaces.web.app")
        import_module("lammer.surfaces.web.sockets")
    except ModuleNotFoundError as missing:
        return f"lammer serve needs {missing.name}: pip install lammer; lammer play works without it"
    return ""


def made_app() -> "FastAPI":
    """The app with the settings in the environment, for every worker process."""
    from lammer.floor.house import create_floor
    from lammer.floor.idle import IdleLimits
    from lammer.floor.steady_clock import SteadyClock
    from lammer.ledger.keys import KeyPlace, make_private_folder
    from lammer.surfaces.web.app import create_app
    from lammer.surfaces.web.hosts import host_of
    from lammer.surfaces.web.limits import Limits
    from lammer.surfaces.web.people import People
    from lammer.surfaces.web.proxies import network_of
    from lammer.surfaces.web.server_config import within_file_limit
    from lammer.surfaces.web.users_file import FirstUser, UsersFile

    settings = json.loads(os.environ[SETTINGS])
    limits = within_file_limit(Limits(**settings["limits"]))
    where, home = settings["db"], data_folder()
    make_private_folder(home)
    older = [home / "floor.key"] if "://" in where else []
    keys = Path(settings["keys"]) if settings["keys"] else None
    steady = SteadyClock()
    floor = create_floor(
        where,
        KeyPlace.usual(where, *older, folder=keys),
        settings["witness"],
        now=steady,
        shared=settings["workers"] > 1,
    )
    for last in floor.journal.last_events(1):
        steady.not_before(datetime.fromisoformat(last["at"]))
    _spare_pauses()
    if not settings["users"]:
        people = People(_secret(home), guest_seconds=settings["idle"]["guests"])
    else:
        users = Path(settings["users"])
        people = People(_secret(home), UsersFile(users), FirstUser(users, settings["first"]))
    return create_app(
        floor,
        people,
        limits,
        hosts=[host for name in settings["hosts"] if (host := host_of(name)) is not None],
        trusted=[network_of(one) for one in settings["proxies"]],
        witness_folder=home / "witness",
        idle=IdleLimits(**settings["idle"]),
        compiles=True,
    )


def _spare_pauses() -> None:
    """Reduces pauses. A full garbage collection stops the server for a tenth of a second and rarely finds anything, so
    existing objects are excluded and collections are less frequent."""
    # Every SQL statement releases the GIL and waits to get it back from the event loop: up to 5 ms by default.
    sys.setswitchinterval(0.0005)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def _secret(home: Path) -> bytes:
    """The key that authenticates sessions of this server; saved, so that a restart does not log users out."""
    path = home / "session.key"
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(32))
    return path.read_bytes()


def _messages(address: str, used: int, port: int | None, users: Path | None, token: str) -> list[str]:
    """The messages to print once the server answers."""
    lines = [f"lammer: tables at {address} (Ctrl-C stops the server)"]
    if port is None and used != STANDARD_PORT:
        lines.insert(0, f"lammer: port {STANDARD_PORT} is in use, so a free one was chosen")
    if token:
        lines.append(f"lammer: {users} has no users yet. Create the first at {address} with this token, shown once:")
        lines.append(token)
    return lines


def _announce(messages: list[str], address: str, browser: bool) -> None:
    print("\n".join(messages), flush=True)
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32")
    if browser and sys.stdout.isatty() and shown:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _refuse(text: str) -> int:
    print(f"lammer: {text}", file=sys.stderr)
    return 2


add_user_commands(serve_app)
