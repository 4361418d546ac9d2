"""Takes everything below; gives people and programs a way in. No rule, rounding or game randomness lives here."""
