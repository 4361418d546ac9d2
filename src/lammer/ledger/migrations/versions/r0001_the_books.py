"""The tables journal_facts, events, entries, audit, heads, accounts and documents. Triggers make the first five
append-only.

This revision is never edited; later revisions change its tables.
"""

from alembic import op
from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, Text

revision = "0001"
down_revision = None

APPEND_ONLY = ("events", "entries", "audit", "heads", "journal_facts")


def upgrade() -> None:
    op.create_table("journal_facts", Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
    op.create_table(
        "events",
        Column("number", BigInteger, primary_key=True, autoincrement=False),
        Column("key", Text, nullable=False, unique=True),
        *(
            Column(name, Text, nullable=False)
            for name in ("digest", "kind", "actor", "at", "about", "body", "answer", "documents")
        ),
    )
    op.create_index("events_about", "events", ["about", "number"])
    op.create_table(
        "entries",
        Column("event", BigInteger, ForeignKey("events.number"), primary_key=True),
        Column("line", Integer, primary_key=True),
        Column("debit", Text, nullable=False),
        Column("credit", Text, nullable=False),
        Column("amount", BigInteger, CheckConstraint("amount > 0", name="an_entry_moves_something"), nullable=False),
        Column("reason", Text, nullable=False),
        CheckConstraint("debit <> credit", name="an_entry_has_two_sides"),
    )
    op.create_table("audit", _numbered(), Column("hash", Text, nullable=False))
    op.create_table(
        "heads", _numbered(), Column("hash", Text, nullable=False), Column("signature", Text, nullable=False)
    )
    op.create_table(
        "accounts",
        Column("name", Text, primary_key=True),
        Column("debits", BigInteger, nullable=False),
        Column("credits", BigInteger, nullable=False),
        Column("side", Text, nullable=False),
        CheckConstraint("side <> 'credit' OR credits >= debits", name="no_credit_account_below_zero"),
        CheckConstraint("side <> 'debit' OR debits >= credits", name="no_debit_account_below_zero"),
    )
    op.create_table("documents", Column("name", Text, primary_key=True), Column("body", Text, nullable=False))
    _make_append_only()


def _numbered() -> Column[int]:
    return Column("number", BigInteger, ForeignKey("events.number"), primary_key=True, autoincrement=False)


def _make_append_only() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'what is written in % stays', TG_TABLE_NAME; END $$"
        )
    for table in APPEND_ONLY:
        if op.get_bind().dialect.name == "postgresql":
            op.execute(
                f"CREATE TRIGGER {table}_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
            )
            continue
        if table in ("events", "audit", "heads"):
            # REPLACE would delete the old row without firing its DELETE trigger.
            op.execute(
                f"CREATE TRIGGER {table}_stay_replace BEFORE INSERT ON {table} "
                f"WHEN EXISTS (SELECT 1 FROM {table} WHERE number = NEW.number) "
                f"BEGIN SELECT RAISE(ABORT, 'what is written in {table} stays'); END"
            )
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_stay_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, 'what is written in {table} stays'); END"
            )
