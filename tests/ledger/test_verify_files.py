"""SQLite files as an auditor meets them: in use, copied, damaged; and any change of any cell of one is found."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from lammer.ledger.journal import open_journal
from lammer.ledger.verify import verify
from tests.ledger.forger import TABLES
from tests.ledger.house import EVENTS, Kept, post, side_of


@pytest.fixture
def copied(sqlite_books: Kept, tmp_path: Path) -> Path:
    return Path(shutil.copy(sqlite_books.where, tmp_path / "copy.db"))


def codes(path: Path) -> set[str]:
    return {fault.code for fault in verify(str(path)).faults}


# Reading


def test_a_copy_is_read_without_leaving_a_trace(copied: Path) -> None:
    before = copied.read_bytes()
    assert verify(str(copied)).faults == ()
    assert [path.name for path in copied.parent.iterdir()] == [copied.name]
    assert copied.read_bytes() == before


def test_a_file_may_have_any_name(copied: Path) -> None:
    assert verify(str(copied.rename(copied.parent / "100% of #1?.db"))).events == EVENTS


def test_an_sqlite_url_is_a_file(sqlite_books: Kept) -> None:
    assert verify(f"sqlite:///{sqlite_books.where}").events == EVENTS


def test_books_are_read_while_a_writer_has_them_open(copied: Path, sqlite_books: Kept) -> None:
    journal = open_journal(copied, sqlite_books.key_file, side_of)
    for end in (EVENTS + 11, EVENTS + 31):
        post(journal, range(verify(str(copied)).events + 1, end))
        assert verify(str(copied), sqlite_books.head).faults == ()
        assert verify(str(copied)).events == end - 1
    # A copy of the file alone is as old as the last checkpoint, but it is whole.
    alone = Path(shutil.copy(copied, copied.parent / "alone.db"))
    verdict = verify(str(alone), sqlite_books.head)
    assert (verdict.faults, verdict.events) == ((), EVENTS)
    journal.close()


def test_one_snapshot_is_read_whatever_is_written_meanwhile(copied: Path, sqlite_books: Kept) -> None:
    journal = open_journal(copied, sqlite_books.key_file, side_of)
    post(journal, range(EVENTS + 1, EVENTS + 2))

    def write_on(_done: int, total: int) -> None:
        post(journal, range(total + 1, total + 20))

    verdict = verify(str(copied), on_progress=write_on)
    assert (verdict.faults, verdict.events) == ((), EVENTS + 1)
    assert verify(str(copied)).events == EVENTS + 20
    journal.close()


def test_a_writer_who_comes_while_a_lone_file_is_read_is_noticed(copied: Path, sqlite_books: Kept) -> None:
    def write(_done: int, _total: int) -> None:
        journal = open_journal(copied, sqlite_books.key_file, side_of)
        post(journal, range(EVENTS + 1, EVENTS + 2))
        journal.close()

    assert "verify it again" in verify(str(copied), on_progress=write).faults[-1].text


# Damage


def test_no_file_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no journal at"):
        verify(str(tmp_path / "jackpot.db"))


@pytest.mark.parametrize("content", [b"", b"not a database, but long enough for one" * 100])
def test_another_file_is_unreadable(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "jackpot.db").write_bytes(content)
    assert codes(tmp_path / "jackpot.db") == {"unreadable"}


def test_no_database_is_unreadable(postgres_url: str) -> None:
    assert {fault.code for fault in verify(postgres_url).faults} == {"unreadable"}
    assert {fault.code for fault in verify(postgres_url.replace("/books", "/nobooks")).faults} == {"unreadable"}


@pytest.mark.parametrize("where", ["the table", "its index"])
def test_a_byte_changed_in_the_file_itself_is_found(copied: Path, where: str) -> None:
    content = copied.read_bytes()
    places = [at for at in range(len(content)) if content.startswith(b"key-123", at)]
    at = dict(
        zip(("the table", "its index"), sorted(places, key=lambda at: content[at + 7 : at + 9].isalnum()), strict=True)
    )
    copied.write_bytes(content[: at[where]] + b"l" + content[at[where] + 1 :])
    assert "file" in codes(copied)


# Any change of any cell


def test_control_an_edit_that_changes_nothing_is_no_fault(copied: Path) -> None:
    with unlocked(copied) as connection:
        connection.execute("UPDATE events SET body = body || ''")
    assert verify(str(copied), schema=False).faults == ()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_change_of_any_cell_is_found(sqlite_books: Kept, tmp_path: Path, data: st.DataObject) -> None:
    path = Path(shutil.copy(sqlite_books.where, tmp_path / "copy.db"))
    with unlocked(path) as connection:
        table = data.draw(st.sampled_from(sorted(TABLES)))
        columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        column = data.draw(st.sampled_from(columns))
        rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table}")]
        row = data.draw(st.sampled_from(rows))
        ((old,),) = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", [row])
        new = data.draw(other_number(old) if isinstance(old, int) else other_text(old))
        try:
            placeholder = "?" if isinstance(old, int) else "CAST(? AS TEXT)"
            connection.execute(f"UPDATE {table} SET {column} = {placeholder} WHERE rowid = ?", [new, row])
        except sqlite3.IntegrityError:
            assume(False)
    assert verify(str(path), schema=False).faults != (), (table, column, row, old, new)


def other_number(old: int) -> st.SearchStrategy[int]:
    near = st.integers(old - 3, old + 3)
    return (near | st.integers(-(2**63), 2**63 - 1)).filter(lambda new: new != old)


def other_text(old: str) -> st.SearchStrategy[bytes]:
    """One byte of the text is another; the text need not be UTF-8 any more."""
    raw = old.encode()
    return st.builds(
        lambda at, byte: raw[:at] + bytes([raw[at] ^ byte]) + raw[at + 1 :],
        st.integers(0, len(raw) - 1),
        st.integers(1, 255),
    )


@contextmanager
def unlocked(path: Path) -> Iterator[sqlite3.Connection]:
    """The books with their keys and indexes, but without triggers and checks."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
