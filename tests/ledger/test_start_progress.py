"""Long checks at start say what they are at; short ones say nothing."""

import io
import logging
import threading
from functools import partial
from pathlib import Path

import pytest

from lammer.ledger.journal import open_journal
from lammer.ledger.start_progress import WIPE, StartProgress
from lammer.ledger.verify.books import Books
from tests.ledger.house import Kept, side_of

PATIENCE = 60.0


class Terminal(io.StringIO):
    """Notes when something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        written = super().write(text)
        self.shown.set()
        return written


def test_a_long_check_is_told_and_wiped_away(
    sqlite_books: Kept, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("lammer.ledger.journal.StartProgress", partial(StartProgress, terminal, 0.01))
    real = Books.compare_accounts

    def slow(books: Books) -> None:
        terminal.shown.clear()
        assert terminal.shown.wait(PATIENCE)  # so long that there is something to tell
        real(books)

    monkeypatch.setattr(Books, "compare_accounts", slow)
    with caplog.at_level(logging.INFO, "lammer.ledger"):
        open_journal(sqlite_books.where, sqlite_books.key_file, side_of).close()
    assert "lammer: checking the books: balances against all entries, " in terminal.getvalue()
    assert terminal.getvalue().endswith(WIPE)
    assert any("balances against all entries" in line for line in caplog.messages)


def test_a_short_check_tells_nothing() -> None:
    terminal = Terminal()
    with StartProgress(terminal, PATIENCE) as progress:
        progress.stage("balances")
    assert terminal.getvalue() == ""


def test_nothing_is_written_where_nobody_looks(tmp_path: Path) -> None:
    """Standard error that goes to a file gets no line; the log does."""
    with (tmp_path / "errors").open("w+", encoding="utf-8") as file:
        with StartProgress(file, patience=0.01) as progress:
            progress._over.wait(0.1)
        assert file.tell() == 0
