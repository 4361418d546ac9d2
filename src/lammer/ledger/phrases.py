"""Statements made ready once: what SQLAlchemy does anew for every execution costs more than the store takes for it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, CursorResult, Dialect, Insert, Select, TextClause, Update

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


class Phrases:
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


class Spoken:
    """A connection on which statements are executed as they were made ready."""

    def __init__(self, connection: Connection, phrases: Phrases) -> None:
        self._connection, self._phrases = connection, phrases

    def execute(self, statement: Statement, values: Values | Sequence[Values] | None = None) -> CursorResult[Any]:
        if isinstance(values, Sequence):
            ready = self._phrases.ready(statement, list(values[0]))
            return self._connection.exec_driver_sql(ready.text, [ready.filled(one) for one in values])
        ready = self._phrases.ready(statement, list(values or {}))
        return self._connection.exec_driver_sql(ready.text, ready.filled(values or {}))
