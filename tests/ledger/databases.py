"""Databases on the test server, one for each test."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Protocol

import psycopg

_numbers = count(1)


class Server(Protocol):
    def get_uri(self, database: str | None = None) -> str: ...


@contextmanager
def fresh_database(server: Server, copied: str = "template1") -> Iterator[str]:
    """The address of a new database, empty or a copy of another's, that is dropped in the end."""
    name = f"books{next(_numbers)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {copied}")
        yield server.get_uri(name)
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
