"""A signature for every event. Existing events have none: when the journal opens the books, it covers them with a
signed head (ledger/older.py)."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("audit", Column("signature", Text, nullable=False, server_default=""))
