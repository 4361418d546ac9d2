"""Enforces the deadlines of tables. They are kept in a heap in memory, so that a tick reads only tables that are due,
changed, or next in turn: a thousand quiet tables cost little."""

import contextlib
import heapq
import logging
import threading
from typing import TYPE_CHECKING

from lammer.floor.betting import everyone_ready
from lammer.floor.cut import waits_for_cut
from lammer.floor.jackpot import dealer_presses
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import FloorTable

if TYPE_CHECKING:
    from lammer.surfaces.web.server import House

LOG = logging.getLogger("lammer.floor")
LOOKED_AT = 8
"""Tables read again with every tick, in turn, even without a notice: another process may have written to the books (a
jackpot's desk), or a notice was lost."""


class Clock:
    """``changed`` may be called from any thread, ``tick`` from one at a time."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._lock = threading.Lock()
        self._changed: set[str] = set()
        self._due: list[tuple[str, str]] = []
        self._deadlines: dict[str, str] = {}
        self._in_turn: list[str] = []
        self._known = False

    def changed(self, table: str) -> None:
        """Marks a table as changed, so that the next tick reads it."""
        with self._lock:
            self._changed.add(table)

    def tick(self) -> None:
        """Calls players absent whose time is over, passes the cut on, deals when the betting time is over, and repeats
        automatic steps that failed. A table with a fault does not delay others, and is tried again."""
        now = self._house.floor.now().isoformat()
        for name in self._to_look_at(now):
            try:
                self._look_at(name, now)
            except Exception as fault:
                self.changed(name)
                if not self._house.health.knows(fault):
                    LOG.exception("table %s: an automatic step failed", name)
                else:
                    self._house.health.failed(fault)

    def _to_look_at(self, now: str) -> set[str]:
        if not self._in_turn:
            # The list of tables is read at the start, and again when every table had its turn.
            self._in_turn = sorted(self._house.floor.table_names())
            if not self._known:
                self._known = True
                return set(self._in_turn)
        turn, self._in_turn = self._in_turn[:LOOKED_AT], self._in_turn[LOOKED_AT:]
        with self._lock:
            found, self._changed = self._changed | set(turn), set()
        while self._due and self._due[0][0] <= now:
            deadline, name = heapq.heappop(self._due)
            if self._deadlines.get(name) == deadline:  # else the deadline has changed
                del self._deadlines[name]
                found.add(name)
        return found

    def _look_at(self, name: str, now: str) -> None:
        try:
            table = self._house.floor.table(name)
        except FloorRefused:
            return
        self._go_on(table, now)
        if table.deadline > now and self._deadlines.get(name) != table.deadline:
            self._deadlines[name] = table.deadline
            heapq.heappush(self._due, (table.deadline, name))

    def _go_on(self, table: FloorTable, now: str) -> None:
        house = self._house
        by_dealer = not table.inputs and dealer_presses(table)
        if table.deadline and table.deadline <= now and not by_dealer:
            kind = "absent" if table.inputs or waits_for_cut(table) else "deal"
            with contextlib.suppress(FloorRefused):
                posted = house.floor.do(kind, f"clock {table.table} {table.deadline}", "clock", table.table)
                house.posted(table.table, posted)
        # Repeat steps that a fault may have prevented: a dealer's button, or the deal when everybody was ready.
        if table.link and not table.dealer:
            house.press_on(table.table)
        if not table.inputs and not table.deadline and everyone_ready(table):
            house.go_on(table.table, f"ready for {table.table} {table.round + 1}")
        house.expire(table)
