"""The tables. Events, entries, audit rows, signed heads and writings are append-only. Accounts and documents are the
state after the last event: accounts are the sums of the entries, and events contain the digests of documents. Sessions
and attempts are operational: the chain does not cover them, and their rows are updated and deleted."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

facts = Table(
    "journal_facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
events = Table(
    "events",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False, unique=True),
    Column("digest", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("documents", Text, nullable=False),
    Index("events_about", "about", "number"),
)
entries = Table(
    "entries",
    metadata,
    Column("event", BigInteger, ForeignKey("events.number"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("amount", BigInteger, CheckConstraint("amount > 0", name="an_entry_moves_something"), nullable=False),
    Column("reason", Text, nullable=False),
    CheckConstraint("debit <> credit", name="an_entry_has_two_sides"),
)
audit = Table(
    "audit",
    metadata,
    Column("number", BigInteger, ForeignKey("events.number"), primary_key=True, autoincrement=False),
    Column("hash", Text, nullable=False),
    Column("signature", Text, nullable=False, server_default=""),
)
"""``signature`` is empty for events that were written before events were signed."""
heads = Table(
    "heads",
    metadata,
    Column("number", BigInteger, ForeignKey("events.number"), primary_key=True, autoincrement=False),
    Column("hash", Text, nullable=False),
    Column("signature", Text, nullable=False),
)
accounts = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("debits", BigInteger, nullable=False),
    Column("credits", BigInteger, nullable=False),
    Column("side", Text, nullable=False),
    CheckConstraint("side <> 'credit' OR credits >= debits", name="no_credit_account_below_zero"),
    CheckConstraint("side <> 'debit' OR debits >= credits", name="no_debit_account_below_zero"),
)
documents = Table(
    "documents",
    metadata,
    Column("name", Text, primary_key=True),
    Column("body", Text, nullable=False),
)
writings = Table(
    "writings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("event", BigInteger, ForeignKey("events.number"), primary_key=True, autoincrement=False),
)
"""Which event wrote which document: an index of ``events.documents``."""
sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("floor", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("ended", Float, nullable=False),
    Column("proof", Text, nullable=False),
    Index("sessions_ended", "ended"),
    Index("sessions_name", "name"),
)
"""Log-in sessions. ``id`` is the hash of the token in the cookie; ``ended`` is 0 while the session is open."""
attempts = Table(
    "attempts",
    metadata,
    Column("who", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last", Float, nullable=False),
    Column("until", Float, nullable=False),
    Index("attempts_last", "last"),
)
"""Failed log-ins by address and by name. Attempts are refused until ``until``."""
drill_memories = Table(
    "drill_memories",
    metadata,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("memory", Text, nullable=False),
    Column("changed", Float, nullable=False),
)
"""The hands that a player answered wrongly in drills of a game, as JSON."""
