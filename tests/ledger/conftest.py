"""Books on a real PostgreSQL server and in SQLite files."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
import pytest

from lammer.floor.accounts import side_of
from lammer.floor.seeds import SeedVault
from lammer.floor.state import FloorTable
from lammer.ledger.journal import Journal, create_journal
from tests.ledger.databases import Server, fresh_database
from tests.ledger.forger import TABLES, Forger
from tests.ledger.house import Kept, keep_books


@pytest.fixture(scope="session")
def sqlite_books(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("books")
    return keep_books(str(folder / "jackpot.db"), folder / "jackpot.db.key")


@pytest.fixture(scope="session")
def postgresql_books(postgres_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    with fresh_database(postgres_server) as url:
        yield keep_books(url, tmp_path_factory.mktemp("books") / "key")


@pytest.fixture(params=["sqlite", "postgresql"])
def honest(request: pytest.FixtureRequest) -> Kept:
    """Books of a few hundred events, signed at the last of them, that nobody may touch."""
    kept: Kept = request.getfixturevalue(f"{request.param}_books")
    return kept


@pytest.fixture
def forger(honest: Kept, tmp_path: Path) -> Iterator[Forger]:
    """Somebody with a copy of those books, without triggers, keys and checks."""
    copied = _schema_copied if "://" in honest.where else _file_copied
    with copied(honest.where, tmp_path) as where, closing(Forger(where, honest)) as forger:
        yield forger


@contextmanager
def _schema_copied(url: str, _: Path) -> Iterator[str]:
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA forged")
        for table in TABLES:
            admin.execute(f"CREATE TABLE forged.{table} AS TABLE public.{table}")
        yield f"{url}&options=-csearch_path%3Dforged"
        admin.execute("DROP SCHEMA forged CASCADE")


@contextmanager
def _file_copied(path: str, folder: Path) -> Iterator[str]:
    where = str(folder / "copy.db")
    with closing(sqlite3.connect(where)) as copy:
        copy.execute("PRAGMA synchronous = OFF")
        copy.execute("ATTACH ? AS honest", [path])
        for table in TABLES:
            copy.execute(f"CREATE TABLE {table} AS SELECT * FROM honest.{table}")
    yield where


@pytest.fixture(autouse=True)
def tables_read_back_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vault remembers a table that it writes instead of reading it again: both must be the same."""
    written = SeedVault.written

    def checked(vault: SeedVault, table: FloorTable) -> str:
        text = written(vault, table)
        assert repr(vault._read(text)) == repr(table)  # the same types too: a list is no tuple
        return text

    monkeypatch.setattr(SeedVault, "written", checked)


class OpenBooks(Protocol):
    def __call__(self, *, shared: bool = False) -> Journal: ...


@pytest.fixture(params=["sqlite", "postgresql"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenBooks]:
    """Opens the same books once more, as another process would."""
    where = request.getfixturevalue("postgres_url") if request.param == "postgresql" else str(tmp_path / "books.db")
    journals: list[Journal] = []

    def open_(*, shared: bool = False) -> Journal:
        journals.append(create_journal(where, tmp_path / "key", side_of, shared=shared))
        return journals[-1]

    yield open_
    for journal in journals:
        journal.close()
