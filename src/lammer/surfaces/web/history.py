"""Routes for past rounds, recall and records, and for auditors the verification of the books by independent code."""

import json
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar, cast

from fastapi import Depends, FastAPI

from lammer.floor.accounts import side_of
from lammer.floor.recall import recall_round, rounds_of
from lammer.floor.records import records_of
from lammer.floor.verify import PlayVerdict, verify_play
from lammer.floor.view_types import PastRound, Recall
from lammer.ledger.verify import Verdict, verify
from lammer.surfaces.web import requests
from lammer.surfaces.web.answers import Lines
from lammer.surfaces.web.guard import TooFast
from lammer.surfaces.web.people import User
from lammer.surfaces.web.replies import BooksVerdictView
from lammer.surfaces.web.server import House

LONGEST_REST = 0.02
Part = TypeVar("Part")


@contextmanager
def one_at_a_time(lock: threading.Lock) -> Iterator[None]:
    """Raises TooFast while another long read is running, so that no thread of the pool waits for it."""
    if not lock.acquire(blocking=False):
        raise TooFast
    try:
        yield
    finally:
        lock.release()


def gently(parts: Iterable[Part]) -> Iterator[Part]:
    """Pauses after every part for twice as long as it took. Python threads share one processor, so players would wait
    for a long read without pauses."""
    begun = time.perf_counter()
    for part in parts:
        yield part
        time.sleep(min(2 * (time.perf_counter() - begun), LONGEST_REST))
        begun = time.perf_counter()


def add_lookback(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.get("/api/tables/{table}/rounds")
    def rounds(table: str, user: Viewer, before: requests.Number = 0) -> list[PastRound]:
        """The last finished rounds of a table, newest first, in pages: `before` is the last number of the previous
        page."""
        house.count_costly(user)
        return rounds_of(house.floor, table, before)

    @app.get("/api/tables/{table}/rounds/{number}", operation_id="recall_round")
    def recall(table: str, number: requests.Number, user: Viewer) -> Recall:
        """A finished round, step by step. Auditors also get the entries of each step, the chips before and after, and
        what every seat saw."""
        house.count_costly(user)
        return recall_round(house.floor, table, number, whole="auditor" in user.roles)

    looking = threading.Lock()

    @app.get("/api/tables/{table}/records", response_class=Lines)
    def records(table: str, user: Viewer, after: requests.Number = 0) -> Lines:
        """Rounds for `lammer replay`, one JSON object per line."""
        house.count_costly(user)
        with one_at_a_time(looking):
            lines = [json.dumps(one) for one in gently(records_of(house.floor, table, after))]
        return Lines("".join(f"{line}\n" for line in lines))

    _add_verification(app, house)


def _add_verification(app: FastAPI, house: House) -> None:
    alone = threading.Lock()

    @app.post("/api/verify")
    def verify_books(_user: Annotated[User, Depends(house.guard.role("auditor"))]) -> BooksVerdictView:
        """Verifies the ledger, and every round by the rules; one verification at a time."""
        with one_at_a_time(alone):
            verdict = verify(house.floor.journal.where, side_of=side_of)
            # In this process only: further processes would take processors from the tables.
            play = verify_play(house.floor.journal.where, processes=0)
        whole = {"whole": not verdict.faults, "play": _as_json(play) | {"right": not play.faults}}
        return cast(BooksVerdictView, _as_json(verdict) | whole)


def _as_json(verdict: Verdict | PlayVerdict) -> dict[str, Any]:
    faults = [fault._asdict() for fault in verdict.faults]
    return verdict._asdict() | {"faults": faults, "warnings": list(verdict.warnings)}
