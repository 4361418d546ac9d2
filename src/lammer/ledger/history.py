"""Queries: past events with their entries, past balances, documents by name."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, func, literal_column, select

from lammer.ledger import schema, statements
from lammer.ledger.records import GENESIS, Balance
from lammer.ledger.store import reading
from lammer.ledger.trust import keys_in
from lammer.ledger.verify.keys import Keys


class Flow(NamedTuple):
    """The entries from one account to another: their number and their total amount."""

    debit: str
    credit: str
    entries: int
    amount: int


class Written(NamedTuple):
    number: int
    at: str


class History:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with reading(self._engine) as connection:
            yield connection

    def balances(self) -> dict[str, Balance]:
        with self._reading() as connection:
            rows = connection.execute(select(schema.accounts))
            return {row.name: Balance(row.debits, row.credits) for row in rows}

    def balance_after(self, account: str, number: int) -> int:
        """The balance of an account after an event."""
        lines, here = schema.entries.c, schema.entries.c.event <= number
        added, taken = (
            select(func.coalesce(func.sum(lines.amount), 0)).where(side == account, here)
            for side in (lines.credit, lines.debit)
        )
        with self._reading() as connection:
            return int(connection.execute(added).scalar_one()) - int(connection.execute(taken).scalar_one())

    def moved_between(self, debit: str, credit: str, after: int, before: int) -> int:
        """The amount moved from one account to another by events between two numbers, both exclusive."""
        lines = schema.entries.c
        query = select(func.coalesce(func.sum(lines.amount), 0)).where(
            lines.debit == debit, lines.credit == credit, lines.event > after, lines.event < before
        )
        with self._reading() as connection:
            return int(connection.execute(query).scalar_one())

    def flows(self, prefix: str, after: int, up_to: int) -> list[Flow]:
        """The movements between every two accounts, one of which begins with ``prefix``, by the events after a number
        and up to another."""
        lines = schema.entries.c
        about = lines.debit.startswith(prefix, autoescape=True) | lines.credit.startswith(prefix, autoescape=True)
        query = select(lines.debit, lines.credit, func.count(), func.sum(lines.amount)).where(
            about, lines.event > after, lines.event <= up_to
        )
        with self._reading() as connection:
            rows = connection.execute(query.group_by(lines.debit, lines.credit).order_by(lines.debit, lines.credit))
            return [Flow(debit, credit, int(entries), int(amount)) for debit, credit, entries, amount in rows]

    def entries_between(self, debit: str, credit: str, after: int, up_to: int) -> list[Mapping[str, Any]]:
        """The entries from one account to another by the events after a number and up to another, in order."""
        lines = schema.entries.c
        query = select(schema.entries).where(
            lines.debit == debit, lines.credit == credit, lines.event > after, lines.event <= up_to
        )
        with self._reading() as connection:
            rows = connection.execute(query.order_by(lines.event, lines.line)).mappings()
            return [dict(row) for row in rows]

    def last_written(self, document: str) -> Written | None:
        """The number and time of the last event that wrote a document."""
        query = (
            select(schema.events.c.number, schema.events.c.at)
            .join(schema.writings, schema.writings.c.event == schema.events.c.number)
            .where(schema.writings.c.name == document)
            .order_by(schema.writings.c.event.desc())
            .limit(1)
        )
        with self._reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else Written(row.number, row.at)

    def actor_of(self, key: str) -> str | None:
        """The actor of the command with a key; None for an unused key."""
        with self._reading() as connection:
            actor: str | None = connection.execute(
                select(schema.events.c.actor).where(schema.events.c.key == key)
            ).scalar()
            return actor

    def documents(self, prefix: str) -> dict[str, str]:
        """All documents whose names begin with ``prefix``, as of the same event."""
        with self._reading() as connection:
            query = select(schema.documents).where(schema.documents.c.name.startswith(prefix, autoescape=True))
            return {row.name: row.body for row in connection.execute(query.order_by(schema.documents.c.name))}

    def events_about(self, about: str) -> list[Mapping[str, Any]]:
        """All events about one subject, in order, each with its entries and its hash."""
        return list(self._events_where(schema.events.c.about == about))

    def event(self, number: int) -> Mapping[str, Any] | None:
        """One event with its entries, its hash and its signature."""
        return next(iter(list(self._events_where(schema.events.c.number == number))), None)

    def last_number(self, before: str = "") -> int:
        """The number of the last event; of the last one before a time if one is given. 0 if there is none."""
        numbers = select(func.max(schema.events.c.number))
        with self._reading() as connection:
            found = connection.execute(numbers.where(schema.events.c.at < before) if before else numbers).scalar()
            return int(found or 0)

    def newest_of(self, kinds: tuple[str, ...], up_to: int, most: int) -> list[Mapping[str, Any]]:
        """The last events of some kinds up to a number, newest first, without their entries."""
        events = schema.events.c
        query = select(schema.events).where(events.kind.in_(kinds), events.number <= up_to)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(events.number.desc()).limit(most)).mappings()
            return [dict(row) for row in rows]

    def events_after(self, number: int, most: int) -> list[Mapping[str, Any]]:
        """The events that follow a number, in order, without their entries."""
        query = select(schema.events).where(schema.events.c.number > number).order_by(schema.events.c.number)
        with self._reading() as connection:
            return [dict(row) for row in connection.execute(query.limit(most)).mappings()]

    def mark_of(self, number: int) -> tuple[str, str]:
        """The hash and the signature of an event; those before the first event if there is none."""
        with self._reading() as connection:
            row = connection.execute(statements.AUDIT, {"number": number}).first()
            return (row.hash, row.signature) if row is not None else (GENESIS, "")

    def signing_keys(self) -> Keys:
        """The keys with which the events are signed."""
        with self._reading() as connection:
            return keys_in(connection)

    def subjects_of(self, actor: str, kind: str) -> list[str]:
        """The distinct subjects of an actor's commands of one kind."""
        events = schema.events.c
        query = select(events.about).distinct().where(events.actor == actor, events.kind == kind).order_by(events.about)
        with self._reading() as connection:
            return [row.about for row in connection.execute(query)]

    def count_about(self, about: str) -> int:
        with self._reading() as connection:
            query = select(func.count()).select_from(schema.events).where(schema.events.c.about == about)
            return int(connection.execute(query).scalar_one())

    def last_events(self, count: int) -> list[Mapping[str, Any]]:
        with self._reading() as connection:
            last = connection.execute(statements.LAST).first()
        return list(self._events_where(schema.events.c.number > last.number - count)) if last is not None else []

    def security_events(self, before: int, maximum: int) -> list[Mapping[str, Any]]:
        """The last security events below a number (0: the last of all), newest first."""
        # A literal, not a parameter: only then does the planner use the partial index.
        which = schema.events.c.kind == literal_column("'security'")
        query = select(schema.events).where(which).order_by(schema.events.c.number.desc()).limit(maximum)
        with self._reading() as connection:
            rows = connection.execute(query.where(schema.events.c.number < before) if before else query)
            return [dict(row) for row in rows.mappings()]

    def _events_where(self, which: Any) -> Iterator[Mapping[str, Any]]:
        with self._reading() as connection:
            query = select(schema.events, schema.audit.c.hash, schema.audit.c.signature).join(schema.audit).where(which)
            for row in connection.execute(query.order_by(schema.events.c.number)).mappings():
                lines = select(schema.entries).where(schema.entries.c.event == row["number"])
                entries = connection.execute(lines.order_by(schema.entries.c.line)).mappings()
                yield dict(row) | {"entries": [dict(line) for line in entries]}
