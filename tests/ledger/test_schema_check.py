"""The schema on PostgreSQL: whatever is dropped, switched off or planted is found by the verifier and at the start.

Everything else: tests/attacks/test_tamper_matrix.py."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from lammer.ledger.journal import create_journal, open_journal
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.verify import verify
from tests.ledger.house import post, side_of

REFUSES = "BEGIN RAISE EXCEPTION 'what is written in % stays', TG_TABLE_NAME; END"
STAYS = "CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON entries FOR EACH STATEMENT"
FUNCTION = "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
CHECK = "side <> 'credit' OR credits >= debits"
CHANGES = {
    "trigger dropped": ("DROP TRIGGER entries_stay ON entries", f"{STAYS} EXECUTE FUNCTION refuse_change()"),
    "trigger switched off": ("ALTER TABLE entries DISABLE TRIGGER USER", "ALTER TABLE entries ENABLE TRIGGER USER"),
    "trigger planted": (
        "CREATE TRIGGER more BEFORE INSERT ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
        "DROP TRIGGER more ON entries",
    ),
    "function of the triggers replaced": (
        f"{FUNCTION} $$ BEGIN RETURN NULL; END $$",
        f"{FUNCTION} $$ {REFUSES} $$",
    ),
    "rule planted": (
        "CREATE RULE nothing AS ON DELETE TO accounts DO INSTEAD NOTHING",
        "DROP RULE nothing ON accounts",
    ),
    "check dropped": (
        "ALTER TABLE accounts DROP CONSTRAINT no_credit_account_below_zero",
        f"ALTER TABLE accounts ADD CONSTRAINT no_credit_account_below_zero CHECK ({CHECK})",
    ),
    "key dropped": (
        "ALTER TABLE events DROP CONSTRAINT events_key_key",
        "ALTER TABLE events ADD CONSTRAINT events_key_key UNIQUE (key)",
    ),
    "index planted": ("CREATE INDEX more ON events (at)", "DROP INDEX more"),
    "column added": ("ALTER TABLE accounts ADD COLUMN more TEXT", "ALTER TABLE accounts DROP COLUMN more"),
    "version changed": (
        "UPDATE alembic_version SET version_num = '0001'",
        "UPDATE alembic_version SET version_num = '0003'",
    ),
}
"""What is done, and how it is undone."""


def test_every_change_of_the_schema_is_found(postgres_url: str, tmp_path: Path) -> None:
    key = tmp_path / "key"
    with closing(create_journal(postgres_url, key, side_of)) as journal:
        post(journal, range(1, 4))
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("CREATE TABLE of_others (name TEXT)")  # others may keep tables beside the journal's
        for what, (statement, undo) in CHANGES.items():
            assert verify(postgres_url, side_of=side_of).faults == (), what
            open_journal(postgres_url, key, side_of).close()
            admin.execute(statement.encode())
            assert {fault.code for fault in verify(postgres_url).faults} <= {"schema", "revision"}, what
            with pytest.raises(LedgerFault):
                open_journal(postgres_url, key, side_of)
            admin.execute(undo.encode())
