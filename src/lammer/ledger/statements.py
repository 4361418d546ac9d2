"""The frequent statements of the journal. They are constants, so each is prepared once."""

from sqlalchemy import bindparam, insert, select, text, update

from lammer.ledger import schema

FIND = (
    select(schema.events.c.number, schema.events.c.digest, schema.events.c.answer, schema.audit.c.hash)
    .join(schema.audit, isouter=True)
    .where(schema.events.c.key == bindparam("key"))
)
LAST = select(schema.audit).order_by(schema.audit.c.number.desc()).limit(1)
AUDIT = select(schema.audit).where(schema.audit.c.number == bindparam("number"))
HEAD = select(schema.heads).where(schema.heads.c.number == bindparam("number"))
DOCUMENT = select(schema.documents.c.body).where(schema.documents.c.name == bindparam("name"))
WRITTEN = (
    select(schema.events.c.documents)
    .join(schema.writings, schema.writings.c.event == schema.events.c.number)
    .where(schema.writings.c.name == bindparam("name"))
    .order_by(schema.writings.c.event.desc())
    .limit(1)
)
WRITTEN_SINCE = select(schema.writings.c.name).where(schema.writings.c.event > bindparam("number"))
ENTERED_SINCE = select(schema.entries.c.debit, schema.entries.c.credit).where(
    schema.entries.c.event > bindparam("number")
)
ACCOUNT = select(schema.accounts.c.debits, schema.accounts.c.credits).where(schema.accounts.c.name == bindparam("name"))
NEW_EVENT, NEW_ENTRY = insert(schema.events), insert(schema.entries)
NEW_AUDIT, NEW_HEAD = insert(schema.audit), insert(schema.heads)
NEW_DOCUMENT, NEW_ACCOUNT = insert(schema.documents), insert(schema.accounts)
NEW_WRITING = insert(schema.writings)
REPLACE_DOCUMENT = (
    update(schema.documents).where(schema.documents.c.name == bindparam("its_name")).values(body=bindparam("body"))
)
NOTIFY = text("SELECT pg_notify(:channel, :about)")
UPDATE_ACCOUNT = (
    update(schema.accounts)
    .where(schema.accounts.c.name == bindparam("its_name"))
    .values(debits=bindparam("debits"), credits=bindparam("credits"))
)
