"""Several commands in one transaction, with one commit for all of them, because the commit is the costliest part."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from lammer.ledger.prepared_sql import PreparedConnection, PreparedStatements
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.standing import Books, Known

SAVEPOINT = "command"


class Batch:
    """An open transaction and its state. One thread at a time may use it, first the one that began it."""

    def __init__(self, connection: Connection, prepared: PreparedStatements, known: Known, *, several: bool) -> None:
        self.connection, self.known, self.several = connection, known, several
        self.begun, self.statements = known.last.number, PreparedConnection(connection, prepared)
        self.posted = False
        self.fault: LedgerFault | None = None
        """The error that made the whole transaction unusable. SQLite may have rolled it back, and later statements
        would be committed without the earlier ones."""
        self._thread: int | None = threading.get_ident()

    @property
    def is_mine(self) -> bool:
        return self._thread == threading.get_ident()

    @contextmanager
    def used_here(self) -> Iterator[None]:
        """Gives the transaction to the calling thread for the block. Afterwards it can only be ended."""
        self._thread = threading.get_ident()
        try:
            yield
        finally:
            self._thread = None

    @property
    def books(self) -> Books:
        return Books(self.statements, self.known)

    def begin_command(self) -> None:
        if self.several:
            self.statements.execute_sql(f"SAVEPOINT {SAVEPOINT}")

    def keep_command(self, known: Known) -> None:
        if self.several:
            self.statements.execute_sql(f"RELEASE SAVEPOINT {SAVEPOINT}")
        self.known, self.posted = known, True

    def undo_command(self) -> None:
        """Restores the state before a command that was refused while it was written."""
        self.known = Known(self.known.last, {}, {})
        if self.several:
            self.statements.execute_sql(f"ROLLBACK TO SAVEPOINT {SAVEPOINT}")
            self.statements.execute_sql(f"RELEASE SAVEPOINT {SAVEPOINT}")
