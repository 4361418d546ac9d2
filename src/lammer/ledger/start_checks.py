"""Checks books before the first write to them. Books with faults are refused, and nothing is signed."""

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.store import reading, unusable
from lammer.ledger.verify import Fault
from lammer.ledger.verify.evidence import Ask
from lammer.ledger.verify.start import TAIL_EVENTS, Expected, check_start

SHOWN = 3


def query_on(connection: Connection) -> Ask:
    """A function that runs the verifier's queries on an open connection."""

    def ask(query: str) -> Iterator[tuple[Any, ...]]:
        return (tuple(row) for row in connection.exec_driver_sql(query))

    return ask


def check_books(
    engine: Engine,
    seal: Seal,
    journal: str,
    side_of: Callable[[str], str] | None = None,
    tail_events: int = TAIL_EVENTS,
    on_progress: Callable[[str], None] = lambda stage: None,
) -> tuple[Fault, ...]:
    """All faults of the schema, the last ``tail_events`` events, the balances and the documents.
    ``on_progress`` is called with the name of each check before it starts."""
    expected = Expected(seal.public, seal.signed_from(journal), side_of, tail_events)
    try:
        with reading(engine) as connection:
            on_server = engine.dialect.name == "postgresql"
            return check_start(query_on(connection), expected, postgresql=on_server, on_progress=on_progress)
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None


def refuse(faults: tuple[Fault, ...], where: str) -> None:
    """Raises LedgerFault if there is a fault."""
    if faults:
        shown = "; ".join(fault.text for fault in faults[:SHOWN])
        more = f"; and {len(faults) - SHOWN} more faults" if len(faults) > SHOWN else ""
        raise LedgerFault(
            "tampered",
            f"{where}: these books were changed by another program, so nothing is written to them: {shown}{more}. "
            "Verify them (lammer progressive verify --db), then restore an intact copy",
        )
