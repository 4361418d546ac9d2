"""New books of tests, whose tables are migrated once in a process.

Alembic loads and runs every migration for each new SQLite file, a third of the time that new books take, and tests make
thousands of them. The first ones are migrated for real. Later ones get the same tables, triggers and rows by the
statements that SQLite kept of the first. Books that already have tables, and those of a PostgreSQL server, are always
migrated for real."""

from collections.abc import Callable

from sqlalchemy import Connection

from lammer.ledger import store

STATEMENTS = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


class FirstMigration:
    """Replaces ``store._upgrade``."""

    def __init__(self, honest: Callable[[Connection], None]) -> None:
        self._honest = honest
        self._statements: list[str] = []
        self._rows: dict[str, list[tuple[object, ...]]] = {}

    def __call__(self, connection: Connection) -> None:
        if connection.dialect.name != "sqlite" or connection.exec_driver_sql(STATEMENTS).first() is not None:
            self._honest(connection)
        elif not self._statements:
            self._honest(connection)
            self._remember(connection)
        else:
            self._repeat(connection)

    def _remember(self, connection: Connection) -> None:
        for (table,) in connection.exec_driver_sql(TABLES).fetchall():
            self._rows[table] = [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table}")]
        self._statements = [sql for (sql,) in connection.exec_driver_sql(STATEMENTS)]

    def _repeat(self, connection: Connection) -> None:
        for sql in self._statements:
            connection.exec_driver_sql(sql)
        for table, rows in self._rows.items():
            for row in rows:
                connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def migrate_once() -> None:
    setattr(store, "_upgrade", FirstMigration(store._upgrade))  # noqa: B010
