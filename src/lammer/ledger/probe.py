"""Checks whether books can be read and written, without changing them; lists their documents."""

from sqlalchemy import Engine, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from lammer.ledger import schema
from lammer.ledger.store import reading, unusable, writing

_SOME_ACCOUNT = update(schema.accounts).where(
    schema.accounts.c.name == select(func.min(schema.accounts.c.name)).scalar_subquery()
)
_THERE_AND_BACK = [
    _SOME_ACCOUNT.values(debits=schema.accounts.c.debits + by, credits=schema.accounts.c.credits + by) for by in (1, -1)
]
"""Two updates that leave an account unchanged. One update to the same values would not be written."""


def probe(engine: Engine, *, write: bool) -> None:
    """Raises LedgerFault if the books cannot be read or (with ``write``) written."""
    try:
        with reading(engine) as connection:
            connection.execute(select(func.max(schema.audit.c.number))).first()
        if write:
            with writing(engine) as connection:
                for change in _THERE_AND_BACK:
                    connection.execute(change)
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None


def document_names(engine: Engine, prefix: str) -> list[str]:
    with reading(engine) as connection:
        query = select(schema.documents.c.name).where(schema.documents.c.name.startswith(prefix, autoescape=True))
        return list(connection.execute(query).scalars())
