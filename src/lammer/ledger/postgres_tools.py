"""Runs PostgreSQL's ``pg_dump`` and ``pg_restore`` without a password in the process list."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lammer.ledger.backup import Last, signed_head
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.verify.keys import keys_of

DUMP = ("--format=custom", "--no-owner", "--no-privileges", "--no-password")
RESTORE = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", "--no-password")
FULL = "SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public'"


def environment_of(url: str) -> dict[str, str]:
    """The parts of a URL as the environment variables that PostgreSQL's tools read."""
    from psycopg import Error, pq

    try:
        options = pq.Conninfo.parse(_plain(url).encode())
    except Error as error:
        raise LedgerFault("unknown-store", f"not a PostgreSQL URL: {error}") from None
    variables = dict[str, str]()
    for option in options:
        if option.val and not option.envvar:
            name = option.keyword.decode()
            raise LedgerFault("unknown-store", f"{name}: PostgreSQL's tools read this only from ~/.pg_service.conf")
        if option.val and option.envvar:
            variables[option.envvar.decode()] = option.val.decode()
    return variables


def dump(url: str, target: Path, seal: Seal | None, program: str = "pg_dump") -> tuple[Last, dict[str, Any] | None]:
    """Dumps one snapshot in PostgreSQL's custom format; returns its last event and its signed head."""
    with _connected(url) as connection:
        program = tool(program, connection.info.server_version // 10_000)
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()[0]
        last, heads = _last(connection)
        keys = keys_of(connection.execute)
        run([program, *DUMP, f"--snapshot={snapshot}", f"--file={target}"], url)
    return last, signed_head(last, seal, iter(heads), keys)


def server_version(url: str) -> int:
    """The major version of the server; raises LedgerFault if it cannot be reached."""
    with _connected(url) as connection:
        return int(connection.info.server_version) // 10_000


def must_be_empty(url: str) -> None:
    """Refuses a database that is not empty: existing data is never overwritten."""
    with _connected(url) as connection:
        if connection.execute(FULL).fetchone()[0]:
            raise LedgerFault(
                "not-empty", "this database is not empty: create a new one (createdb NAME) and restore into that"
            )


def load(url: str, backup: Path) -> None:
    """Restores a dump into an empty database, all of it or nothing, and deletes its sessions."""
    with _connected(url) as connection:
        program = tool("pg_restore", connection.info.server_version // 10_000)
        name = connection.info.dbname
    run([program, *RESTORE, f"--dbname={name}", str(backup)], url)
    with _connected(url) as connection:
        if connection.execute("SELECT to_regclass('sessions')").fetchone()[0] is not None:
            connection.execute("DELETE FROM sessions")


def tool(name: str, server: int) -> str:
    """The path of a program; it must be new enough for the server's major version."""
    program = shutil.which(name)
    if program is None:
        raise LedgerFault("no-tool", f"{name} is not installed: install PostgreSQL {server}'s client programs")
    output = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60).stdout
    version = re.search(r"\) (\d+)", output)
    if version is None or int(version[1]) < server:
        text = f"{output.strip() or name} is too old for PostgreSQL {server}: install version {server} of it"
        raise LedgerFault("old-tool", text)
    return program


def run(command: list[str], url: str) -> None:
    """Runs a tool to its end; a LedgerFault contains the first line of its error output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    done = subprocess.run(command, env=environment | environment_of(url), capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["no error output"]
        raise LedgerFault(
            "tool-failed", f"{Path(command[0]).name} failed: {lines[0].partition('error: ')[2] or lines[0]}"
        )


@contextmanager
def _connected(url: str) -> Iterator[Any]:
    import psycopg

    try:
        with psycopg.connect(_plain(url), autocommit=True) as connection:
            yield connection
    except psycopg.Error as error:
        raise LedgerFault("unusable-store", f"PostgreSQL: {' '.join(str(error).split())}") from None


def _last(connection: Any) -> tuple[Last, list[tuple[int, str, str]]]:
    from psycopg.errors import UndefinedTable

    try:
        facts = dict(connection.execute("SELECT name, value FROM journal_facts").fetchall())
        row = connection.execute("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1").fetchone()
        heads = connection.execute("SELECT number, hash, signature FROM heads ORDER BY number DESC LIMIT 1").fetchall()
        return Last(facts["journal"], facts["public_key"], *(row or (0, ""))), heads
    except (UndefinedTable, KeyError):
        raise LedgerFault("no-books", "this database does not contain the books of lammer") from None


def _plain(url: str) -> str:
    return url.replace("postgresql+psycopg://", "postgresql://", 1)
