"""Takes commands with idempotency keys; gives an append-only double-entry journal with a hash-chained, signed log, kept
in SQLite or PostgreSQL. It knows nothing of cards."""
