"""Sessions and failed log-ins, which server processes share, and an index of the security events."""

from alembic import op
from sqlalchemy import Column, Float, Integer, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "sessions",
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("floor", Text, nullable=False),
        Column("stamp", Text, nullable=False),
        Column("created", Float, nullable=False),
        Column("seen", Float, nullable=False),
        Column("expires", Float, nullable=False),
        Column("ended", Float, nullable=False),
        Column("proof", Text, nullable=False),
    )
    op.create_index("sessions_ended", "sessions", ["ended"])
    op.create_index("sessions_name", "sessions", ["name"])
    op.create_table(
        "attempts",
        Column("who", Text, primary_key=True),
        Column("failures", Integer, nullable=False),
        Column("last", Float, nullable=False),
        Column("until", Float, nullable=False),
    )
    op.create_index("attempts_last", "attempts", ["last"])
    op.execute("CREATE INDEX events_security ON events (number) WHERE kind = 'security'")
