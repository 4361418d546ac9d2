"""An append-only double-entry ledger with a signed hash chain, in SQLite or PostgreSQL. It knows nothing about cards.

Start with ``journal.Journal``, which executes each command once per idempotency key. ``records.py`` has the types of
commands and entries, ``schema.py`` the tables, and ``event_writer.py`` writes an event. "The books" are the database of
a journal. ``verify/`` checks whole books and shares no code with the modules that write them. docs/ledger.md describes
the format.
"""
