"""Documents and balances read by the store's own driver: a server does it several times for every command, and the road
through SQLAlchemy costs five times what the store takes."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, Select
from sqlalchemy.exc import SQLAlchemyError

from lammer.ledger.records import Balance
from lammer.ledger.store import unusable


class FastReads:
    """``document`` is a selection by ``name``."""

    def __init__(self, engine: Engine, document: Select[Any]) -> None:
        self._engine, self._error = engine, engine.dialect.loaded_dbapi.Error
        self._document = str(document.compile(dialect=engine.dialect))
        self._by_place = engine.dialect.positional
        self._place = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self._kept: tuple[int, Any] | None = None

    def keep_connection(self) -> None:
        """From now on this thread reads by a connection of its own: to borrow one and give it back takes longer than
        the reading. Only for a file: a connection to a server may be lost."""
        if self._engine.dialect.name == "sqlite":
            self._kept = threading.get_ident(), self._engine.raw_connection()

    def close(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            kept[1].close()

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        kept = self._kept
        try:
            if kept is not None and kept[0] == threading.get_ident():
                yield kept[1].cursor()  # a single statement leaves no transaction open
                return
            connection = self._engine.raw_connection()
            try:
                yield connection.cursor()
            finally:
                connection.rollback()
                connection.close()
        except (SQLAlchemyError, self._error) as error:
            raise unusable(self._engine, error) from None

    def document(self, name: str) -> str | None:
        with self._reading() as cursor:
            cursor.execute(self._document, (name,) if self._by_place else {"name": name})
            row = cursor.fetchone()
        return None if row is None else str(row[0])

    def look(self, document: str, accounts: Sequence[str]) -> tuple[str | None, dict[str, Balance]]:
        """A document and those of the accounts that are there, both as one event left them: one statement sees one
        state of the store."""
        with self._reading() as cursor:
            cursor.execute(self._both(len(accounts)), (document, *accounts))
            (_, body, _, _), *rows = sorted(cursor.fetchall(), key=lambda row: row[2] is not None)
        return body, {name: Balance(debits, credits_) for name, _, debits, credits_ in rows}

    def _both(self, count: int) -> str:
        """First the document, in a row without amounts even when it is not there."""
        places = ", ".join([self._place] * count) or "NULL"
        return (
            f"SELECT '', (SELECT body FROM documents WHERE name = {self._place}), NULL, NULL UNION ALL "
            f"SELECT name, NULL, debits, credits FROM accounts WHERE name IN ({places})"
        )
