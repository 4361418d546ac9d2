"""Compiles each statement once: SQLAlchemy's work for every execution takes longer than the database itself."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, CursorResult, Dialect, Insert, Select, TextClause, Update
from sqlalchemy.exc import DBAPIError

Statement = Select[Any] | Insert | Update | TextClause
Values = Mapping[str, Any]


class Ready(NamedTuple):
    text: str
    places: tuple[str, ...] | None
    """The names of the parameters in order, for drivers with positional parameters."""
    fixed: Values
    """Parameters that the statement sets itself, such as a limit."""

    def filled(self, values: Values) -> Any:
        parameters = {**self.fixed, **values}
        return parameters if self.places is None else tuple(parameters[name] for name in self.places)


class PreparedStatements:
    """The compiled statements of one dialect, cached by identity; so statements must be constants."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect, self._ready = dialect, dict[int, Ready]()

    def ready(self, statement: Statement, names: Sequence[str]) -> Ready:
        ready = self._ready.get(id(statement))
        if ready is None:
            columns = list(names) if isinstance(statement, Insert) else None
            compiled = statement.compile(dialect=self._dialect, column_keys=columns)
            places = tuple(getattr(compiled, "positiontup", None) or ()) if self._dialect.positional else None
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            ready = self._ready[id(statement)] = Ready(str(compiled), places, fixed)
        return ready


class PreparedConnection:
    """A connection that executes prepared statements."""

    def __init__(self, connection: Connection, prepared: PreparedStatements) -> None:
        self._connection, self._prepared = connection, prepared
        # SQLite's driver is called directly. With PostgreSQL, SQLAlchemy must notice a lost connection.
        self._driver = connection.connection.cursor() if connection.dialect.name == "sqlite" else None

    def first(self, statement: Statement, values: Values | None = None) -> Sequence[Any] | None:
        """The first row of a statement's result."""
        if self._driver is None:
            return self.execute(statement, values).first()
        ready = self._prepared.ready(statement, list(values or {}))
        self.execute_sql(ready.text, ready.filled(values or {}))
        row: Sequence[Any] | None = self._driver.fetchone()
        # An unfinished statement would prevent the commit.
        self._driver.fetchall()
        return row

    def write(self, statement: Statement, values: Values | Sequence[Values]) -> None:
        """Executes a statement without a result, once for each row of values."""
        rows = values if isinstance(values, Sequence) else [values]
        ready = self._prepared.ready(statement, list(rows[0]))
        filled = [ready.filled(row) for row in rows]
        self.execute_sql(ready.text, filled if len(filled) > 1 else filled[0])

    def execute_sql(self, text: str, values: Any = ()) -> None:
        """Executes the driver's SQL; for a list of values, once for each."""
        if self._driver is None:
            self._connection.exec_driver_sql(text, values or None)
            return
        try:
            (self._driver.executemany if isinstance(values, list) else self._driver.execute)(text, values)
        except Exception as error:
            driver = self._connection.dialect.dbapi
            if driver is None or not isinstance(error, driver.Error):
                raise
            raise DBAPIError.instance(text, None, error, driver.Error, dialect=self._connection.dialect) from error

    def execute(self, statement: Statement, values: Values | None = None) -> CursorResult[Any]:
        ready = self._prepared.ready(statement, list(values or {}))
        return self._connection.exec_driver_sql(ready.text, ready.filled(values or {}))
