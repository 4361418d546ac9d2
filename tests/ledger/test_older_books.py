"""Books of an older version are brought up to date when they are opened, and nothing in them changes by it."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from lammer.ledger.journal import open_journal
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.verify import verify
from tests.ledger.house import EVENTS, Kept, keep_books, post, side_of

AS_THEY_WERE = (
    "DROP INDEX events_security",
    "DROP TABLE sessions",
    "DROP TABLE attempts",
    "DROP TABLE writings",
    "UPDATE alembic_version SET version_num = '0001'",
)


@pytest.fixture(params=["sqlite", "postgresql"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """Books as the first version left them."""
    where = str(tmp_path / "books.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    kept = keep_books(where, tmp_path / "key")
    tamper(where, *AS_THEY_WERE)
    return kept


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
    post(journal, range(EVENTS + 1, EVENTS + 20))
    assert verify(older.where, older.head, side_of=side_of).faults == ()
    journal.close()


def test_what_was_tampered_with_before_is_not_taken_up(older: Kept) -> None:
    """Negative control: what is made from the events vouches for what they say, not for what stands there."""
    tamper(older.where, "UPDATE documents SET body = '{}' WHERE name = 'link'")
    journal = open_journal(older.where, older.key_file, side_of)
    with pytest.raises(LedgerFault, match="not what the log says"):
        post(journal, [EVENTS + 1])
    journal.close()
