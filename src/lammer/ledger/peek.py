"""Documents and balances read by the store's own driver: a server does it several times for every command, and the road
through SQLAlchemy costs five times what the store takes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, Select
from sqlalchemy.exc import SQLAlchemyError

from lammer.ledger.records import Balance
from lammer.ledger.store import unusable


class Peek:
    """``document`` is a selection by ``name``."""

    def __init__(self, engine: Engine, document: Select[Any]) -> None:
        self._engine, self._error = engine, engine.dialect.loaded_dbapi.Error
        self._document = str(document.compile(dialect=engine.dialect))
        self._by_place = engine.dialect.positional
        self._place = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        postgresql = engine.dialect.name == "postgresql"
        self._begin = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ" if postgresql else "BEGIN"

    @contextmanager
    def _reading(self, begin: str = "") -> Iterator[Any]:
        try:
            connection = self._engine.raw_connection()
            try:
                cursor = connection.cursor()
                if begin:
                    cursor.execute(begin)
                yield cursor
            finally:
                connection.rollback()
                connection.close()
        except (SQLAlchemyError, self._error) as error:
            raise unusable(self._engine, error) from None

    def _row(self, cursor: Any, text: str, name: str) -> Any:
        cursor.execute(text, (name,) if self._by_place else {"name": name})
        return cursor.fetchone()

    def document(self, name: str) -> str | None:
        with self._reading() as cursor:
            row = self._row(cursor, self._document, name)
        return None if row is None else str(row[0])

    def look(self, document: str, accounts: Sequence[str]) -> tuple[str | None, dict[str, Balance]]:
        """A document and those of the accounts that are there, both as one event left them."""
        with self._reading(self._begin) as cursor:
            row = self._row(cursor, self._document, document)
            cursor.execute(self._accounts(len(accounts)), tuple(accounts))
            found = {name: Balance(debits, credits_) for name, debits, credits_ in cursor.fetchall()}
        return None if row is None else str(row[0]), found

    def _accounts(self, count: int) -> str:
        places = ", ".join([self._place] * count)
        return f"SELECT name, debits, credits FROM accounts WHERE name IN ({places or 'NULL'})"
