"""Statements prepared once: SQLAlchemy's work for every execution takes longer than the database itself."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, CursorResult, Dialect, Insert, Select, TextClause, Update
from sqlalchemy.exc import DBAPIError

Statement = Select[Any] | Insert | Update | TextClause
Values = Mapping[str, Any]


class Ready(NamedTuple):
    text: str
    places: tuple[str, ...] | None
    """Names in the order of their places, for drivers that have no names."""
    fixed: Values
    """What the statement says by itself, such as a limit."""

    def filled(self, values: Values) -> Any:
        known = {**self.fixed, **values}
        return known if self.places is None else tuple(known[name] for name in self.places)


class PreparedStatements:
    """The statements of one dialect; they are known by identity, so they must be constants."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect, self._ready = dialect, dict[int, Ready]()

    def ready(self, statement: Statement, names: Sequence[str]) -> Ready:
        found = self._ready.get(id(statement))
        if found is None:
            columns = list(names) if isinstance(statement, Insert) else None
            made = statement.compile(dialect=self._dialect, column_keys=columns)
            places = tuple(getattr(made, "positiontup", None) or ()) if self._dialect.positional else None
            fixed = {name: value for name, value in made.params.items() if value is not None}
            found = self._ready[id(statement)] = Ready(str(made), places, fixed)
        return found


class PreparedConnection:
    """A connection that executes prepared statements."""

    def __init__(self, connection: Connection, prepared: PreparedStatements) -> None:
        self._connection, self._prepared = connection, prepared
        # SQLite's driver is asked directly. With PostgreSQL it is SQLAlchemy that notices a lost connection.
        self._driver = connection.connection.cursor() if connection.dialect.name == "sqlite" else None

    def first(self, statement: Statement, values: Values | None = None) -> Sequence[Any] | None:
        """The first row that a statement finds."""
        if self._driver is None:
            return self.execute(statement, values).first()
        ready = self._prepared.ready(statement, list(values or {}))
        self.say(ready.text, ready.filled(values or {}))
        row: Sequence[Any] | None = self._driver.fetchone()
        # A statement that is not finished would keep the transaction from being committed.
        self._driver.fetchall()
        return row

    def write(self, statement: Statement, values: Values | Sequence[Values]) -> None:
        """A statement, or one for each of several values, that returns nothing."""
        rows = values if isinstance(values, Sequence) else [values]
        ready = self._prepared.ready(statement, list(rows[0]))
        filled = [ready.filled(row) for row in rows]
        self.say(ready.text, filled if len(filled) > 1 else filled[0])

    def say(self, text: str, values: Any = ()) -> None:
        """SQL as the driver takes it; a list of values is for one statement each."""
        if self._driver is None:
            self._connection.exec_driver_sql(text, values or None)
            return
        try:
            (self._driver.executemany if isinstance(values, list) else self._driver.execute)(text, values)
        except Exception as error:
            known = self._connection.dialect.dbapi
            if known is None or not isinstance(error, known.Error):
                raise
            raise DBAPIError.instance(text, None, error, known.Error, dialect=self._connection.dialect) from error

    def execute(self, statement: Statement, values: Values | None = None) -> CursorResult[Any]:
        ready = self._prepared.ready(statement, list(values or {}))
        return self._connection.exec_driver_sql(ready.text, ready.filled(values or {}))
