"""A signature for every event. Events that are there already have none: the journal vouches for them with a signed head
when it opens the books (ledger/older.py)."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("audit", Column("signature", Text, nullable=False, server_default=""))
