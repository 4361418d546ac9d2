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
"""The PostgreSQL advisory lock of the writer; an arbitrary number that no other program uses."""


def engine_of(where: str | Path, *, synchronous: str = "FULL", module: Any = None) -> Engine:
    """``where`` is a file or a URL. ``synchronous`` and ``module`` (another driver) are only for fault tests."""
    try:
        url = make_url(str(where)) if "://" in str(where) else URL.create("sqlite", database=str(where))
    except ArgumentError:
        raise LedgerFault("unknown-store", f"{where}: neither a file nor a database address") from None
    if url.get_backend_name() == "postgresql":
        return _postgresql(url.set(drivername="postgresql+psycopg"))
    if url.get_backend_name() != "sqlite":
        raise LedgerFault("unknown-store", f"{where}: use an SQLite file or a postgresql:// address")
    if not url.database or url.database == ":memory:" or "memory" in str(url.query) or url.database.startswith("file:"):
        raise LedgerFault("not-lasting", "use a file: an in-memory database would lose the books")
    engine = create_engine(
        url, poolclass=QueuePool, connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False}, module=module
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        # The driver must not begin transactions by itself: a writer takes its lock first.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    if module is None:
        _keep_to_one_file(engine, Path(url.database))
    return engine


def protect_files(where: str | Path, *, create: bool = False) -> None:
    """Makes the books readable by their owner only: the file gets mode 0600, and SQLite gives its -wal and -shm files
    the same mode. A new folder gets 0700."""
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
    """A warning if other users of this machine can list the folder of the books; otherwise empty."""
    if "://" in str(where) or not Path(where).absolute().parent.stat().st_mode & 0o077:
        return ""
    folder = Path(where).absolute().parent
    return f"other users can list {folder}, but not read the books; to hide the folder: chmod 700 {folder}"


def _keep_to_one_file(engine: Engine, path: Path) -> None:
    """Refuses a file that was removed or replaced while it is open: writes to it would be lost, and a new connection
    would create an empty file."""
    first: list[tuple[int, int]] = []

    def check_same_file() -> None:
        try:
            status = path.stat()
        except OSError as error:
            raise LedgerFault("books-lost", f"{path}: the books are gone: {error.strerror}") from None
        if (status.st_dev, status.st_ino) not in (first or [(status.st_dev, status.st_ino)]):
            raise LedgerFault("books-lost", f"{path}: the books were replaced by another file")
        first[:] = [(status.st_dev, status.st_ino)]

    @event.listens_for(engine, "do_connect")
    def _before(*_: Any) -> None:
        if first:
            check_same_file()

    @event.listens_for(engine, "checkout")
    def _taken(*_: Any) -> None:
        check_same_file()


def _postgresql(url: Any) -> Engine:
    try:
        # Without a timeout, a connection to an unreachable server is attempted for minutes.
        wait = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECT_SECONDS}
        return create_engine(url, isolation_level="READ COMMITTED", pool_pre_ping=True, connect_args=wait)
    except (NoSuchModuleError, ArgumentError, ImportError) as error:
        raise LedgerFault("no-driver", f"PostgreSQL needs psycopg: pip install 'lammer[postgres]' ({error})") from None


class Busy(Exception):
    """There is another writer."""


@contextmanager
def turn_among_threads(lock: threading.Lock, *, wait: bool) -> Iterator[None]:
    """Admits one thread of this process at a time. The database would do so too, but by polling."""
    if not lock.acquire(blocking=wait):
        raise Busy
    try:
        yield
    finally:
        lock.release()


@contextmanager
def turn_among_processes(engine: Engine, *, wait: bool) -> Iterator[None]:
    """Admits one process at a time to an SQLite file. SQLite would do so too, but by polling with pauses of up to a
    tenth of a second; with a file lock the operating system wakes the next process."""
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
    """A write transaction that overlaps no other. After the block it is on the disk or rolled back. Without ``wait`` it
    raises Busy if an SQLite file has another writer."""
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
    """Commits the open transaction, or rolls it back after an error."""
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
    """Copies SQLite's log into the database file, as far as that is possible without making others wait."""
    if engine.dialect.name != "sqlite":
        return
    with suppress(SQLAlchemyError), engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 1000")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {WAIT_SECONDS * 1000}")


def migrate(engine: Engine) -> None:
    """Migrates the tables to the revision of this code; newer books are refused."""
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
    """The file of the books, or their URL without password, for messages."""
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
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return revision


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
