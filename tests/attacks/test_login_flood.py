"""A flood of log-ins (issue 12: 50 connections made others wait 26 s): passwords are checked by a thread of their own
with a short queue, and whoever finds it full is answered 429 at once."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

from lammer.surfaces.web.attempts import MAX_FROM_ADDRESS
from lammer.surfaces.web.hashing import FROM_ONE_ADDRESS, QUEUE, Busy, Hashing
from tests.attacks.doors import PASSWORD, served, write_users
from tests.surfaces.test_serve import PATIENCE

CONNECTIONS = 50


def client(address: str, source: str = "127.0.0.1") -> httpx.Client:
    """Any 127.x.y.z is this machine: an address of one's own."""
    # Not verified: reading the certificates of the world for every client takes longer than the test.
    transport = httpx.HTTPTransport(local_address=source, verify=False)
    return httpx.Client(base_url=address, transport=transport, timeout=PATIENCE)


@contextmanager
def flood(address: str, answers: Counter[tuple[int, str]]) -> Iterator[None]:
    """Log-ins on fifty connections from one address, until the block is left."""
    over, begun = threading.Event(), threading.Barrier(CONNECTIONS + 1)

    def hammer(number: int) -> None:
        with client(address, "127.0.0.9") as attacker:
            begun.wait(PATIENCE)
            while not over.is_set():
                answer = attacker.post("/api/login", json={"name": f"nobody{number}", "password": "wrong"})
                answers[answer.status_code, answer.json()["error"]["code"]] += 1
                assert answer.status_code != 429 or int(answer.headers["retry-after"]) > 0
                over.wait(0.1)  # hundreds a second: more would only test how fast this machine can ask

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        hammers = [pool.submit(hammer, number) for number in range(CONNECTIONS)]
        begun.wait(PATIENCE)
        try:
            yield
        finally:
            over.set()
        for one in hammers:
            one.result()


def test_honest_people_are_answered_while_a_flood_of_log_ins_runs(tmp_path: Path) -> None:
    users = write_users(tmp_path, "ann")
    answers: Counter[tuple[int, str]] = Counter()
    with served(tmp_path, "--users", str(users)) as address, client(address, "127.0.0.2") as ann:
        right = {"name": "ann", "password": PASSWORD}
        assert ann.post("/api/login", json=right).status_code == 200
        with flood(address, answers):
            assert all(ann.get("/api/tables").status_code == 200 for _ in range(5))
            # Somebody else's log-in has a place too: one address has two of eight.
            assert ann.post("/api/login", json=right).status_code == 200
    assert answers[429, "too-busy"] > 0
    assert answers[401, "not-let-in"] <= MAX_FROM_ADDRESS + 1  # then the address has to wait
    assert set(answers) <= {(429, "too-busy"), (429, "too-fast"), (429, "locked"), (401, "not-let-in")}


@pytest.mark.parametrize(
    ("queue", "each", "taken"), [(QUEUE, 10**6, QUEUE), (QUEUE, FROM_ONE_ADDRESS, FROM_ONE_ADDRESS)]
)
def test_the_queue_is_what_turns_them_away(queue: int, each: int, taken: int) -> None:
    assert busy(Hashing(queue, each)) == CONNECTIONS - taken


def test_control_a_queue_without_end_takes_everybody() -> None:
    assert busy(Hashing(10**6, 10**6)) == 0


def busy(hashing: Hashing) -> int:
    """How many of fifty are turned away while the first one's password is being checked."""
    gate, refused = threading.Event(), threading.Semaphore(0)
    count = 0
    with ThreadPoolExecutor(CONNECTIONS) as pool:

        def come() -> None:
            nonlocal count
            try:
                future = hashing._submit("10.0.0.1", lambda: gate.wait(PATIENCE))
            except Busy:
                count += 1
            else:
                waiting.append(future)
            refused.release()

        waiting: list[object] = []
        for _ in range(CONNECTIONS):
            pool.submit(come)
        for _ in range(CONNECTIONS):
            assert refused.acquire(timeout=PATIENCE)
        gate.set()
    hashing.close()
    return CONNECTIONS - len(waiting)
