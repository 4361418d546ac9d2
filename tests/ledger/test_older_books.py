"""Books of an older version are brought up to date when they are opened, and nothing in them changes by it."""

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from lammer.ledger.journal import open_journal
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.verify import verify
from tests.ledger.forger import Forger
from tests.ledger.house import EVENTS, Kept, keep_books, post, side_of
from tests.ledger.older_form import as_first_version, triggers_off


@pytest.fixture(params=["sqlite", "postgresql"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """Books as the first version left them."""
    where = str(tmp_path / "books.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return as_first_version(keep_books(where, tmp_path / "key"), heads=(100, 200))


def tamper(where: str, *statements: str) -> None:
    engine = create_engine(
        where.replace("postgresql:", "postgresql+psycopg:") if "://" in where else f"sqlite:///{where}"
    )
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_older_books_go_on(older: Kept) -> None:
    journal = open_journal(older.where, older.key_file, side_of)
    assert verify(older.where, older.head, side_of=side_of).faults == ()
    assert journal.sign_head() == older.head
    post(journal, range(EVENTS + 1, EVENTS + 20))
    verdict = verify(older.where, older.head, side_of=side_of)
    assert (verdict.faults, verdict.signed) == ((), EVENTS + 19)
    journal.close()
    open_journal(older.where, older.key_file, side_of).close()


def test_what_was_tampered_with_before_is_not_taken_up(older: Kept) -> None:
    """Negative control: what is made from the events vouches for what they say, not for what stands there."""
    tamper(older.where, "UPDATE documents SET body = '{}' WHERE name = 'link'")
    with pytest.raises(LedgerFault, match="is not the one event"):
        open_journal(older.where, older.key_file, side_of)
    # Nothing was signed over.
    assert "head-missing" in {fault.code for fault in verify(older.where).faults}


def test_signed_books_are_not_taken_for_older_ones(older: Kept) -> None:
    """Without the key nobody can sign, but anybody could leave signatures out: the key's file says since when."""
    journal = open_journal(older.where, older.key_file, side_of)
    post(journal, range(EVENTS + 1, EVENTS + 20))
    journal.close()
    with closing(Forger(older.where, older)) as forger, triggers_off(forger):
        forger.run(f"UPDATE audit SET signature = '' WHERE number > {EVENTS}")
        forger.rechain()
    with pytest.raises(LedgerFault, match="has no signature"):
        open_journal(older.where, older.key_file, side_of)
