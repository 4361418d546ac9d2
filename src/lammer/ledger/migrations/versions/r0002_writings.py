"""Writings: which event wrote which document. The last one is found by an index, however many events there are."""

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
    _from_events()
    _keep_what_is_written()


def _from_events() -> None:
    bind = op.get_bind()
    events = text("SELECT number, documents FROM events WHERE number > :last ORDER BY number LIMIT :most")
    last = 0
    while rows := bind.execute(events, {"last": last, "most": AT_ONCE}).all():
        found = [{"name": name, "event": number} for number, said in rows for name, _ in json.loads(said)]
        if found:
            bind.execute(text("INSERT INTO writings (name, event) VALUES (:name, :event)"), found)
        last = rows[-1][0]


def _keep_what_is_written() -> None:
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
