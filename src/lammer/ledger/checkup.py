"""A quick look at books, without a server and without changing them: what they are, how far they go, and whether the
sums and the last events agree. The full check is ``ledger/verify``."""

from typing import NamedTuple

from lammer.ledger.records import GENESIS, Link, chained
from lammer.ledger.store import REVISION
from lammer.ledger.verify.evidence import Ask, evidence

TAIL = 200
"""How many of the last events are chained again."""
_EVENTS = "SELECT number, key, kind, actor, at, about, body, answer, documents FROM events"


class Look(NamedTuple):
    journal: str
    public_key: str
    revision: str
    events: int
    last_at: str
    """The time of the last event, ISO 8601 in UTC; empty without one."""
    faults: tuple[str, ...]

    @property
    def newer(self) -> bool:
        """Written by a newer version of lammer."""
        return self.revision > REVISION

    @property
    def older(self) -> bool:
        """Brought up to date when a server opens them."""
        return self.revision < REVISION


def look_at(where: str) -> Look:
    """Raises FileNotFoundError for a file that is not there, and Unreadable for one that is no journal."""
    with evidence(where) as ask:
        facts: dict[str, str] = dict(ask("SELECT name, value FROM journal_facts"))
        ((revision,),) = ask("SELECT version_num FROM alembic_version")
        ((events, last),) = ask("SELECT count(*), coalesce(max(number), 0) FROM events")
        at = next((at for (at,) in ask(f"SELECT at FROM events WHERE number = {int(last)}")), "")
        faults = [*_sums(ask), *_tail(ask, int(last))]
        if events != last:
            faults.append(f"there are {events} events and the last has the number {last}")
        return Look(facts.get("journal", ""), facts.get("public_key", ""), revision, events, at, tuple(faults))


def _sums(ask: Ask) -> list[str]:
    ((debits, credits_),) = ask("SELECT coalesce(sum(debits), 0), coalesce(sum(credits), 0) FROM accounts")
    ((moved,),) = ask("SELECT coalesce(sum(amount), 0) FROM entries")
    if debits == credits_ == moved:
        return []
    return [f"accounts hold {debits} debits and {credits_} credits, entries moved {moved}: they must be the same"]


def _tail(ask: Ask, last: int) -> list[str]:
    """The hashes of the last events made again."""
    first = max(last - TAIL, 0)
    hashes: dict[int, str] = dict(ask(f"SELECT number, hash FROM audit WHERE number >= {first} ORDER BY number"))
    if hashes and max(hashes) != last:
        return [f"the last event is {last} and the last hash is of event {max(hashes)}"]
    lines: dict[int, list[object]] = {}
    entries = f"SELECT event, debit, credit, amount, reason FROM entries WHERE event > {first} ORDER BY event, line"
    for event, *entry in ask(entries):
        lines.setdefault(event, []).append(entry)
    previous = hashes.get(first, GENESIS)
    for number, *texts in ask(f"{_EVENTS} WHERE number > {first} ORDER BY number"):
        due = chained(Link._make([previous, number, *texts, lines.get(number, [])]))
        if hashes.get(number) != due:
            return [f"the hash of event {number} does not follow from the event before it"]
        previous = due
    return []
