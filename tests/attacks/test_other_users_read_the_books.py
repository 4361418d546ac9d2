"""Another user of the same machine reads the books or the keys; whoever started the server has set no umask."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lammer.ledger.journal import create_journal, open_journal
from lammer.ledger.keys import KeyPlace
from lammer.ledger.store import who_else_reads
from tests.ledger.house import post, side_of


@pytest.fixture(autouse=True)
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[str]:
    """Files and folders that somebody else could read or write."""
    found = [folder, *folder.rglob("*")]
    return [str(path.relative_to(folder.parent)) for path in found if mode(path) & 0o077]


def test_only_the_owner_reads_books_and_keys(tmp_path: Path) -> None:
    where, place = tmp_path / "books" / "floor.db", KeyPlace(tmp_path / "keys")
    with closing(create_journal(where, place, side_of)) as journal:
        post(journal, range(1, 5))
        assert {path.suffix for path in where.parent.iterdir()} >= {".db", ".db-wal", ".db-shm"}
        assert open_to_others(tmp_path / "books") == []
        assert open_to_others(tmp_path / "keys") == []
        assert who_else_reads(where) == ""


def test_control_files_made_without_care_are_open_to_others(tmp_path: Path) -> None:
    (tmp_path / "books").mkdir()
    with closing(sqlite3.connect(tmp_path / "books" / "floor.db")) as books:
        books.execute("CREATE TABLE t (a)")
        assert len(open_to_others(tmp_path / "books")) == 2


def test_older_files_are_closed_to_others_and_a_shared_folder_is_left_alone(tmp_path: Path) -> None:
    where, place = tmp_path / "shared" / "floor.db", KeyPlace(tmp_path / "keys")
    (tmp_path / "shared").mkdir(mode=0o755)
    create_journal(where, place, side_of).close()
    where.chmod(0o644)
    with closing(open_journal(where, place, side_of)) as journal:
        post(journal, range(1, 3))
        assert open_to_others(tmp_path / "shared") == ["shared"]
    assert "chmod 700" in who_else_reads(where)
