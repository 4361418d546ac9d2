"""An append-only double-entry ledger with a signed hash chain, in SQLite or PostgreSQL. It knows nothing of cards.

``journal.Journal`` carries out commands, each once under its idempotency key. ``schema.py`` has the tables,
``event_writer.py`` writes an event with all that belongs to it. ``verify/`` checks a whole journal and shares no code
with it. docs/ledger.md describes the format.
"""
