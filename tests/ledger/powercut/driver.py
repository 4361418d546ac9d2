"""``apsw`` in the shape of ``sqlite3``, as far as SQLAlchemy and the journal ask for it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import apsw

from tests.ledger.powercut.disk import Disk, PowerCut
from tests.ledger.powercut.vfs import DiskFiles


class Driver:
    """The module that SQLAlchemy is given. Its connections keep their files on ``disk`` and move the -wal file into the
    database every ``checkpoint`` pages."""

    apilevel, threadsafety, paramstyle = "2.0", 1, "qmark"
    sqlite_version_info = tuple(map(int, apsw.sqlite_lib_version().split(".")))
    Error = DatabaseError = OperationalError = ProgrammingError = apsw.Error
    IntegrityError = apsw.ConstraintError

    def __init__(self, disk: Disk, checkpoint: int) -> None:
        self._files, self._checkpoint = DiskFiles(disk), checkpoint

    def connect(self, path: str, timeout: float, check_same_thread: bool) -> "Connection":
        connection = apsw.Connection(path, vfs=self._files.name)
        connection.set_busy_timeout(int(timeout * 1000))
        connection.wal_autocheckpoint(self._checkpoint)
        return Connection(connection)


class Connection:
    isolation_level: str | None = None

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def cursor(self) -> "Cursor":
        return Cursor(self._connection)

    def execute(self, statement: str) -> "Cursor":
        return self.cursor().execute(statement)

    def create_function(self, name: str, count: int, function: Callable[..., Any], *, deterministic: bool) -> None:
        self._connection.create_scalar_function(name, function, count, deterministic=deterministic)

    def commit(self) -> None:
        if self._connection.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        with suppress(PowerCut):
            self._connection.close()


class Cursor:
    arraysize, lastrowid = 1, 0

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection, self._cursor = connection, connection.cursor()
        # The columns are known while a statement begins; once it has given its last row they are forgotten.
        self._cursor.exec_trace = self._describe
        self._rows: Iterator[Any] = iter(())
        self.description: list[tuple[Any, ...]] | None = None
        self.rowcount = -1

    def _describe(self, cursor: apsw.Cursor, _statement: str, _values: Any) -> bool:
        columns = cursor.get_description()
        self.description = [(name, *[None] * 6) for name, _ in columns] or None
        return True

    def execute(self, statement: str, values: Sequence[Any] = ()) -> "Cursor":
        self._rows = iter(list(self._cursor.execute(statement, tuple(values))))
        self.rowcount = self._connection.changes()
        return self

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> "Cursor":
        for values in rows:
            self.execute(statement, values)
        return self

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchmany(self, size: int = 1) -> list[Any]:
        return [row for _, row in zip(range(size), self._rows, strict=False)]

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def close(self) -> None:
        self._cursor.close()
