"""Tables outside the hash chain that server processes share: sessions, failed log-ins and drill memories. Their rows
are updated and deleted, and no event covers them."""

import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    and_,
    create_engine,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from lammer.ledger import schema
from lammer.ledger.store import committed, unusable

_COUNT = text(
    "INSERT INTO attempts (who, failures, last, until) VALUES (:who, 1, :now, 0) ON CONFLICT (who) DO UPDATE SET "
    "failures = CASE WHEN attempts.last < :since THEN 1 ELSE attempts.failures + 1 END, last = :now"
)


class SessionRow(NamedTuple):
    id: str
    name: str
    floor: str
    stamp: str
    created: float
    seen: float
    expires: float
    ended: float
    proof: str


class Operational:
    """``turn`` serializes the threads of one process, which would otherwise poll for SQLite's lock."""

    def __init__(self, engine: Engine, turn: threading.Lock) -> None:
        self._engine, self._turn = engine, turn
        self._sqlite = engine.dialect.name == "sqlite"
        self._in_memory = isinstance(engine.pool, StaticPool)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with self._turn if self._sqlite else nullcontext(), self._engine.connect() as connection:
                if self._sqlite:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                with committed(connection):
                    yield connection
        except SQLAlchemyError as error:
            raise unusable(self._engine, error) from None

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            # All threads share the one connection to a database in memory.
            with self._turn if self._in_memory else nullcontext(), self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise unusable(self._engine, error) from None

    def add_session(self, row: SessionRow, maximum: int) -> list[str]:
        """Adds a session and removes expired ones. Ends the user's oldest beyond ``maximum`` and returns their ids."""
        table = schema.sessions.c
        with self._writing() as connection:
            connection.execute(delete(schema.sessions).where(table.expires < row.created))
            connection.execute(insert(schema.sessions), row._asdict())
            mine = select(table.id).where(table.name == row.name, table.ended == 0).order_by(table.created.desc())
            surplus = list(connection.execute(mine.offset(maximum).limit(1000)).scalars())
            if surplus:
                connection.execute(update(schema.sessions).where(table.id.in_(surplus)).values(ended=row.created))
        return surplus

    def session(self, id_: str) -> SessionRow | None:
        with self._reading() as connection:
            row = connection.execute(select(schema.sessions).where(schema.sessions.c.id == id_)).first()
        return None if row is None else SessionRow(*row)

    def end_session(self, id_: str, now: float) -> list[str]:
        return self._end(schema.sessions.c.id == id_, now)

    def end_sessions_of(self, name: str, now: float, opened_before: float | None = None) -> list[str]:
        which = schema.sessions.c.name == name
        return self._end(
            which if opened_before is None else and_(which, schema.sessions.c.created < opened_before), now
        )

    def _end(self, which: ColumnElement[bool], now: float) -> list[str]:
        """Returns the ids of those that were open."""
        table = schema.sessions.c
        with self._writing() as connection:
            ids = list(connection.execute(select(table.id).where(which, table.ended == 0)).scalars())
            connection.execute(update(schema.sessions).where(which, table.ended == 0).values(ended=now))
        return ids

    def ended_since(self, since: float) -> set[str]:
        with self._reading() as connection:
            query = select(schema.sessions.c.id).where(schema.sessions.c.ended > since)
            return set(connection.execute(query).scalars())

    def seen(self, times: Mapping[str, float]) -> None:
        """Stores when sessions were last used, by id."""
        statement = text("UPDATE sessions SET seen = :at WHERE id = :id AND seen < :at")
        with self._writing() as connection:
            connection.execute(statement, [{"id": id_, "at": at} for id_, at in times.items()])

    def blocked_until(self, keys: Sequence[str]) -> dict[str, float]:
        table = schema.attempts.c
        with self._reading() as connection:
            rows = connection.execute(select(table.who, table.until).where(table.who.in_(keys)))
            return {row.who: row.until for row in rows}

    def count_failures(
        self, keys: Iterable[str], now: float, since: float, until: Callable[[str, int], float], maximum: int
    ) -> dict[str, int]:
        """Adds a failure to every key; failures before ``since`` are forgotten. ``until`` returns, for a key and its
        failures, the time from which attempts are accepted again. At most ``maximum`` rows are kept."""
        table, counted = schema.attempts.c, dict[str, int]()
        with self._writing() as connection:
            for who in sorted(keys):  # in a fixed order, so that two writers cannot deadlock
                connection.execute(_COUNT, {"who": who, "now": now, "since": since})
                counted[who] = connection.execute(select(table.failures).where(table.who == who)).scalar_one()
                change = update(schema.attempts).where(table.who == who)
                connection.execute(change.values(until=until(who, counted[who])))
            _remove_old(connection, since, maximum)
        return counted

    def forgive(self, forgotten: str, lessened: Sequence[str]) -> None:
        """After a correct password: deletes one key, and removes one failure from the others."""
        table = schema.attempts.c
        fewer = update(schema.attempts).where(table.who.in_(lessened), table.failures > 0)
        with self._writing() as connection:
            connection.execute(delete(schema.attempts).where(table.who == forgotten))
            connection.execute(fewer.values(failures=table.failures - 1, until=0))

    def drill_memory(self, player: str, game: str) -> str | None:
        table = schema.drill_memories.c
        found = select(table.memory).where(table.player == player, table.game == game)
        with self._reading() as connection:
            return connection.execute(found).scalar_one_or_none()

    def change_drill_memory(
        self, player: str, game: str, change: Callable[[str | None], str], now: float, maximum: int
    ) -> str:
        """Replaces a player's memory of a game by what ``change`` makes of it. The games drilled longest ago are
        forgotten beyond ``maximum``."""
        table = schema.drill_memories.c
        this = (table.player == player, table.game == game)
        with self._writing() as connection:
            before = connection.execute(select(table.memory).where(*this)).scalar_one_or_none()
            after = change(before)
            connection.execute(delete(schema.drill_memories).where(*this))
            row = {"player": player, "game": game, "memory": after, "changed": now}
            connection.execute(insert(schema.drill_memories), row)
            newest = select(table.game).where(table.player == player).order_by(table.changed.desc(), table.game)
            kept = list(connection.execute(newest.limit(maximum)).scalars())
            old = delete(schema.drill_memories).where(table.player == player, table.game.not_in(kept))
            connection.execute(old)
        return after

    def forget_drills_of(self, player: str) -> None:
        with self._writing() as connection:
            connection.execute(delete(schema.drill_memories).where(schema.drill_memories.c.player == player))

    def attempts(self) -> dict[str, int]:
        """Failures by key."""
        with self._reading() as connection:
            rows = connection.execute(select(schema.attempts.c.who, schema.attempts.c.failures))
            return {row.who: row.failures for row in rows}


def _remove_old(connection: Connection, since: float, maximum: int) -> None:
    table = schema.attempts.c
    kept = connection.execute(select(func.count()).select_from(schema.attempts)).scalar_one()
    if kept > maximum:
        connection.execute(delete(schema.attempts).where(table.last < since))
        newest = select(table.who).order_by(table.last.desc(), table.who).limit(maximum)
        connection.execute(delete(schema.attempts).where(table.who.not_in(newest)))


def in_memory() -> Operational:
    """The same tables in memory, for a single process without books."""
    connect = {"check_same_thread": False, "isolation_level": None}
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args=connect)
    schema.metadata.create_all(engine, [schema.sessions, schema.attempts, schema.drill_memories])
    operational = Operational(engine, threading.Lock())
    weakref.finalize(operational, engine.dispose)
    return operational
