"""``lammer doctor`` says what is wrong with real books and folders, and what to do; sound ones have no fault."""

import json
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from lammer.api.kernels import PARTS
from lammer.surfaces.cli.books import books_checks, install_checks, machine_checks
from tests.ledger.sound_books import floor_books
from tests.surfaces.commands import run


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sound books in the data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    home = tmp_path / "lammer"
    home.mkdir(mode=0o700)
    return floor_books(home)


def examined(*words: str) -> tuple[int, list[dict[str, str]]]:
    done = run("doctor", "--json", "--port", "0", *words)
    return done.code, json.loads(done.out)["findings"]


def wrong(found: list[dict[str, str]]) -> list[tuple[str, str]]:
    return [(one["level"], one["check"]) for one in found if one["level"] in ("warning", "fault")]


def test_a_sound_floor_has_no_fault(books: Path) -> None:
    code, found = examined()
    assert (code, wrong(found)) == (0, [])
    assert {one["check"] for one in found} >= {"python", "books", "signing key", "clock", "disk", "write-ahead log"}


def test_without_books_nothing_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    code, found = examined()
    assert (code, wrong(found)) == (0, [])


def written(books: Path, *statements: str) -> None:
    with closing(sqlite3.connect(books)) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


LAST = "number = (SELECT max(number) FROM events)"
FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "no key": (lambda books: Path(f"{books}.key").unlink(), "signing key"),
    "another key": (lambda books: Path(f"{books}.key").write_text("11" * 32), "signing key"),
    "half a key": (lambda books: Path(f"{books}.key").write_text("11"), "signing key"),
    "a key others can read": (lambda books: Path(f"{books}.key").chmod(0o644), "file modes"),
    "no database": (lambda books: books.write_text("nothing"), "books"),
    "a newer revision": (lambda books: written(books, "UPDATE alembic_version SET version_num = '9999'"), "books"),
    "a wrong balance": (
        lambda books: written(books, "UPDATE accounts SET debits = debits + 1 WHERE side = 'either'"),
        "last events, balances and schema",
    ),
    "a wrong tail": (
        lambda books: written(books, f"UPDATE events SET actor = 'x' WHERE {LAST}"),
        "last events, balances and schema",
    ),
    "an event taken out": (
        lambda books: written(books, f"DELETE FROM events WHERE {LAST}"),
        "last events, balances and schema",
    ),
    "an event of tomorrow": (
        lambda books: written(books, f"UPDATE events SET at = '2999-01-01T00:00:00.000000+00:00' WHERE {LAST}"),
        "clock",
    ),
}


@pytest.mark.parametrize(("harm", "check"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_with_what_to_do(books: Path, harm: Callable[[Path], object], check: str) -> None:
    harm(books)
    code, found = examined()
    assert code == 1
    assert ("fault", check) in wrong(found)
    assert all(one["do"] for one in found if one["level"] != "ok")


def test_warnings_are_no_faults(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books.chmod(0o644)
    books.parent.chmod(0o755)
    monkeypatch.setattr(machine_checks, "LITTLE_SPACE", 2**62)
    monkeypatch.setattr(machine_checks, "PAGE", books.parent / "no page")
    code, found = examined()
    assert code == 0
    assert {check for level, check in wrong(found) if level == "warning"} == {
        "file modes",
        "data folder",
        "disk",
        "page",
    }


def test_a_log_that_grew_and_a_disk_that_is_full_are_told(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books_checks, "LARGE_WAL", 0)
    monkeypatch.setattr(machine_checks, "NO_SPACE", 2**62)
    with closing(sqlite3.connect(books)) as connection:
        connection.execute("PRAGMA journal_mode=WAL").fetchone()
        for change in ("body || ' '", "rtrim(body)"):
            connection.execute(f"UPDATE documents SET body = {change}")
            connection.commit()
        code, found = examined()
    assert (code, set(wrong(found))) == (1, {("warning", "write-ahead log"), ("fault", "disk")})


def test_a_port_that_another_program_has_is_told(books: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        found = run("doctor", "--json", "--port", str(other.getsockname()[1]))
    assert ("warning", "port") in wrong(json.loads(found.out)["findings"])


def test_it_is_told_line_by_line(books: Path) -> None:
    Path(f"{books}.key").unlink()
    done = run("doctor", "--port", "0")
    assert "fault   signing key: " in done.out
    assert "        → restore the key" in done.out
    assert done.out.splitlines()[-1].endswith(" checks, 1 fault, 0 warnings")


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    there = install_checks._version
    monkeypatch.setattr(install_checks, "_version", lambda name: None if name in names else there(name))


def test_an_extra_that_is_missing_is_only_a_note(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "gymnasium")
    done = run("doctor", "--json", "--port", "0")
    output = json.loads(done.out)
    assert (done.code, output["faults"], wrong(output["findings"])) == (0, 0, [])
    assert {
        "level": "note",
        "check": "packages",
        "text": "lammer[gym]: gymnasium not installed",
        "do": "pip install 'lammer[gym]', for environments for reinforcement learning",
    } in output["findings"]
    assert output["extras"]["gym"] == {
        "installed": False,
        "missing": ["gymnasium"],
        "install": "pip install 'lammer[gym]'",
    }
    assert output["extras"]["report"]["installed"] is True


@pytest.mark.parametrize(
    ("name", "level", "code"), [("numba", "fault", 1), ("uvicorn", "fault", 1), ("uvloop", "warning", 0)]
)
def test_a_package_of_the_bare_install_is_required(
    name: str, level: str, code: int, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, name)
    assert examined()[0] == code
    (one,) = [one for one in examined()[1] if one["level"] == level]
    assert (one["check"], one["do"]) == ("packages", "pip install lammer")
    assert name in one["text"]


def test_a_data_folder_that_cannot_be_written_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()  # below a file not even root can make a folder
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("LAMMER_KEYS", str(tmp_path / "file" / "keys"))
    code, found = examined()
    assert (code, wrong(found)) == (1, [("fault", "data folder"), ("fault", "keys folder")])


def test_kernels_that_are_not_compiled_are_told_and_can_be_compiled(
    books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked = list[str]()
    for part in PARTS:
        monkeypatch.setitem(PARTS, part, partial(worked.append, part))
    monkeypatch.setenv("LAMMER_CACHE", str(tmp_path / "empty"))
    (one,) = [one for one in examined()[1] if one["check"] == "kernels"]
    assert (one["level"], f"0 of {len(PARTS)} parts" in one["text"]) == ("note", True)
    (one,) = [one for one in examined("--compile")[1] if one["check"] == "kernels"]
    assert (one["level"], worked) == ("ok", list(PARTS))
    examined("--compile")
    assert worked == list(PARTS), "compiled once"


def test_completion_is_told_and_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for shell, place in {
        "bash": ".local/share/bash-completion/completions/lammer",
        "zsh": ".zsh/completions/_lammer",
        "fish": ".config/fish/completions/lammer.fish",
    }.items():
        monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
        (before,) = [one for one in examined()[1] if one["check"] == "completion"]
        assert (before["level"], before["do"]) == ("note", f"lammer completion {shell} --install")
        assert str(tmp_path / place) in run("completion", shell, "--install").out
        assert (tmp_path / place).read_text("utf-8").strip() == run("completion", shell).out.strip()
        (after,) = [one for one in examined()[1] if one["check"] == "completion"]
        assert after["level"] == "ok"
