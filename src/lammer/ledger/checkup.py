"""A quick look at books, without a server and without changing them: what they are, how far they go, and what a server
would refuse about them before its first write. The full check is ``ledger/verify``."""

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
    """The time of the last event, ISO 8601 in UTC; empty without one."""
    faults: tuple[str, ...]
    """Empty for books of an older revision: they are verified when they are brought up to date."""

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
            found = check_start(ask, Expected(), postgresql=where.startswith(POSTGRES))
            faults += [fault.text for fault in found]
        if events != last:
            faults.append(f"there are {events} events and the last has the number {last}")
        return Look(keys.journal, keys, revision, events, at, tuple(faults))


def journal_at(where: str) -> str:
    """The id of the books, by which their keys are named."""
    with evidence(where) as ask:
        return next((value for (value,) in ask("SELECT value FROM journal_facts WHERE name = 'journal'")), "")


def keys_at(where: str) -> Keys:
    """The keys of the books, one after another."""
    with evidence(where) as ask:
        return keys_of(ask)
