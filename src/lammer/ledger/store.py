"""Storage of the books: an SQLite file or a PostgreSQL database, with one writer at a time."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from lammer.ledger.keys import make_private_folder
from lammer.ledger.refusals import LedgerFault

REVISION = "0005"
"""The migration this code was written for."""
WAIT_SECONDS = 60
"""How long a writer waits for another."""
CONNECT_SECONDS = 10
ONE_WRITER = 7_265_102
"""PostgreSQL's advisory lock that writers hand on; any number no other program uses."""


def engine_of(where: str | Path, *, synchronous: str = "FULL", module: Any = None) -> Engine:
    """``where`` is a file or a URL. ``synchronous`` and ``module`` (another driver) are for fault tests alone."""
    try:
        url = make_url(str(where)) if "://" in str(where) else URL.create("sqlite", database=str(where))
    except ArgumentError:
        raise LedgerFault("unknown-store", f"{where}: this is neither a file nor an address") from None
    if url.get_backend_name() == "postgresql":
        return _postgresql(url.set(drivername="postgresql+psycopg"))
    if url.get_backend_name() != "sqlite":
        raise LedgerFault("unknown-store", f"{where}: books are kept in an SQLite file or by a postgresql:// address")
    if not url.database or url.database == ":memory:" or "memory" in str(url.query) or url.database.startswith("file:"):
        raise LedgerFault("not-lasting", "books are kept in a file: a database in memory would lose them")
    engine = create_engine(
        url, poolclass=QueuePool, connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False}, module=module
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        # The driver must not begin transactions on its own: a writer asks for its lock first.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    if module is None:
        _keep_to_one_file(engine, Path(url.database))
    return engine


def protect_files(where: str | Path, *, create: bool = False) -> None:
    """Only their owner may read the books: the file is 0600, and SQLite gives its -wal and -shm files the same mode. A
    new folder is 0700."""
    if "://" in str(where):
        return
    path = Path(where)
    try:
        if create and not path.exists():
            make_private_folder(path.parent)
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(0o600)
    except OSError as error:
        raise LedgerFault("unusable-store", f"{path}: {error.strerror}") from None


def who_else_reads(where: str | Path) -> str:
    """A warning if other users of this machine can list the folder of the books; else empty."""
    if "://" in str(where) or not Path(where).absolute().parent.stat().st_mode & 0o077:
        return ""
    folder = Path(where).absolute().parent
    return f"others on this machine can list {folder}, though not read the books; chmod 700 {folder} keeps them out"


def _keep_to_one_file(engine: Engine, path: Path) -> None:
    """A file that was removed or replaced while it is open would take every write and lose it, and a new connection
    would begin an empty one in its place."""
    first: list[tuple[int, int]] = []

    def same() -> None:
        try:
            found = path.stat()
        except OSError as error:
            raise LedgerFault("books-lost", f"{path}: the books are gone: {error.strerror}") from None
        if (found.st_dev, found.st_ino) not in (first or [(found.st_dev, found.st_ino)]):
            raise LedgerFault("books-lost", f"{path}: another file is in the place of the books")
        first[:] = [(found.st_dev, found.st_ino)]

    @event.listens_for(engine, "do_connect")
    def _before(*_: Any) -> None:
        if first:
            same()

    @event.listens_for(engine, "checkout")
    def _taken(*_: Any) -> None:
        same()


def _postgresql(url: Any) -> Engine:
    try:
        # Without it, a server that is unreachable would be waited for as long as the system tries: minutes.
        wait = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECT_SECONDS}
        return create_engine(url, isolation_level="READ COMMITTED", pool_pre_ping=True, connect_args=wait)
    except (NoSuchModuleError, ArgumentError, ImportError) as error:
        raise LedgerFault(
            "no-driver", f"PostgreSQL needs psycopg: pip install 'lammer[postgresql]' ({error})"
        ) from None


class Busy(Exception):
    """Another writer is at work."""


@contextmanager
def turn_among_threads(lock: threading.Lock, *, wait: bool) -> Iterator[None]:
    """The store would make threads of one process wait for one another too, but by polling."""
    if not lock.acquire(blocking=wait):
        raise Busy
    try:
        yield
    finally:
        lock.release()


@contextmanager
def turn_among_processes(engine: Engine, *, wait: bool) -> Iterator[None]:
    """Waits for other processes that write to an SQLite file. It would wait for them itself, but by asking again after
    ever longer pauses, up to a tenth of a second; the system wakes whoever is next."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    descriptor = os.open(f"{engine.url.database}.turn", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise Busy from None
        yield
    finally:
        os.close(descriptor)


def _begin_without_waiting(connection: Connection) -> None:
    driver = connection.connection.cursor()
    driver.execute("PRAGMA busy_timeout = 0")
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    except OperationalError as error:
        if "locked" not in str(error.orig):
            raise
        raise Busy from None
    finally:
        driver.execute(f"PRAGMA busy_timeout = {WAIT_SECONDS * 1000}")
        driver.close()


@contextmanager
def writing(engine: Engine, *, wait: bool = True) -> Iterator[Connection]:
    """A transaction that no other writer's overlaps. It is on the disk when this returns, or has left no trace. Without
    ``wait`` it raises Busy where an SQLite file has another writer."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite" and not wait:
            _begin_without_waiting(connection)
        elif engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ONE_WRITER})
        with committed(connection):
            yield connection


@contextmanager
def committed(connection: Connection) -> Iterator[None]:
    """Ends the transaction that has begun: committed, or rolled back after an error."""
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A consistent snapshot of the books for reading."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        try:
            yield connection
        finally:
            connection.rollback()


def checkpoint(engine: Engine) -> None:
    """Writes SQLite's log back into the file, as far as other readers and writers let it; they need not wait."""
    if engine.dialect.name != "sqlite":
        return
    with suppress(SQLAlchemyError), engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 1000")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {WAIT_SECONDS * 1000}")


def migrate(engine: Engine) -> None:
    """Migrates the tables to the revision of this code; newer ones are refused."""
    try:
        with writing(engine) as connection:
            if _revision(connection) == REVISION:
                return
            _upgrade(connection)
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None


def unusable(engine: Engine, error: Exception) -> LedgerFault:
    return LedgerFault("unusable-store", f"{place_of(engine)}: {getattr(error, 'orig', None) or error}")


def place_of(engine: Engine) -> str:
    """The file or the address of the books, as it may be shown."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return engine.url.render_as_string(hide_password=True)


def has_tables(engine: Engine) -> bool:
    try:
        with engine.connect() as connection:
            return inspect(connection).has_table("events")
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, REVISION)
    except CommandError as error:
        raise LedgerFault("newer-books", f"these books were written by a newer version of lammer: {error}") from None
