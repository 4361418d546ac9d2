"""Reads documents and balances through the database driver. A server does so several times for every command, and
SQLAlchemy would take five times as long as the database."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, Select
from sqlalchemy.exc import SQLAlchemyError

from lammer.ledger.records import Balance
from lammer.ledger.store import unusable


class FastReads:
    """``document`` is a query with the parameter ``name``."""

    def __init__(self, engine: Engine, document: Select[Any]) -> None:
        self._engine, self._error = engine, engine.dialect.loaded_dbapi.Error
        self._document = str(document.compile(dialect=engine.dialect))
        self._by_place = engine.dialect.positional
        self._place = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self._kept: tuple[int, Any] | None = None

    def keep_connection(self) -> None:
        """Gives the calling thread its own connection from now on: to borrow and return one takes longer than the read.
        Only for SQLite, since a connection to a server may be lost."""
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
        """A document and those of the accounts that exist, both as of the same event: one statement sees one state of
        the database."""
        with self._reading() as cursor:
            cursor.execute(self._both(len(accounts)), (document, *accounts))
            (_, body, _, _), *rows = sorted(cursor.fetchall(), key=lambda row: row[2] is not None)
        return body, {name: Balance(debits, credits_) for name, _, debits, credits_ in rows}

    def _both(self, count: int) -> str:
        """The document is a row without amounts, even if it does not exist."""
        places = ", ".join([self._place] * count) or "NULL"
        return (
            f"SELECT '', (SELECT body FROM documents WHERE name = {self._place}), NULL, NULL UNION ALL "
            f"SELECT name, NULL, debits, credits FROM accounts WHERE name IN ({places})"
        )
