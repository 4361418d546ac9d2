"""Limits on wrong passwords: by name and address together, by address, and by name. Each has an exponential back-off.

The counts are in the books' database, so that several server processes share them and they survive a restart.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from lammer.ledger.operational import Operational
from lammer.surfaces.web.addresses import counted_as

MAX_FAILURES = 5
"""Wrong passwords for one name from one address."""
MAX_FROM_ADDRESS = 20
"""Wrong passwords from one address, for any names."""
MAX_FOR_NAME = 300
"""Wrong passwords for one name from all addresses. Much higher than the others, so that an attacker does not lock the
owner out, but an attack from ten thousand addresses with a few guesses each is stopped too."""
SHORTEST_BLOCK, LONGEST_BLOCK = 30.0, 3600.0
REMEMBERED_SECONDS = 24 * 3600.0
"""Failures older than this are forgotten."""
MAX_ROWS = 10_000


class Block(NamedTuple):
    """A step of the back-off: what is blocked, after how many failures, and for how long."""

    of: str
    failures: int
    seconds: float


class Keys(NamedTuple):
    """The keys under which an attempt is counted."""

    own: str
    address: str
    name: str


def keys_of(what: str, name: str, address: str) -> Keys:
    place = counted_as(address)
    return Keys(f"{what} {name} from {place}", f"address {place}", f"{what} {name}")


def back_off(failures: int, maximum: int) -> float:
    """Seconds until the next attempt is accepted: 0 below the limit, then doubling."""
    return min(LONGEST_BLOCK, SHORTEST_BLOCK * 2 ** min(failures - maximum, 30)) if failures >= maximum else 0.0


class Attempts:
    def __init__(self, tables: Operational, now: Callable[[], float] = time.time) -> None:
        self._tables, self._now = tables, now
        self._blocked: dict[str, float] = {}

    def blocked_here(self, keys: Keys) -> float:
        """Seconds left of a block that this process knows of, without a database query."""
        now = self._now()
        # A clock that was set back must not lock a user out for days.
        return max(
            (left for key in keys if 0 < (left := self._blocked.get(key, 0) - now) <= LONGEST_BLOCK), default=0.0
        )

    def blocked(self, keys: Keys) -> float:
        """Seconds left of a block set by any process."""
        if len(self._blocked) > MAX_ROWS:
            self._blocked.clear()
        self._blocked |= {key: until for key, until in self._tables.blocked_until(keys).items() if until}
        return self.blocked_here(keys)

    def failed(self, keys: Keys) -> tuple[int, list[Block]]:
        """Counts one failure. Returns the failures of the name from this address, and the blocks that begin."""
        now = self._now()
        limits = {keys.own: MAX_FAILURES, keys.address: MAX_FROM_ADDRESS, keys.name: MAX_FOR_NAME}

        def until(key: str, failures: int) -> float:
            seconds = back_off(failures, limits[key])
            return now + seconds if seconds else 0.0

        counted = self._tables.count_failures(keys, now, now - REMEMBERED_SECONDS, until, MAX_ROWS)
        named = dict(zip(keys, ("name and address", "address", "name"), strict=True))
        steps = [Block(named[key], failures, back_off(failures, limits[key])) for key, failures in counted.items()]
        return counted[keys.own], [step for step in steps if step.seconds]

    def succeeded(self, keys: Keys) -> None:
        """Clears the failures of this name from this address; those of other names and addresses are kept."""
        self._tables.forgive(keys.own, [keys.address, keys.name])
        for key in keys:
            self._blocked.pop(key, None)
