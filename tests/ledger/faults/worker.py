"""The process that is killed. Fed over a pipe, it forks a child for every life: the child opens the books, sends the
command that was in flight again, twice, and then plays on from what the books show, until it is killed. Forking from a
loaded program makes a life begin in milliseconds; nothing of the database is open before the fork.

    python -m tests.ledger.faults.worker WHERE KEY_FILE FAULT LINK/TABLE…

Lines out, each one write: ["born", pid], ["doing", key], ["done", key, number, answer, repeated], ["refused", key,
code], ["again", key, number, answer, repeated, nothing changed], ["here"], ["gone", exit code, where it was]. Lines in:
the keys to send again, a place and a number n (a life begins; when it comes to that place for the nth time it says so
and stays there), then anything (its end is waited for).
"""

import json
import mmap
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from lammer.ledger.journal import Books, Journal
from lammer.ledger.records import Command, Posted, Posting
from lammer.ledger.signing import Seal
from lammer.ledger.store import engine_of, migrate
from lammer.progressive.accounts import side_of
from lammer.progressive.desk import Desk
from lammer.progressive.refusals import StepRefused
from tests.ledger.faults.books import AGAIN
from tests.ledger.faults.plan import Draws, Order, hand_orders, send

OPENING, BETWEEN, ASKING, WAITING, INSIDE, COMMIT, COMMITTED = range(7)
PLACES = (
    "opening the books",
    "between two commands",
    "before the transaction",
    "waiting for the lock",
    "inside the transaction",
    "in the commit",
    "after the commit, before the answer",
)
LONGEST_LIFE = 60.0
"""Seconds. After that it ends by itself: whoever should have killed it is gone."""
NOWHERE = -1
LOCKS = ("BEGIN IMMEDIATE", "SELECT pg_advisory_xact_lock")


def tell(*line: Any) -> None:
    os.write(1, json.dumps(line).encode() + b"\n")


class Answering(Journal):
    """A control that must be caught: it answers as soon as it knows what to say, before anything is on the disk."""

    def post(self, command: Command, carry_out: Callable[[Books], Posting]) -> Posted:
        def early(books: Books) -> Posting:
            posting = carry_out(books)
            tell("done", command.key, books.next_number, dict(posting.answer), False)
            return posting

        return super().post(command, early)


class Mark:
    """The place where the process is, in memory that outlives it."""

    def __init__(self) -> None:
        self._shared, self._aim, self._times = mmap.mmap(-1, 1), NOWHERE, 0

    def aim(self, place: int, times: int) -> None:
        self._aim, self._times, self._shared[0] = place, times, OPENING

    @property
    def place(self) -> int:
        return self._shared[0]

    def arrive(self, place: int) -> None:
        self._shared[0] = place
        if place == self._aim:
            self._times -= 1
            if self._times == 0:
                tell("here")
                signal.alarm(int(LONGEST_LIFE))
                signal.pause()


def watch(engine: Engine, mark: Mark) -> None:
    """Keeps ``mark`` at the place where the process is."""

    @event.listens_for(engine, "before_cursor_execute")
    def _asks(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if mark.place == ASKING and statement.startswith(LOCKS):
            mark.arrive(WAITING)

    @event.listens_for(engine, "after_cursor_execute")
    def _has(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if mark.place == WAITING:
            mark.arrive(INSIDE)

    @event.listens_for(engine, "commit")
    def _commits(_connection: Any) -> None:
        if mark.place == INSIDE:
            mark.arrive(COMMIT)

    @event.listens_for(engine, "reset")
    def _committed(*_: Any) -> None:
        if mark.place == COMMIT:
            mark.arrive(COMMITTED)


def without_transaction(engine: Engine) -> None:
    """A control that must be caught: every statement is on the disk by itself."""

    @event.listens_for(engine, "before_cursor_execute", retval=True)
    def _never_begins(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> tuple[str, Any]:
        return ("SELECT 1" if statement == "BEGIN IMMEDIATE" else statement), parameters


class Life:
    """One child, from the opening of the books until it is killed."""

    def __init__(self, where: str, key_file: Path, fault: str, mark: Mark) -> None:
        engine = engine_of(where)
        watch(engine, mark)
        if fault == "torn":
            without_transaction(engine)
        migrate(engine)
        self._mark, self._fault = mark, fault
        kind = Answering if fault == "early" else Journal
        self._desk = Desk(kind(engine, Seal.read_from(key_file), side_of))

    def again(self, key: str) -> None:
        """The command in flight, as a client sends it again that had no answer: twice."""
        link, table, hand, place = key.split("/")
        order = hand_orders(link, table, int(hand))[int(place)]
        if self._fault == "new key":
            order = order._replace(key=order.key + AGAIN)
        if self.do(order):
            before = self._standing(order, int(hand))
            posted = send(self._desk, order)
            same = self._standing(order, int(hand)) == before
            tell("again", key, posted.number, posted.answer, posted.repeated, same)

    def _standing(self, order: Order, hand: int) -> tuple[Any, ...]:
        """How the table stands and all that happened in its hand; other writers may be at other tables."""
        events = self._desk.journal.events_about(f"{order.link}/{order.table}/{hand}")
        return self._desk.table(order.link, order.table), events

    def do(self, order: Order) -> bool:
        tell("doing", order.key)
        self._mark.arrive(ASKING)
        try:
            posted = send(self._desk, order)
        except StepRefused as refusal:
            self._mark.arrive(BETWEEN)
            tell("refused", order.key, refusal.code)
            return False
        if self._fault != "early" or posted.repeated:
            tell("done", order.key, posted.number, posted.answer, posted.repeated)
        self._mark.arrive(BETWEEN)
        return True

    def play(self, tables: list[str]) -> None:
        """Hands at all tables, in turns as they are drawn, from where the books say they are."""
        until, draws = time.monotonic() + LONGEST_LIFE, Draws(f"turns {os.getpid()}")
        places = {table: self._place(*table.split("/")) for table in tables}
        while time.monotonic() < until:
            table = tables[draws.below(len(tables))]
            hand, place = places[table]
            orders = hand_orders(*table.split("/"), hand)
            # A control that writes a command twice has more of them in its books than a hand has.
            if self.do(orders[min(place, len(orders) - 1)]):
                places[table] = (hand, place + 1) if place + 1 < len(orders) else (hand + 1, 0)

    def _place(self, link: str, table: str) -> tuple[int, int]:
        """Which hand a table has, and how many of its commands are in the books."""
        state = self._desk.table(link, table)
        if state.stage == "idle":
            return state.hand + 1, 0
        return state.hand, len(self._desk.journal.events_about(f"{link}/{table}/{state.hand}"))


def live(where: str, key_file: Path, fault: str, tables: list[str], keys: list[str], mark: Mark) -> None:
    life = Life(where, key_file, fault, mark)
    for key in keys:
        life.again(key)
    life.play(tables)


def main() -> None:
    where, key_file, fault, *tables = sys.argv[1:]
    mark = Mark()
    while line := sys.stdin.readline():
        keys, place, times = json.loads(line)
        mark.aim(place, times)
        pid = os.fork()
        if pid == 0:
            try:
                live(where, Path(key_file), fault, tables, keys, mark)
            except BaseException:
                sys.excepthook(*sys.exc_info())
            finally:
                os._exit(1)
        tell("born", pid)
        sys.stdin.readline()
        _, status = os.waitpid(pid, 0)
        os.write(1, b"\n")  # after a line that was cut off
        tell("gone", os.waitstatus_to_exitcode(status), PLACES[mark.place])


if __name__ == "__main__":
    main()
