"""Books from before every event was signed. Their last event is vouched for once by a signed head, after the whole of
them was verified; from then on every event is signed, and the key's file says so."""

from collections.abc import Callable

from sqlalchemy import Engine, func, select

from lammer.ledger import schema, statements
from lammer.ledger.signing import Seal
from lammer.ledger.start_checks import asking, refuse
from lammer.ledger.store import writing
from lammer.ledger.verify import examine
from lammer.ledger.verify.chain import Chain
from lammer.ledger.verify.verdict import Findings


def begin_signing(engine: Engine, seal: Seal, journal: str, side_of: Callable[[str], str], where: str) -> None:
    """Notes from which event on a journal must be signed. Does nothing for a journal of which that is known."""
    if seal.signed_from(journal) is not None:
        return
    with writing(engine) as connection:
        last = connection.execute(statements.LAST).first()
        if last is not None and last.signature:
            # The note was lost, for instance with a key that was typed in again.
            signed = select(func.min(schema.audit.c.number)).where(schema.audit.c.signature != "")
            seal.note_signed_from(journal, int(connection.execute(signed).scalar_one()))
            return
        if last is not None:
            if connection.execute(statements.HEAD, {"number": last.number}).first() is None:
                head = {"number": last.number, "hash": last.hash}
                signature = seal.sign(journal, last.number, last.hash)
                connection.execute(statements.NEW_HEAD, head | {"signature": signature})
            # Also with the new head: if anything is wrong it is rolled back, and so never signed.
            findings = Findings()
            examine(asking(connection), Chain(findings), findings, side_of=side_of)
            refuse(findings.verdict(0, 0, 0, "").faults, where)
        seal.note_signed_from(journal, last.number + 1 if last is not None else 1)
