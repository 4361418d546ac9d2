"""A quick check of books, without a server and without changing them: id, keys, number of events, and the faults for
which a server would refuse them. The full check is ``ledger/verify``."""

from typing import NamedTuple

from lammer.ledger.store import REVISION
from lammer.ledger.verify.evidence import POSTGRES, evidence
from lammer.ledger.verify.keys import Keys, keys_of
from lammer.ledger.verify.start import Expected, check_start


class Look(NamedTuple):
    journal: str
    keys: Keys
    revision: str
    events: int
    last_at: str
    """The time of the last event, ISO 8601 in UTC; empty if there is no event."""
    faults: tuple[str, ...]
    """Empty for books of an older revision, which are verified when they are migrated."""

    @property
    def newer(self) -> bool:
        """Written by a newer version of lammer."""
        return self.revision > REVISION

    @property
    def older(self) -> bool:
        """Migrated when a server opens them."""
        return self.revision < REVISION


def look_at(where: str) -> Look:
    """Raises FileNotFoundError for a missing file, and Unreadable for a file that is not a journal."""
    with evidence(where) as ask:
        keys = keys_of(ask)
        ((revision,),) = ask("SELECT version_num FROM alembic_version")
        ((events, last),) = ask("SELECT count(*), coalesce(max(number), 0) FROM events")
        at = next((at for (at,) in ask(f"SELECT at FROM events WHERE number = {int(last)}")), "")
        faults = list[str]()
        if revision == REVISION:
            checked = check_start(ask, Expected(), postgresql=where.startswith(POSTGRES))
            faults += [fault.text for fault in checked]
        if events != last:
            faults.append(f"there are {events} events, but the last one has the number {last}")
        return Look(keys.journal, keys, revision, events, at, tuple(faults))


def journal_at(where: str) -> str:
    """The id of the books, after which their key files are named."""
    with evidence(where) as ask:
        return next((value for (value,) in ask("SELECT value FROM journal_facts WHERE name = 'journal'")), "")


def keys_at(where: str) -> Keys:
    """The signing keys of the books, in order."""
    with evidence(where) as ask:
        return keys_of(ask)
