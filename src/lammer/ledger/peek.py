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
    """``document`` and ``account`` are selections by ``name``."""

    def __init__(self, engine: Engine, document: Select[Any], account: Select[Any]) -> None:
        self._engine, self._error = engine, engine.dialect.loaded_dbapi.Error
        self._document, self._account = (str(one.compile(dialect=engine.dialect)) for one in (document, account))
        self._by_place = engine.dialect.positional
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
            rows = {name: self._row(cursor, self._account, name) for name in accounts}
        found = {name: Balance(*held) for name, held in rows.items() if held is not None}
        return None if row is None else str(row[0]), found
