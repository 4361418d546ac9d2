"""While the server runs somebody else writes to its database: forged events, or the end cut off."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lammer.ledger.journal import Journal, open_journal
from lammer.ledger.refusals import LedgerFault
from tests.attacks.tampering import MATRIX, copied
from tests.ledger.forger import Forger
from tests.ledger.house import EVENTS, Kept, keep_books, post, side_of

NEXT = range(EVENTS + 5, EVENTS + 7)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("running")
    return keep_books(str(folder / "books.db"), folder / "key")


@pytest.fixture
def books(honest: Kept, tmp_path: Path) -> Kept:
    return honest._replace(where=copied(honest.where, tmp_path / "copy.db"))


@pytest.fixture
def running(books: Kept) -> Iterator[Journal]:
    with closing(open_journal(books.where, books.key_file, side_of)) as journal:
        yield journal


def last_event(journal: Journal) -> int:
    return int(journal.last_events(1)[0]["number"])


@pytest.mark.parametrize("what", ["forged event appended", "forged event appended unsigned", "tail deleted cleanly"])
def test_nothing_is_written_after_a_forged_end(books: Kept, running: Journal, what: str) -> None:
    with closing(Forger(books.where, books)) as forger:
        MATRIX[what].tamper(forger)
    before = last_event(running)
    for _ in range(2):  # also when asked again
        with pytest.raises(LedgerFault, match="another program has written"):
            post(running, NEXT)
    assert last_event(running) == before


def test_control_events_of_another_process_with_the_key_are_taken(books: Kept, running: Journal) -> None:
    with closing(open_journal(books.where, books.key_file, side_of)) as other:
        post(other, range(EVENTS + 1, EVENTS + 5))
    post(running, NEXT)
    assert last_event(running) == EVENTS + 6
