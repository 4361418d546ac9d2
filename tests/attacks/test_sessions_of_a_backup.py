"""A backup holds the sessions of its day. Whoever logged out, or lost a cookie, since then must not be let in again
once the backup is restored."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import Entry, People
from tests.ledger.databases import Server, fresh_database
from tests.ledger.test_backup_postgresql import tools as tools
from tests.surfaces.commands import run

NOBODY_LOGS_IN: Entry = ("-", ("player",))


@contextmanager
def served(where: Path | str, key: Path) -> Iterator[TestClient]:
    people = People(b"the secret of this floor", {"ann": NOBODY_LOGS_IN})
    with TestClient(create_app(create_floor(where, key), people), base_url="http://floor.test") as client:
        client.people = people  # type: ignore[attr-defined]
        yield client


def logged_in(where: Path | str, key: Path) -> dict[str, str]:
    """Ann's cookie, from a session that the books hold."""
    with served(where, key) as client:
        cookie = {"cookie": f"lammer={client.people.cookie('ann')}"}  # type: ignore[attr-defined]
        assert client.get("/api/me", headers=cookie).status_code == 200
        return cookie


def status(where: Path | str, key: Path, cookie: dict[str, str]) -> int:
    with served(where, key) as client:
        return client.get("/api/me", headers=cookie).status_code


@pytest.mark.parametrize("over", ["nothing", "the books"])
def test_a_restored_backup_revives_no_session(over: str, tmp_path: Path) -> None:
    books, key, backup = tmp_path / "floor.db", tmp_path / "floor.db.key", tmp_path / "monday.db"
    cookie = logged_in(books, key)
    assert run("backup", str(backup), "--db", str(books)).code == 0
    shutil.copy(backup, tmp_path / "copy.db")
    with served(books, key) as client:
        assert client.post("/api/logout", headers=cookie).status_code == 200
    assert status(books, key, cookie) == 401
    target = books if over == "the books" else tmp_path / "new.db"
    done = run("restore", str(backup), "--db", str(target), "--go-back", "--yes")
    assert done.code == 0, done.error
    assert status(target, key, cookie) == 401
    assert [one.name for one in tmp_path.iterdir() if "restoring" in one.name] == []
    # Control: in a plain copy of the backup the session is open.
    assert status(tmp_path / "copy.db", key, cookie) == 200


def test_a_restored_dump_revives_no_session(
    postgres_url: str, postgres_server: Server, tools: Path, tmp_path: Path
) -> None:
    key, dump = tmp_path / "floor.key", tmp_path / "monday.dump"
    cookie = logged_in(postgres_url, key)
    assert run("backup", str(dump), "--db", postgres_url).code == 0
    with fresh_database(postgres_server) as drill:
        done = run("restore", str(dump), "--db", drill)
        assert done.code == 0, done.error
        assert status(drill, key, cookie) == 401
    with psycopg.connect(postgres_url) as connection:  # control: they were there to be taken along
        (count,) = connection.execute("SELECT count(*) FROM sessions").fetchone() or (0,)
    assert count == 1
