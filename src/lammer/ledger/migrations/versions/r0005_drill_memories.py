"""What players got wrong in drills, so that a drill continues on another device."""

from alembic import op
from sqlalchemy import Column, Float, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "drill_memories",
        Column("player", Text, primary_key=True),
        Column("game", Text, primary_key=True),
        Column("memory", Text, nullable=False),
        Column("changed", Float, nullable=False),
    )
