"""A database's password in the command line, where every user of the machine can read it, is refused; other ways are
open to their owner alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lammer.surfaces.database import DATABASE, BadDatabase, books_address, has_password
from tests.surfaces.commands import run
from tests.surfaces.test_serve import COMMAND, PATIENCE

SECRET = "hunter2hunter2"
ADDRESS = f"postgresql://house:{SECRET}@127.0.0.1:1/books"


@pytest.mark.parametrize(
    "command",
    [("serve", "--port", "0", "--db"), ("progressive", "status", "--db")],
)
@pytest.mark.parametrize("address", [ADDRESS, f"postgresql://127.0.0.1:1/books?password={SECRET}"])
def test_a_password_in_the_command_line_is_refused(command: tuple[str, ...], address: str) -> None:
    done = run(*command, address)
    assert done.code == 2
    assert "PGPASSFILE" in done.error
    assert len(done.error.splitlines()) == 1
    assert SECRET not in done.out + done.error


@pytest.mark.parametrize("address", ["postgresql://house@db/books", "postgresql:///books?service=x", "floor.db", ""])
def test_control_an_address_without_a_password_is_taken(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DATABASE, raising=False)
    assert not has_password(address)
    assert books_address(address, None) == address


def test_a_file_or_the_environment_may_have_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "books.url"
    file.write_text(f"{ADDRESS}\n", "utf-8")
    file.chmod(0o600)
    assert books_address("", file) == ADDRESS
    monkeypatch.setenv(DATABASE, ADDRESS)
    assert books_address("", None) == ADDRESS
    assert books_address("floor.db", None) == "floor.db"
    file.chmod(0o644)
    with pytest.raises(BadDatabase, match="chmod 600"):
        books_address("", file)
    with pytest.raises(BadDatabase, match="one of them"):
        books_address("floor.db", file)
    for text in ("", "one\ntwo\n"):
        file.write_text(text, "utf-8")
        file.chmod(0o600)
        with pytest.raises(BadDatabase, match="one line"):
            books_address("", file)
    with pytest.raises(BadDatabase, match="No such file"):
        books_address("", tmp_path / "none")


def test_control_others_would_have_read_it() -> None:
    """What the refusal is about: a command line is there for everybody, an environment is not."""
    environment = {**os.environ, DATABASE: ADDRESS}
    code = "import sys; print('here', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, ADDRESS], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        line = Path(f"/proc/{process.pid}/cmdline")
        assert SECRET in line.read_text()
        assert line.stat().st_mode & 0o004
        assert not Path(f"/proc/{process.pid}/environ").stat().st_mode & 0o077
        process.communicate()


def test_a_store_that_cannot_be_reached_does_not_tell_the_password(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "serve", "--port", "0"],
        env={**os.environ, DATABASE: ADDRESS, "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert SECRET not in done.stdout + done.stderr
