"""Routes that look back: rounds, recall, records for outsiders, and for auditors the books read again by code that
shares nothing with the code that wrote them."""

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
    """Long readings keep no thread waiting that others need: who comes meanwhile is told so."""
    if not lock.acquire(blocking=False):
        raise TooFast
    try:
        yield
    finally:
        lock.release()


def gently(parts: Iterable[Part]) -> Iterator[Part]:
    """Rests after every part for twice as long as it took. Threads of Python share one processor, and those who play
    would wait for a long reading without pauses."""
    begun = time.perf_counter()
    for part in parts:
        yield part
        time.sleep(min(2 * (time.perf_counter() - begun), LONGEST_REST))
        begun = time.perf_counter()


def add_lookback(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.get("/api/tables/{table}/rounds")
    def rounds(table: str, user: Viewer, before: requests.Number = 0) -> list[PastRound]:
        house.count_costly(user)
        return rounds_of(house.floor, table, before)

    @app.get("/api/tables/{table}/rounds/{number}")
    def recall(table: str, number: requests.Number, user: Viewer) -> Recall:
        house.count_costly(user)
        return recall_round(house.floor, table, number, whole="auditor" in user.roles)

    looking = threading.Lock()

    @app.get("/api/tables/{table}/records", response_class=Lines)
    def records(table: str, user: Viewer, after: requests.Number = 0) -> Lines:
        """Rounds as `lammer replay` checks them, one JSON object a line."""
        house.count_costly(user)
        with one_at_a_time(looking):
            lines = [json.dumps(one) for one in gently(records_of(house.floor, table, after))]
        return Lines("".join(f"{line}\n" for line in lines))

    _add_verification(app, house)


def _add_verification(app: FastAPI, house: House) -> None:
    alone = threading.Lock()

    @app.post("/api/verify")
    def verify_books(_user: Annotated[User, Depends(house.guard.role("auditor"))]) -> BooksVerdictView:
        """The ledger, and every round by the rules; one reading at a time."""
        with one_at_a_time(alone):
            verdict = verify(house.floor.journal.where, side_of=side_of)
            # In this process alone: others would take the processors from the tables.
            play = verify_play(house.floor.journal.where, processes=0)
        told = _told(verdict) | {"whole": not verdict.faults, "play": _told(play) | {"right": not play.faults}}
        return cast(BooksVerdictView, told)


def _told(verdict: Verdict | PlayVerdict) -> dict[str, Any]:
    faults = [fault._asdict() for fault in verdict.faults]
    return verdict._asdict() | {"faults": faults, "warnings": list(verdict.warnings)}
