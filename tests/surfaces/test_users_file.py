"""The file of users while somebody else is writing it."""

import os
from pathlib import Path

import pytest

from lammer.floor.house import create_floor
from lammer.surfaces.web.people import People
from lammer.surfaces.web.users_file import UsersFile, remove_user

ENTRY = '[users.{}]\npassword = "hash"\nroles = ["player"]\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "users.toml"
    path.write_text(ENTRY.format("ann"), "utf-8")
    return path


def test_two_changes_that_the_file_system_cannot_tell_apart(path: Path) -> None:
    users = UsersFile(path)
    assert set(users) == {"ann"}
    time = path.stat().st_mtime_ns
    path.write_text(ENTRY.format("bob"), "utf-8")
    os.utime(path, ns=(time, time))
    assert set(users) == {"bob"}


def test_a_file_that_was_left_alone_is_read_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request asks who somebody is."""
    os.utime(path, ns=(1, 1))
    users = UsersFile(path)
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: pytest.fail("read again"))
    assert set(users) == {"ann"}


def test_a_file_that_is_just_being_written_locks_nobody_out(path: Path) -> None:
    """An editor that writes in place empties it first."""
    users = UsersFile(path)
    path.write_text("", "utf-8")
    assert set(users) == {"ann"}
    path.write_text(ENTRY.format("ann") + ENTRY.format("bob"), "utf-8")
    assert set(users) == {"ann", "bob"}


def test_the_last_user_can_be_removed(path: Path) -> None:
    users = UsersFile(path)
    remove_user(path, "ann")
    assert not users


def test_whoever_logs_in_after_a_change_is_not_logged_out_by_it(path: Path) -> None:
    people = People(b"secret", UsersFile(path))
    people.keep_in(create_floor(path.with_name("floor.db"), path.with_name("floor.key")).journal)
    people.refresh()
    before = people.cookie("ann")
    path.write_text(ENTRY.format("ann").replace("hash", "other hash"), "utf-8")
    assert people.who(before) is None
    after = people.cookie("ann")
    people.refresh()
    assert people.who(after) is not None
    assert people.who(before) is None
