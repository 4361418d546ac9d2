"""Writings: which event wrote which document. An index finds the last one, however many events there are."""

import json

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Text, text

revision = "0002"
down_revision = "0001"

AT_ONCE = 10_000


def upgrade() -> None:
    op.create_table(
        "writings",
        Column("name", Text, primary_key=True),
        Column("event", BigInteger, ForeignKey("events.number"), primary_key=True, autoincrement=False),
    )
    _fill_from_events()
    _make_append_only()


def _fill_from_events() -> None:
    bind = op.get_bind()
    events = text("SELECT number, documents FROM events WHERE number > :last ORDER BY number LIMIT :most")
    last = 0
    while rows := bind.execute(events, {"last": last, "most": AT_ONCE}).all():
        writings = [{"name": name, "event": number} for number, documents in rows for name, _ in json.loads(documents)]
        if writings:
            bind.execute(text("INSERT INTO writings (name, event) VALUES (:name, :event)"), writings)
        last = rows[-1][0]


def _make_append_only() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE TRIGGER writings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON writings "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
        return
    for change in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER writings_stay_{change.lower()} BEFORE {change} ON writings "
            "BEGIN SELECT RAISE(ABORT, 'what is written in writings stays'); END"
        )
