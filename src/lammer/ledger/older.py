"""Books that were written before events were signed. They are verified once as a whole, and a signed head then vouches
for their last event. From then on every event is signed, and the key's file says so."""

from collections.abc import Callable

from sqlalchemy import Engine, func, select

from lammer.ledger import schema, statements
from lammer.ledger.signing import Seal
from lammer.ledger.start_checks import query_on, refuse
from lammer.ledger.store import writing
from lammer.ledger.verify import examine
from lammer.ledger.verify.chain import Chain
from lammer.ledger.verify.verdict import Findings


def begin_signing(engine: Engine, seal: Seal, journal: str, side_of: Callable[[str], str], where: str) -> None:
    """Records the first event of a journal that must be signed, unless it is recorded already."""
    if seal.signed_from(journal) is not None:
        return
    with writing(engine) as connection:
        last = connection.execute(statements.LAST).first()
        if last is not None and last.signature:
            # The record was lost, for instance because the key was typed in again.
            signed = select(func.min(schema.audit.c.number)).where(schema.audit.c.signature != "")
            seal.note_signed_from(journal, int(connection.execute(signed).scalar_one()))
            return
        if last is not None:
            if connection.execute(statements.HEAD, {"number": last.number}).first() is None:
                head = {"number": last.number, "hash": last.hash}
                signature = seal.sign(journal, last.number, last.hash)
                connection.execute(statements.NEW_HEAD, head | {"signature": signature})
            # The check includes the new head, which is rolled back if there is a fault.
            findings = Findings()
            examine(query_on(connection), Chain(findings), findings, side_of=side_of)
            refuse(findings.verdict(0, 0, 0, "").faults, where)
        seal.note_signed_from(journal, last.number + 1 if last is not None else 1)
