"""One of several processes at the same books at once, each with connections of its own.

    python -m tests.ledger.faults.racer

Lines in, and the answer to each: where books lie, their key file and a fault to commit (the books are opened: "ready");
a moment of the machine's monotonic clock, orders to send from that moment on, one after the other, and how long the
supervisor takes (what became of them). A claim that must wait for an earlier one is sent again until it may.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from lammer.ledger.journal import Journal
from lammer.ledger.records import Posted
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.store import engine_of
from lammer.progressive.accounts import side_of
from lammer.progressive.desk import Desk
from lammer.progressive.refusals import StepRefused
from tests.ledger.faults.plan import Order, send
from tests.waiting import think

STUCK = 30.0
"""Seconds after which a claim that still has to wait is given up."""
UNLOCKED = {"BEGIN IMMEDIATE": "BEGIN", "SELECT pg_advisory_xact_lock": "SELECT %(lock)s"}


def without_lock(engine: Engine) -> None:
    """A control that must be caught: nobody waits for another writer."""

    @event.listens_for(engine, "before_cursor_execute", retval=True)
    def _never_locks(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> tuple[str, Any]:
        changed = next((other for begin, other in UNLOCKED.items() if statement.startswith(begin)), statement)
        return changed, parameters


class Racer:
    def __init__(self, where: str, key_file: Path, fault: str) -> None:
        engine = engine_of(where)
        if fault == "no lock":
            without_lock(engine)
        self._desk = Desk(Journal(engine, Seal.read_from(key_file), side_of))

    def run(self, orders: list[Order], pause: float) -> dict[str, Any]:
        """``posted`` holds for each order its kind, number, answer, whether it was repeated, and from when to when it
        took; ``waited`` how often a claim had to wait; ``failed`` why the rest was not sent."""
        report: dict[str, Any] = {"posted": [], "waited": 0, "failed": ""}
        until = time.monotonic() + STUCK
        for order in orders:
            if order.kind == "confirm":
                think(pause)
            try:
                began = time.monotonic()
                posted, waited = self._until_allowed(order, until)
            except (LedgerFault, StepRefused) as refusal:
                report["failed"] = f"{order.key}: {refusal.code}: {refusal}"
                return report
            report["waited"] += waited
            took = [began, time.monotonic()]
            report["posted"].append([order.kind, posted.number, posted.answer, posted.repeated, took])
        return report

    def _until_allowed(self, order: Order, until: float) -> tuple[Posted, int]:
        waited = 0
        while True:
            try:
                return send(self._desk, order), waited
            except StepRefused as refusal:
                if refusal.code != "earlier-claim" or time.monotonic() > until:
                    raise
                waited += 1
                think(0.001)


def orders_in(rows: list[list[Any]]) -> list[Order]:
    """Orders after their way through the pipe; spots are numbers again."""
    orders = [Order(*each) for each in rows]
    numbered = {"wagers", "cards"}
    return [
        order._replace(
            body={
                name: {int(spot): value for spot, value in part.items()} if name in numbered else part
                for name, part in order.body.items()
            }
        )
        for order in orders
    ]


def say(value: Any) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main() -> None:
    racer: Racer | None = None
    for line in sys.stdin:
        first, second, third = json.loads(line)
        if racer is None or isinstance(first, str):
            racer = Racer(first, Path(second), third)
            say("ready")
            continue
        moment, orders, pause = first, orders_in(second), third
        while time.monotonic() < moment:
            pass  # a sleep would let one of them oversleep
        say(racer.run(orders, pause))


if __name__ == "__main__":
    main()
