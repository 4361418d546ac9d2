"""Alembic's entry point: migrations run on the connection that the ledger has opened."""

from alembic import context

from lammer.ledger.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
